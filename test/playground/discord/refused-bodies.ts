import { Ids } from "../../../src/playground/discord/world/default-world.ts";

export const V2 = 1 << 15;
const button = (more: object) => ({ type: 2, style: 1, label: "Go", ...more });
const row = (...components: readonly object[]) => ({ type: 1, components });
export const text = (content: string) => ({ type: 10, content });
const select = (more: object) => ({
  type: 3,
  custom_id: "s",
  options: [{ label: "A", value: "a" }],
  ...more,
});
const embed = (more: object) => ({ embeds: [{ description: "d", ...more }] });

/** Messages Discord refuses: what is wrong, the body, and the path with its code. */
export const MESSAGES: readonly (readonly [string, object, string])[] = [
  ["content over 2000", { content: "x".repeat(2001) }, "content BASE_TYPE_MAX_LENGTH"],
  ["an unknown field", { content: "x", bogus: 1 }, "bogus UNKNOWN_FIELD"],
  ["content that is no text", { content: {} }, "content STRING_TYPE_CONVERT"],
  [
    "an empty embed field",
    embed({ fields: [{ name: "", value: "v" }] }),
    "embeds.0.fields.0.name BASE_TYPE_REQUIRED",
  ],
  ["an empty embed", { embeds: [{}] }, "embeds.0.description BASE_TYPE_REQUIRED"],
  [
    "embeds over 6000",
    { embeds: [{ description: "x".repeat(4000) }, { description: "x".repeat(2001) }] },
    "embeds MAX_EMBED_SIZE_EXCEEDED",
  ],
  [
    "eleven embeds",
    { embeds: Array.from({ length: 11 }, () => ({ title: "t" })) },
    "embeds BASE_TYPE_MAX_LENGTH",
  ],
  ["an embed's odd scheme", embed({ url: "ftp://a.example" }), "embeds.0.url URL_TYPE_INVALID_SCHEME"],
  [
    "a picture that wasn't sent",
    embed({ image: { url: "attachment://no.png" } }),
    "embeds.0.image.url UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
  ],
  [
    "two equal custom ids",
    { content: "x", components: [row(button({ custom_id: "a" }), button({ custom_id: "a" }))] },
    "components.0.components.1.custom_id COMPONENT_CUSTOM_ID_DUPLICATED",
  ],
  [
    "six rows",
    { content: "x", components: Array.from({ length: 6 }, (_, at) => row(button({ custom_id: `${at}` }))) },
    "components BASE_TYPE_BAD_LENGTH",
  ],
  [
    "six buttons in a row",
    {
      content: "x",
      components: [row(...Array.from({ length: 6 }, (_, at) => button({ custom_id: `${at}` })))],
    },
    "components.0.components BASE_TYPE_BAD_LENGTH",
  ],
  [
    "a label over 80",
    { content: "x", components: [row(button({ custom_id: "a", label: "x".repeat(81) }))] },
    "components.0.components.0.label BASE_TYPE_MAX_LENGTH",
  ],
  [
    "a custom id over 100",
    { content: "x", components: [row(button({ custom_id: "x".repeat(101) }))] },
    "components.0.components.0.custom_id BASE_TYPE_BAD_LENGTH",
  ],
  [
    "a button without custom id",
    { content: "x", components: [row(button({}))] },
    "components.0.components.0.custom_id BASE_TYPE_REQUIRED",
  ],
  [
    "a link with custom id",
    { content: "x", components: [row(button({ style: 5, url: "https://a.example", custom_id: "a" }))] },
    "components.0.components.0.custom_id BUTTON_COMPONENT_EXCLUSIVE_FIELD",
  ],
  [
    "a link without address",
    { content: "x", components: [row(button({ style: 5 }))] },
    "components.0.components.0.url BASE_TYPE_REQUIRED",
  ],
  [
    "a select beside a button",
    { content: "x", components: [row(button({ custom_id: "a" }), select({}))] },
    "components.0.components COMPONENT_LAYOUT_WIDTH_EXCEEDED",
  ],
  [
    "a select with 26 options",
    {
      content: "x",
      components: [
        row(select({ options: Array.from({ length: 26 }, (_, at) => ({ label: "A", value: `${at}` })) })),
      ],
    },
    "components.0.components.0.options BASE_TYPE_BAD_LENGTH",
  ],
  [
    "equal options",
    {
      content: "x",
      components: [
        row(
          select({
            options: [
              { label: "A", value: "a" },
              { label: "B", value: "a" },
            ],
          }),
        ),
      ],
    },
    "components.0.components.0.options.1.value SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
  ],
  [
    "min over max",
    { content: "x", components: [row(select({ min_values: 2 }))] },
    "components.0.components.0.min_values SELECT_COMPONENT_MIN_VALUES_EXCEED_MAX",
  ],
  [
    "an emoji that is none",
    { content: "x", components: [row(button({ custom_id: "a", emoji: { name: "word" } }))] },
    "components.0.components.0.emoji.name COMPONENT_INVALID_EMOJI",
  ],
  ["V2 parts without the flag", { components: [text("x")] }, "components.0 UNION_TYPE_CHOICES"],
  [
    "V2 beside content",
    { flags: V2, content: "x", components: [text("x")] },
    "content MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
  ],
  [
    "V2 beside embeds",
    { flags: V2, ...embed({}), components: [text("x")] },
    "embeds MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
  ],
  [
    "over 40 components in all",
    {
      flags: V2,
      components: [{ type: 17, components: Array.from({ length: 39 }, () => text("x")) }, text("y")],
    },
    "components COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
  ],
  [
    "4001 characters shown",
    { flags: V2, components: [text("x".repeat(4000)), text("y")] },
    "components COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
  ],
  ["an unknown component", { flags: V2, components: [{ type: 99 }] }, "components.0 UNION_TYPE_CHOICES"],
  [
    "a section without accessory",
    { flags: V2, components: [{ type: 9, components: [text("x")] }] },
    "components.0.accessory BASE_TYPE_REQUIRED",
  ],
  [
    "a picture's odd scheme",
    { flags: V2, components: [{ type: 12, items: [{ media: { url: "file:///x" } }] }] },
    "components.0.items.0.media.url URL_TYPE_INVALID_SCHEME",
  ],
  [
    "a file by web address",
    { flags: V2, components: [{ type: 13, file: { url: "https://a.example/x" } }] },
    "components.0.file.url URL_TYPE_INVALID_SCHEME",
  ],
  ["a flag that can't be set", { content: "x", flags: 1 << 7 }, "flags BASE_TYPE_CHOICES"],
  ["a nonce over 25", { content: "x", nonce: "x".repeat(26) }, "nonce BASE_TYPE_MAX_LENGTH"],
  [
    "an attachment without file",
    { content: "x", attachments: [{ id: "0" }] },
    "attachments.0.id ATTACHMENT_NOT_FOUND",
  ],
  [
    "mentions said twice",
    { content: "x", allowed_mentions: { parse: ["users"], users: [Ids.player] } },
    "allowed_mentions MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
  ],
];

