import { expect, it } from "vitest";

import { md } from "../../../src/base/markdown.ts";
import { sentences } from "../../../src/features/kit/view/parts.ts";

it.each([
  ["en", "Gone. Pick **another**."],
  ["ja", "Gone.Pick **another**."],
  ["ko", "Gone. Pick **another**."],
])("come with a space between them where the language writes one: %s", (language, said) => {
  expect(String(sentences(language, md`Gone.`, undefined, md`Pick **another**.`))).toBe(said);
});
