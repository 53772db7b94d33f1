import {
  ApplicationCommandOptionType,
  ApplicationCommandOptionType as OptionType,
  ApplicationCommandType,
  ApplicationIntegrationType as Install,
  InteractionContextType,
  PermissionFlagsBits,
} from "discord-api-types/v10";

import { MilepostError } from "../../base/errors.ts";
import type { CommandEntry } from "./command.ts";
import { LIMITS } from "../reply/limits.ts";
import type { Option, OptionTable } from "./options.ts";
import {
  type DefinitionRules,
  described,
  localized,
  type Localized,
  type PickerTexts,
  type SubcommandTexts,
} from "./command-texts.ts";
import { cleanLine } from "../reply/pieces.ts";
import { isGroup } from "./registry.ts";

/** A command as it is registered at Discord. https://discord.com/developers/docs/interactions/application-commands */
export interface Definition {
  readonly type: Exclude<ApplicationCommandType, ApplicationCommandType.PrimaryEntryPoint>;
  readonly name: string;
  /** Only for entries of menus: slash commands have the same name in every language. */
  readonly name_localizations?: Localized;
  readonly description?: string;
  readonly description_localizations?: Localized;
  readonly options?: readonly OptionDefinition[];
  readonly default_member_permissions: string | null;
  readonly integration_types?: readonly number[];
  readonly contexts?: readonly number[];
}

const CONTEXT = {
  guild: InteractionContextType.Guild,
  "bot-dm": InteractionContextType.BotDM,
  "private-channel": InteractionContextType.PrivateChannel,
} as const;

/** Returns the definitions to register: slash commands first, then entries of the user and message menus. */
export function define<Services>(
  commands: readonly CommandEntry<Services>[],
  rules: DefinitionRules,
): Definition[] {
  const slash = commands.map((command) => slashDefinition(command, rules));
  const menus = commands.flatMap((command) =>
    menusOf(command).map((type) => ({
      type,
      name: menuLabel(command.name, type, rules.texts),
      ...localized("name_localizations", rules, (texts) => ownLabel(command.name, type, texts), MENU_LABEL),
      ...scope(command, rules),
    })),
  );
  for (const definition of slash) checkSize(definition);
  return [...slash, ...menus];
}

const MENU_LABEL = 32;

type MenuType = ApplicationCommandType.User | ApplicationCommandType.Message;

/** Returns the menus a command appears in. */
function menusOf<Services>(command: CommandEntry<Services>): readonly MenuType[] {
  const isOfUsers = !isGroup(command) && command.userMenu !== undefined;
  return [
    ...(isOfUsers ? [ApplicationCommandType.User as const] : []),
    ...(command.messageMenu === undefined ? [] : [ApplicationCommandType.Message as const]),
  ];
}

/** Returns which command each menu entry runs, by menu type and label. */
export function menuTargets<Services>(
  commands: readonly CommandEntry<Services>[],
  texts: PickerTexts,
): ReadonlyMap<string, string> {
  return new Map(
    commands.flatMap((command) =>
      menusOf(command).map((type) => [`${type} ${menuLabel(command.name, type, texts)}`, command.name]),
    ),
  );
}

function menuLabel(command: string, type: MenuType, texts: PickerTexts): string {
  const name = command.slice(0, 1).toUpperCase() + command.slice(1);
  return cleanLine(ownLabel(command, type, texts) ?? name, MENU_LABEL) ?? name;
}

function ownLabel(command: string, type: MenuType, texts: PickerTexts): string | undefined {
  const own = texts.commands[command];
  return type === ApplicationCommandType.User ? own?.userMenu : own?.messageMenu;
}

function slashDefinition<Services>(command: CommandEntry<Services>, rules: DefinitionRules): Definition {
  const { name } = command;
  return {
    type: ApplicationCommandType.ChatInput,
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
    type: ApplicationCommandOptionType.Subcommand,
    name,
    ...described(rules, path, (texts) => own(texts)?.description),
    options: optionDefinitions(options, rules, { path, textsOf: (texts) => own(texts)?.options }),
  };
}

