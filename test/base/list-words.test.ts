import { expect, it } from "vitest";

import { listWords } from "../../src/base/list-words.ts";

it.each([
  ["de", "A, B und C"],
  ["ja", "A、B、C"],
  ["zh-CN", "A、B和C"],
  ["en", "A, B, and C"],
])("lists names as %s does", (language, text) => {
  expect(listWords(["A", "B", "C"], language)).toBe(text);
});
