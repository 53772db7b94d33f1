import { afterAll, beforeAll } from "vitest";

import { addLanguage, type Language, languageName } from "../../src/messages/languages.ts";

/** Makes a language known while the tests of a file or group run. */
export function speak(language: Language): void {
  let forget: (() => void) | undefined;
  beforeAll(() => void (forget = addLanguage(language)));
  afterAll(() => forget?.());
}

/** Makes these languages be there, in English words: for what follows a language and is not about its texts. */
export function offerLanguages(...codes: readonly string[]): void {
  for (const code of codes) {
    speak({ code, name: languageName(code), isMachineTranslated: false, read: () => ({}) });
  }
}