function scope<Services>(
  { forAdmins, contexts }: CommandEntry<Services>,
  { isForOneGuild }: DefinitionRules,
) {
  const permissions = {
    default_member_permissions: forAdmins === true ? String(PermissionFlagsBits.ManageGuild) : null,
  };
  if (isForOneGuild) return permissions;
  const places =
    contexts ??
    (forAdmins === true ? (["guild"] as const) : (["guild", "bot-dm", "private-channel"] as const));
  return {
    ...permissions,
    integration_types:
      forAdmins === true ? [Install.GuildInstall] : [Install.GuildInstall, Install.UserInstall],
    contexts: places.map((place) => CONTEXT[place]),
  };
}

function checkSize(definition: Definition): void {
  if (sizeOf(definition) <= LIMITS.commandText) return;
  throw new MilepostError("bad-settings", {
    path: definition.name,
    reason: "a command's texts exceed 8000 characters",
  });
}

function sizeOf(part: Definition | OptionDefinition): number {
  let size =
    longest(part.name, part.name_localizations) +
    longest(part.description ?? "", part.description_localizations);
  for (const option of part.options ?? []) size += sizeOf(option);
  for (const choice of "choices" in part ? (part.choices ?? []) : [])
    size += longest(choice.name, choice.name_localizations) + choice.value.length;
  return size;
}

function longest(text: string, translations: Localized = {}): number {
  return Math.max(text.length, ...Object.values(translations).map((other) => other.length));
}

/** An option, subcommand or choice as it is registered at Discord. */
export interface OptionDefinition {
  readonly type: OptionType;
  readonly name: string;
  readonly name_localizations?: Localized;
  readonly description: string;
  readonly description_localizations?: Localized;
  readonly required?: boolean;
  /** Only for a subcommand. */
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

interface OptionSource {
  /** Names the option in errors. */
  readonly path: string;
  textsOf(texts: PickerTexts): SubcommandTexts["options"] | undefined;
}

/** Returns the options with required ones first, as Discord demands. */
function optionDefinitions<Services>(
  options: OptionTable<Services>,
  rules: DefinitionRules,
  source: OptionSource,
): OptionDefinition[] {
  return Object.entries(options)
    .map(([name, option]) => optionDefinition(name, option, { rules, source }))
    .sort((a, b) => Number(b.required) - Number(a.required));
}

function optionDefinition<Services>(
  name: string,
  option: Option<Services>,
  { rules, source }: { readonly rules: DefinitionRules; readonly source: OptionSource },
): OptionDefinition {
  const own = (texts: PickerTexts) => source.textsOf(texts)?.[name];
  return {
    name,
    ...localized("name_localizations", rules, (texts) => nameIn(texts, name)),
    ...described(rules, `${source.path}.${name}`, (texts) => own(texts)?.description),
    required: option.type !== "show" && option.required === true,
    ...typed(option, (value, pick = (texts) => own(texts)?.choices?.[value]) => ({
      name: pick(rules.texts) ?? value,
      ...localized("name_localizations", rules, pick),
      value,
    })),
  };
}

/** What Discord takes. */
const NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;

/** Returns undefined where a translation is none that Discord takes. */
function nameIn({ options }: PickerTexts, name: string): string | undefined {
  const own = options?.[name];
  return own !== undefined && NAME.test(own) && own === own.toLowerCase() ? own : undefined;
}

/** Returns a choice by its value; `pick` finds its text where it is not among the option's own. */
type ChoiceOf = (
  value: string,
  pick?: (texts: PickerTexts) => string | undefined,
) => NonNullable<OptionDefinition["choices"]>[number];

/** Returns the fields that depend on the option's type. */
function typed<Services>(
  option: Option<Services>,
  choiceOf: ChoiceOf,
): Pick<OptionDefinition, "type" | "channel_types" | "choices" | "autocomplete" | "max_length"> {
  switch (option.type) {
    case "user":
      return { type: OptionType.User };
    case "role":
      return { type: OptionType.Role };
    case "channel":
      return { type: OptionType.Channel, ...(option.types !== undefined && { channel_types: option.types }) };
    case "text":
      return {
        type: OptionType.String,
        ...(option.autocomplete !== undefined && { autocomplete: true }),
        ...(option.maxLength !== undefined && { max_length: option.maxLength }),
      };
    case "show":
      return {
        type: OptionType.String,
        choices: (["everyone", "me"] as const).map((who) => choiceOf(who, (texts) => texts.show[who])),
      };
    case "choice":
      return { type: OptionType.String, choices: option.values.map((value) => choiceOf(value)) };
  }
}
