import { expect, it } from "vitest";

import { sealPageTexts } from "../../../src/features/account/create-sessions.ts";
import { messagesFor } from "../../../src/messages/catalog.ts";

it.each([
  ["en-US", "a, b, and c"],
  ["pt-BR", "a, b e c"],
  ["ja", "a、b、c"],
])("the page members seal their cookies with lists what it needs as %s does", (locale, list) => {
  const texts = sealPageTexts(messagesFor(locale), {
    forWhom: ["Portal", "portal.example", "1", "0000"],
    host: "portal.example",
    names: ["a", "b", "c"],
  });
  expect(texts["steps"]).toContainEqual(expect.stringContaining(list));
});
