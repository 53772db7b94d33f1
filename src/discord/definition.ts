import { MilepostError } from "../base/errors.ts";
import { cleanLine } from "./pieces.ts";
import type { CommandEntry } from "./command.ts";
import { LIMITS } from "./limits.ts";
import type { Option, OptionTable } from "./options.ts";
import { isGroup } from "./registry.ts";

interface OptionTexts {
  readonly description: string;
  readonly choices?: Readonly<Record<string, string>>;
}

interface SubcommandTexts {
  readonly description: string;
  readonly options: Readonly<Record<string, OptionTexts>>;
}

/** The texts of one command in the catalog of a language. */
export interface CommandTexts {
  readonly description: string;
  /** The label in the menu of a user, where the command has one. */
  readonly userMenu?: string;
  readonly options?: SubcommandTexts["options"];
  /** Of a group, by name. */
  readonly subcommands?: Readonly<Record<string, SubcommandTexts>>;
}

/** What the picker shows, in one language. */
export interface PickerTexts {
  readonly commands: Readonly<Record<string, CommandTexts | undefined>>;
  readonly show: { readonly everyone: string; readonly me: string };
}

/** A command as Discord is told of it. https://discord.com/developers/docs/interactions/application-commands */
export interface Definition {
  readonly type: 1 | 2;
  readonly name: string;
  readonly description?: string;
  readonly description_localizations?: Localized;
  readonly options?: readonly OptionDefinition[];
  readonly default_member_permissions: string | null;
  readonly integration_types?: readonly number[];
  readonly contexts?: readonly number[];
}

export interface OptionDefinition {
  readonly type: 1 | 3 | 6 | 7 | 8;
  readonly name: string;
  readonly description: string;
  readonly description_localizations?: Localized;
  readonly required?: boolean;
  /** Of a subcommand. */
  readonly options?: readonly OptionDefinition[];
  readonly channel_types?: readonly number[];
  readonly choices?: readonly {
    readonly name: string;
    readonly name_localizations?: Localized;
    readonly value: string;
  }[];
  readonly autocomplete?: boolean;
  readonly max_length?: number;
}

type Localized = Readonly<Record<string, string>>;

const SUBCOMMAND = 1;
const STRING = 3;
const USER = 6;
const CHANNEL = 7;
const ROLE = 8;
const MANAGE_GUILD = "32";
const CONTEXT = { guild: 0, "bot-dm": 1, "private-channel": 2 } as const;
const INSTALL = { guild: 0, user: 1 } as const;

export interface DefinitionRules {
  /** English, which is always there. */
  readonly texts: PickerTexts;
  /** Further languages by Discord's locale code. */
  readonly translations: Readonly<Record<string, PickerTexts>>;
  /** Registered in one server: there Discord takes no install types or contexts. */
  readonly isForOneGuild: boolean;
}

/** What Discord is told of these commands: the slash commands, then the entries of the user menu. */
export function define<Services>(
  commands: readonly CommandEntry<Services>[],
  rules: DefinitionRules,
): Definition[] {
  const slash = commands.map((command) => slashDefinition(command, rules));
  const menus = commands.flatMap((command) =>
    isGroup(command) || command.userMenu === undefined
      ? []
      : [{ type: 2 as const, name: menuLabel(command.name, rules.texts), ...scope(command, rules) }],
  );
  for (const definition of slash) checkSize(definition);
  return [...slash, ...menus];
}

/** The label of a command in the menu of a user. */
export function menuLabel(command: string, texts: PickerTexts): string {
  const name = command.slice(0, 1).toUpperCase() + command.slice(1);
  return cleanLine(texts.commands[command]?.userMenu ?? name, 32) ?? name;
}

function slashDefinition<Services>(command: CommandEntry<Services>, rules: DefinitionRules): Definition {
  const { name } = command;
  return {
    type: 1,
    name,
    ...described(rules, name, (texts) => texts.commands[name]?.description),
    options: isGroup(command)
      ? Object.entries(command.subcommands).map(([sub, { options }]) =>
          subcommandDefinition([name, sub], options as OptionTable<Services>, rules),
        )
      : optionDefinitions(command.options as OptionTable<Services>, rules, {
          path: name,
          textsOf: (texts) => texts.commands[name]?.options,
        }),
    ...scope(command, rules),
  };
}

