import { MilepostError } from "../../base/errors.ts";
import { LIMITS } from "../reply/limits.ts";

interface OptionTexts {
  readonly description: string;
  readonly choices?: Readonly<Record<string, string>>;
}

export interface SubcommandTexts {
  readonly description: string;
  readonly options: Readonly<Record<string, OptionTexts>>;
}

/** The texts of one command in the catalog of a language. */
export interface CommandTexts {
  readonly description: string;
  /** The label in the menu of a user, where the command has one. */
  readonly userMenu?: string;
  /** The label in the menu of a message, where the command has one. */
  readonly messageMenu?: string;
  readonly options?: SubcommandTexts["options"];
  /** Of a group, by name. */
  readonly subcommands?: Readonly<Record<string, SubcommandTexts>>;
}

/** What the picker shows, in one language. */
export interface PickerTexts {
  readonly commands: Readonly<Record<string, CommandTexts | undefined>>;
  readonly show: { readonly everyone: string; readonly me: string };
}

export interface DefinitionRules {
  /** English, which is always there. */
  readonly texts: PickerTexts;
  /** Further languages by Discord's locale code. */
  readonly translations: Readonly<Record<string, PickerTexts>>;
  /** Registered in one server: there Discord takes no install types or contexts. */
  readonly isForOneGuild: boolean;
}

/** By Discord's locale code. */
export type Localized = Readonly<Record<string, string>>;

/** A description in English, which must be there, and in the other languages. `path` is for complaints. */
export function described(
  rules: DefinitionRules,
  path: string,
  pick: (texts: PickerTexts) => string | undefined,
) {
  const description = pick(rules.texts);
  if (description === undefined || description === "" || description.length > LIMITS.description) {
    throw new MilepostError("bad-settings", { path, reason: "needs a description of 1 to 100 characters" });
  }
  return { description, ...localized("description_localizations", rules, pick) };
}

/**
 * The texts of the further languages under this name; nothing where there are none. English stands in for one that is
 * empty or too long: Discord would refuse all commands for it.
 */
export function localized<Name extends string>(
  name: Name,
  { texts: english, translations }: DefinitionRules,
  pick: (texts: PickerTexts) => string | undefined,
  most: number = LIMITS.description,
): { readonly [Key in Name]?: Localized } {
  const texts: Record<string, string> = {};
  for (const [locale, catalog] of Object.entries(translations)) {
    const text = pick(catalog);
    if (text !== undefined && text !== "" && text.length <= most && text !== pick(english))
      texts[locale] = text;
  }
  return Object.keys(texts).length === 0 ? {} : ({ [name]: texts } as { readonly [Key in Name]: Localized });
}
