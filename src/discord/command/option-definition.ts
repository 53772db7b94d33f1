import { ApplicationCommandOptionType as OptionType } from "discord-api-types/v10";

import type { Option, OptionTable } from "./options.ts";
import {
  type DefinitionRules,
  described,
  localized,
  type Localized,
  type PickerTexts,
  type SubcommandTexts,
} from "./command-texts.ts";

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

export interface OptionSource {
  /** Names the option in errors. */
  readonly path: string;
  textsOf(texts: PickerTexts): SubcommandTexts["options"] | undefined;
}

/** Returns the options with required ones first, as Discord demands. */
export function optionDefinitions<Services>(
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
