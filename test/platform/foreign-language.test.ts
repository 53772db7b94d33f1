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

it("names nothing where the service has one language and does not say which", () => {
  expect(foreignLanguage({ locale: { codes: {}, default: "" } }, "de")).toBeUndefined();
});
