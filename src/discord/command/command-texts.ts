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

/** The texts of one command in one language. */
export interface CommandTexts {
  readonly description: string;
  /** Its label in the menu of a user, if it has one. */
  readonly userMenu?: string;
  /** Its label in the menu of a message, if it has one. */
  readonly messageMenu?: string;
  readonly options?: SubcommandTexts["options"];
  /** The texts of a group's subcommands, by name. */
  readonly subcommands?: Readonly<Record<string, SubcommandTexts>>;
}

/** What Discord's command picker shows, in one language. */
export interface PickerTexts {
  readonly commands: Readonly<Record<string, CommandTexts | undefined>>;
  readonly show: { readonly everyone: string; readonly me: string };
  /** What options are called, by their name in English. */
  readonly options?: Readonly<Record<string, string>>;
}

export interface DefinitionRules {
  /** The English texts, which always exist. */
  readonly texts: PickerTexts;
  /** The other languages, by Discord's locale code. */
  readonly translations: Readonly<Record<string, PickerTexts>>;
  /** Whether the command is registered in one server only: there Discord accepts no install types or contexts. */
  readonly isForOneGuild: boolean;
}

/** A text by Discord's locale code. */
export type Localized = Readonly<Record<string, string>>;

/**
 * Returns a description in English and its localizations. Throws where the English one is missing; `path` names the
 * command in that error.
 */
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
 * Returns the localizations of one text, or nothing where there are none. Leaves out texts that are empty or too long,
 * which would make Discord refuse the whole list; members then see English.
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
