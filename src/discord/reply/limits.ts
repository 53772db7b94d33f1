/** The format of Discord's ids. https://discord.com/developers/docs/reference#snowflakes */
export const SNOWFLAKE = /^\d{1,20}$/;

/** Discord's limits for messages and commands. https://discord.com/developers/docs/components/reference */
export const LIMITS = {
  /** Of all text displays of a message together. */
  text: 4000,
  /**
   * Limits of a classic message and its embed:
   * https://discord.com/developers/docs/resources/message#embed-object-embed-limits
   */
  content: 2000,
  rows: 5,
  embedText: 6000,
  embedDescription: 4096,
  embedFields: 25,
  embedFieldName: 256,
  embedFieldValue: 1024,
  /** Components of a message, including nested ones. */
  components: 40,
  buttonsInRow: 5,
  buttonLabel: 80,
  buttonUrl: 512,
  customId: 100,
  placeholder: 150,
  selectEntries: 25,
  selectText: 100,
  altText: 1024,
  galleryImages: 10,
  mediaUrl: 2048,
  attachments: 10,
  attachmentBytes: 10 * 1024 * 1024,
  /** Attachments of one request together; Discord's limit for a request is 25 MiB. */
  attachmentsBytes: 24 * 1024 * 1024,
  fileName: 100,
  modalTitle: 45,
  modalParts: 5,
  fieldLabel: 45,
  fieldDescription: 100,
  fieldPlaceholder: 100,
  fieldText: 4000,
  radioEntries: 10,
  suggestions: 25,
  suggestionText: 100,
  slashCommands: 100,
  options: 25,
  subcommands: 25,
  userCommands: 15,
  messageCommands: 15,
  /** Names, descriptions and values of one command together. */
  commandText: 8000,
  description: 100,
} as const;
