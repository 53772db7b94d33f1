import { expect, it } from "vitest";

import { altText } from "../../../src/features/kit/view/parts.ts";

it.each([
  [
    "en",
    ["This week", "Rope and tar!", undefined, "", "Until 17:00"],
    "This week. Rope and tar! Until 17:00.",
  ],
  ["zh-CN", ["Keep watch.", "11月24日", "Rope!"], "Keep watch. 11月24日。Rope!"],
  ["ja", ["今週", "夜番を三度務めよう。", "17:00まで"], "今週。夜番を三度務めよう。17:00まで。"],
])("says what a picture shows in sentences of %s", (language, parts, text) => {
  expect(altText(parts, language)).toBe(text);
});