function subcommandDefinition<Services>(
  [command, name]: readonly [string, string],
  options: OptionTable<Services>,
  rules: DefinitionRules,
): OptionDefinition {
  const path = `${command}.${name}`;
  const own = (texts: PickerTexts) => texts.commands[command]?.subcommands?.[name];
  return {
    type: SUBCOMMAND,
    name,
    ...described(rules, path, (texts) => own(texts)?.description),
    options: optionDefinitions(options, rules, { path, textsOf: (texts) => own(texts)?.options }),
  };
}

interface OptionSource {
  /** For complaints. */
  readonly path: string;
  textsOf(texts: PickerTexts): SubcommandTexts["options"] | undefined;
}

/** Required ones first, as Discord wants them. */
function optionDefinitions<Services>(
  options: OptionTable<Services>,
  rules: DefinitionRules,
  source: OptionSource,
): OptionDefinition[] {
  return Object.entries(options)
    .map(([name, option]) => optionDefinition(name, option, { rules, source }))
    .sort((a, b) => Number(b.required) - Number(a.required));
}

function scope<Services>(
  { forAdmins, contexts }: CommandEntry<Services>,
  { isForOneGuild }: DefinitionRules,
) {
  const permissions = { default_member_permissions: forAdmins === true ? MANAGE_GUILD : null };
  if (isForOneGuild) return permissions;
  const places =
    contexts ??
    (forAdmins === true ? (["guild"] as const) : (["guild", "bot-dm", "private-channel"] as const));
  return {
    ...permissions,
    integration_types: forAdmins === true ? [INSTALL.guild] : [INSTALL.guild, INSTALL.user],
    contexts: places.map((place) => CONTEXT[place]),
  };
}

function optionDefinition<Services>(
  name: string,
  option: Option<Services>,
  { rules, source }: { readonly rules: DefinitionRules; readonly source: OptionSource },
): OptionDefinition {
  const own = (texts: PickerTexts) => source.textsOf(texts)?.[name];
  const common = {
    name,
    ...described(rules, `${source.path}.${name}`, (texts) => own(texts)?.description),
    required: option.type !== "show" && option.required === true,
  };
  const choiceOf = (value: string, pick: (texts: PickerTexts) => string | undefined) => ({
    name: pick(rules.texts) ?? value,
    ...localized("name_localizations", rules, pick),
    value,
  });
  switch (option.type) {
    case "user":
      return { type: USER, ...common };
    case "role":
      return { type: ROLE, ...common };
    case "channel":
      return {
        type: CHANNEL,
        ...common,
        ...(option.types !== undefined && { channel_types: option.types }),
      };
    case "text":
      return {
        type: STRING,
        ...common,
        ...(option.autocomplete !== undefined && { autocomplete: true }),
        ...(option.maxLength !== undefined && { max_length: option.maxLength }),
      };
    case "show":
      return {
        type: STRING,
        ...common,
        choices: (["everyone", "me"] as const).map((value) => choiceOf(value, (texts) => texts.show[value])),
      };
    case "choice":
      return {
        type: STRING,
        ...common,
        choices: option.values.map((value) => choiceOf(value, (texts) => own(texts)?.choices?.[value])),
      };
  }
}

function described(rules: DefinitionRules, path: string, pick: (texts: PickerTexts) => string | undefined) {
  const description = pick(rules.texts);
  if (description === undefined || description === "" || description.length > LIMITS.description) {
    throw new MilepostError("bad-settings", { path, reason: "needs a description of 1 to 100 characters" });
  }
  return { description, ...localized("description_localizations", rules, pick) };
}

function localized<Name extends string>(
  name: Name,
  { translations }: DefinitionRules,
  pick: (texts: PickerTexts) => string | undefined,
): { readonly [Key in Name]?: Localized } {
  const texts: Record<string, string> = {};
  for (const [locale, catalog] of Object.entries(translations)) {
    const text = pick(catalog);
    if (text !== undefined) texts[locale] = text;
  }
  return Object.keys(texts).length === 0 ? {} : ({ [name]: texts } as { readonly [Key in Name]: Localized });
}

function checkSize(definition: Definition): void {
  if (sizeOf(definition) <= LIMITS.commandText) return;
  throw new MilepostError("bad-settings", {
    path: definition.name,
    reason: "a command's texts exceed 8000 characters",
  });
}

function sizeOf(part: Definition | OptionDefinition): number {
  let size = part.name.length + longest(part.description ?? "", part.description_localizations);
  for (const option of part.options ?? []) size += sizeOf(option);
  for (const choice of "choices" in part ? (part.choices ?? []) : [])
    size += longest(choice.name, choice.name_localizations) + choice.value.length;
  return size;
}

function longest(text: string, translations: Localized = {}): number {
  return Math.max(text.length, ...Object.values(translations).map((other) => other.length));
}
