import { addLanguage, languageName } from "../../src/messages/languages.ts";

/** Makes these languages be there, in English words: for what follows a language and is not about its texts. */
export function offerLanguages(...codes: readonly string[]): void {
  for (const code of codes) {
    addLanguage({ code, name: languageName(code), isMachineTranslated: false, read: () => ({}) });
  }
}