export const command = (more: object) => ({ name: "ok", description: "d", ...more });
const option = (more: object) => ({ type: 3, name: "o", description: "d", ...more });

/** Lists of commands Discord refuses: what is wrong, the list, and the path with its code. */
export const COMMANDS: readonly (readonly [string, readonly object[], string])[] = [
  ["an upper-case name", [command({ name: "Bad" })], "0.name APPLICATION_COMMAND_INVALID_NAME"],
  ["no description", [{ name: "ok" }], "0.description BASE_TYPE_REQUIRED"],
  [
    "a description over 100",
    [command({ description: "x".repeat(101) })],
    "0.description BASE_TYPE_MAX_LENGTH",
  ],
  ["two of one name", [command({}), command({})], "1.name APPLICATION_COMMANDS_DUPLICATE_NAME"],
  [
    "required after optional",
    [command({ options: [option({ name: "a" }), option({ required: true })] })],
    "0.options.1 APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
  ],
  [
    "options of one name",
    [command({ options: [option({}), option({})] })],
    "0.options.1.name APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
  ],
  [
    "an option with a capital in another language",
    [command({ options: [option({ name_localizations: { de: "Art" } })] })],
    "0.options.0.name_localizations.de APPLICATION_COMMAND_INVALID_NAME",
  ],
  [
    "an unknown locale",
    [command({ name_localizations: { xx: "a" } })],
    "0.name_localizations.xx ENUM_TYPE_COERCE",
  ],
  [
    "26 options",
    [command({ options: Array.from({ length: 26 }, (_, at) => option({ name: `o${at}` })) })],
    "0.options BASE_TYPE_MAX_LENGTH",
  ],
  [
    "26 choices",
    [
      command({
        options: [
          option({ choices: Array.from({ length: 26 }, (_, at) => ({ name: `${at}`, value: `${at}` })) }),
        ],
      }),
    ],
    "0.options.0.choices BASE_TYPE_MAX_LENGTH",
  ],
  [
    "choices beside autocomplete",
    [command({ options: [option({ autocomplete: true, choices: [{ name: "a", value: "a" }] })] })],
    "0.options.0.autocomplete APPLICATION_COMMAND_AUTOCOMPLETE_WITH_CHOICES",
  ],
  [
    "over 8000 characters",
    [
      command({
        options: Array.from({ length: 2 }, (_, at) =>
          option({
            name: `o${at}`,
            choices: Array.from({ length: 20 }, (_, n) => ({
              name: `${n}`,
              value: `${n}${"x".repeat(250)}`,
            })),
          }),
        ),
      }),
    ],
    "0 APPLICATION_COMMAND_TOO_LARGE",
  ],
  [
    "permissions that are no number",
    [command({ default_member_permissions: "admin" })],
    "0.default_member_permissions NUMBER_TYPE_COERCE",
  ],
  [
    "a described user menu",
    [{ type: 2, name: "Look", description: "d" }],
    "0.description APPLICATION_COMMAND_DESCRIPTION_NOT_ALLOWED",
  ],
];
