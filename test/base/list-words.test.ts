import { expect, it } from "vitest";

import { listWords } from "../../src/base/list-words.ts";

it.each([
  ["de", "A, B und C"],
  ["ja", "A、B、C"],
  ["zh-CN", "A、B 和 C"],
  ["en", "A, B, and C"],
])("lists names as %s does", (language, text) => {
  expect(listWords(["A", "B", "C"], language)).toBe(text);
});

it.each([
  ["zh-CN", ["周一", "周三"], "周一和周三"],
  ["zh-TW", ["週一", "UTC"], "週一和 UTC"],
  ["zh-CN", ["UTC（现在）", "伦敦"], "UTC（现在）和伦敦"],
  ["ko", ["A", "B"], "A 및 B"],
])("sets the word between two names of %s apart from other scripts alone", (language, names, text) => {
  expect(listWords(names, language)).toBe(text);
});
