import { RESTJSONErrorCodes as Code } from "discord-api-types/v10";

/** The place of a fault in a body. */
export type Path = readonly (string | number)[];

export interface FieldFault {
  readonly path: Path;
  readonly code: string;
  readonly message: string;
}

/** An error answer of Discord's REST API. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: Code;
  readonly faults: readonly FieldFault[];

  constructor(status: number, code: Code, message: string, faults: readonly FieldFault[] = []) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.faults = faults;
  }

  toBody(): object {
    const body = { message: this.message, code: this.code };
    return this.faults.length === 0 ? body : { ...body, errors: nest(this.faults) };
  }
}

/** Discord's refusals by discord-api-types' names, each with status and message. */
const KNOWN = {
  UnknownApplication: [404, "Unknown Application"],
  UnknownChannel: [404, "Unknown Channel"],
  UnknownEmoji: [404, "Unknown Emoji"],
  MaximumNumberOfEmojisReached: [400, "Maximum number of emojis reached (2000)"],
  FailedToResizeAssetBelowTheMaximumSize: [400, "Failed to resize asset below the maximum size: 262144"],
  UnknownGuild: [404, "Unknown Guild"],
  UnknownMember: [404, "Unknown Member"],
  UnknownMessage: [404, "Unknown Message"],
  UnknownRole: [404, "Unknown Role"],
  UnknownUser: [404, "Unknown User"],
  UnknownWebhook: [404, "Unknown Webhook"],
  UnknownGuildScheduledEvent: [404, "Unknown Guild Scheduled Event"],
  UnknownInteraction: [404, "Unknown interaction"],
  UnknownApplicationCommand: [404, "Unknown application command"],
  MaximumNumberOfApplicationCommandsReached: [400, "Maximum number of application commands reached (100)"],
  MaximumDailyApplicationCommandCreatesReached: [
    400,
    "Max number of daily application command creates has been reached (200)",
  ],
  MaximumNumberOfUncompletedGuildScheduledEventsReached: [
    400,
    "Maximum number of uncompleted guild scheduled events reached (100)",
  ],
  CannotUpdateAFinishedEvent: [400, "Cannot update a finished event"],
  MaximumNumberOfPinsReachedForTheChannel: [400, "Maximum number of pins reached (250)"],
  ThisInteractionHasHitTheMaximumNumberOfFollowUpMessages: [
    400,
    "This interaction has reached the maximum number of follow-up messages",
  ],
  RequestEntityTooLarge: [413, "Request entity too large"],
  ThisMessageWasAlreadyCrossposted: [400, "This message has already been crossposted"],
  InteractionHasAlreadyBeenAcknowledged: [400, "Interaction has already been acknowledged"],
  MissingAccess: [403, "Missing Access"],
  CannotSendMessagesInNonTextChannel: [400, "Cannot send messages in a non-text channel"],
  CannotSendAMessageInAForumChannel: [400, "Cannot send a message in a forum channel"],
  TagRequiredToCreateAForumPostInThisChannel: [
    400,
    "A tag is required to create a forum post in this channel",
  ],
  UnknownTag: [404, "Unknown tag"],
  CannotExecuteActionOnThisChannelType: [400, "Cannot execute action on this channel type"],
  CannotSendAnEmptyMessage: [400, "Cannot send an empty message"],
  CannotSendMessagesToThisUser: [403, "Cannot send messages to this user"],
  CannotEditMessageAuthoredByAnotherUser: [403, "Cannot edit a message authored by another user"],
  MissingPermissions: [403, "Missing Permissions"],
  InvalidWebhookToken: [401, "Invalid Webhook Token"],
  InvalidActionOnArchivedThread: [400, "Thread is archived"],
  RequestBodyContainsInvalidJSON: [400, "The request body contains invalid JSON."],
  ThreadLocked: [403, "Thread is locked"],
  ThreadAlreadyCreatedForMessage: [400, "A thread has already been created for this message"],
} as const satisfies Partial<Record<keyof typeof Code, readonly [status: number, message: string]>>;

export function refusal(name: keyof typeof KNOWN): ApiError {
  const [status, message] = KNOWN[name];
  return new ApiError(status, Code[name], message);
}

/** Returns the value; throws the named refusal where it is undefined. */
export function known<T>(found: T | undefined, otherwise: keyof typeof KNOWN): T {
  if (found === undefined) throw refusal(otherwise);
  return found;
}

/** Returns error 50035 with the faults. */
export function invalidBody(faults: readonly FieldFault[]): ApiError {
  return new ApiError(400, Code.InvalidFormBodyOrContentType, "Invalid Form Body", faults);
}

/** Returns a path as text, such as `components[0].label`. */
export function showPath(path: Path): string {
  return path.reduce<string>(
    (shown, step) =>
      typeof step === "number" ? `${shown}[${step}]` : shown === "" ? step : `${shown}.${step}`,
    "",
  );
}

