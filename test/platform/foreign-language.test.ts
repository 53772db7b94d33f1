import { expect, it } from "vitest";

import { foreignLanguage } from "../../src/platform/locale.ts";

const profile = {
  locale: { codes: { "en-US": "en_us", de: "de", "zh-CN": "zh-chs", "pt-BR": "pt-br" }, default: "en_us" },
};

it.each([
  ["en-US", undefined],
  ["en-GB", undefined],
  ["de", undefined],
  ["zh-CN", undefined],
  ["pt-BR", undefined],
  ["pl", "en"],
  ["ja", "en"],
])("names what the service answers %s in, where that is another language", (locale, language) => {
  expect(foreignLanguage(profile, locale)).toBe(language);
});

it.each([
  ["en-US", undefined],
  ["en-GB", undefined],
  ["de", undefined],
  ["pl", "en"],
])("knows what %s is answered in by whom the code is for, such as english", (locale, language) => {
  const codes = { "en-US": "english", de: "german" };
  expect(foreignLanguage({ locale: { codes, default: "english" } }, locale)).toBe(language);
  expect(foreignLanguage({ locale: { codes: {}, default: "english" } }, locale)).toBeUndefined();
});

it("names nothing where the service has one language and does not say which", () => {
  expect(foreignLanguage({ locale: { codes: {}, default: "" } }, "de")).toBeUndefined();
});