/** Discord's messages by the code of the fault. */
const FIELD_FAULTS = {
  APPLICATION_COMMANDS_DUPLICATE_NAME: "Application command names must be unique",
  APPLICATION_COMMAND_AUTOCOMPLETE_WITH_CHOICES: "An option cannot have both choices and autocomplete",
  APPLICATION_COMMAND_DESCRIPTION_NOT_ALLOWED: "Context menu commands cannot have a description",
  APPLICATION_COMMAND_GLOBAL_ONLY_FIELD: "Only global commands can have this field",
  APPLICATION_COMMAND_INVALID_NAME: "Command name is invalid",
  APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS: "Option name already exists",
  APPLICATION_COMMAND_OPTIONS_NOT_ALLOWED: "Context menu commands cannot have options",
  APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID: "Required options must be placed before non-required options",
  APPLICATION_COMMAND_OPTIONS_TYPE_INVALID: "Sub-commands and options cannot be mixed",
  APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID:
    "The specified interactions endpoint URL could not be verified.",
  ATTACHMENT_NOT_FOUND: "The attachment does not name an uploaded file",
  BASE_TYPE_REQUIRED: "This field is required",
  BOOLEAN_TYPE_CONVERT: "Must be either true or false.",
  COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED: "The combined size of text displays must be 4000 or fewer",
  COMPONENT_INVALID_EMOJI: "Invalid emoji",
  COMPONENT_LABEL_EXCLUSIVE: "The label belongs to the Label around this text input",
  COMPONENT_LAYOUT_WIDTH_EXCEEDED: "The specified component exceeds the maximum width",
  COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED: "The maximum number of total components is 40",
  DICT_TYPE_CONVERT: "Only dictionaries may be used in a DictType",
  GUILD_SCHEDULED_EVENT_CHANNEL: "An external event has no channel.",
  GUILD_SCHEDULED_EVENT_END: "Cannot schedule event to end before it starts.",
  GUILD_SCHEDULED_EVENT_INVALID_STATUS: "This status can't follow the present one.",
  GUILD_SCHEDULED_EVENT_RECURRENCE_RULE: "This field is not supported for recurring events.",
  GUILD_SCHEDULED_EVENT_SCHEDULE_PAST: "Cannot schedule event in the past.",
  IMAGE_INVALID: "Invalid image data",
  INVALID_RECIPIENT: "The recipient is not a known user",
  LIST_TYPE_CONVERT: "Only iterables may be used in a ListType",
  MAX_EMBED_SIZE_EXCEEDED: "Embed size exceeds maximum size of 6000",
  MESSAGE_FLAG_PERMANENT: "IS_COMPONENTS_V2 cannot be removed from a message",
  MODEL_TYPE_CONVERT: "Only dictionaries may be used in a ModelType",
  NUMBER_TYPE_COERCE: "Value is not int.",
  SELECT_COMPONENT_MAX_VALUES_EXCEED_OPTIONS: "max_values exceeds the options",
  SELECT_COMPONENT_MIN_VALUES_EXCEED_MAX: "min_values cannot exceed max_values",
  SELECT_COMPONENT_OPTION_VALUE_DUPLICATED: "The specified option value is already used",
  SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES: "Too many default values",
  STRING_TYPE_REGEX: "String value did not match validation regex.",
  STRING_TYPE_CONVERT: "Could not interpret value as string.",
  UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND: "The referenced attachment was not found",
  UNKNOWN_FIELD: "This field is not part of Discord's schema",
} as const;

export class FaultList {
  readonly all: FieldFault[] = [];
  readonly #at: Path;

  /** `at`: the place of the checked part in the body. */
  constructor(at: Path = []) {
    this.#at = at;
  }

  add(path: Path, code: keyof typeof FIELD_FAULTS): void;
  add(path: Path, code: string, message: string): void;
  add(path: Path, code: string, message: string = FIELD_FAULTS[code as keyof typeof FIELD_FAULTS]): void {
    this.all.push({ path: this.#at.length === 0 ? path : [...this.#at, ...path], code, message });
  }

  /** Returns whether a fault of this field was added. */
  hasField(name: string): boolean {
    return this.all.some((fault) => fault.path[this.#at.length] === name);
  }

  required(path: Path): void {
    this.add(path, "BASE_TYPE_REQUIRED");
  }

  tooLong(path: Path, max: number): void {
    this.add(path, "BASE_TYPE_MAX_LENGTH", `Must be ${max} or fewer in length.`);
  }

  badLength(path: Path, min: number, max: number): void {
    this.add(path, "BASE_TYPE_BAD_LENGTH", `Must be between ${min} and ${max} in length.`);
  }

  throwIfAny(): void {
    if (this.all.length > 0) throw invalidBody(this.all);
  }
}

interface ErrorTree {
  [step: string]: ErrorTree | { code: string; message: string }[];
}

function nest(faults: readonly FieldFault[]): ErrorTree {
  const root: ErrorTree = Object.create(null) as ErrorTree;
  for (const fault of faults) {
    let node = root;
    for (const step of fault.path) node = (node[step] ??= Object.create(null) as ErrorTree) as ErrorTree;
    const list = (node["_errors"] ??= []) as { code: string; message: string }[];
    list.push({ code: fault.code, message: fault.message });
  }
  return root;
}
