import type { APIApplicationCommandBasicOption } from "discord-api-types/v10";
import { describe, expect, it } from "vitest";

import { OPTION } from "../../../../src/playground/web/page/composer/command-list.ts";
import {
  checkOption,
  isClosed,
  widthInDigits,
} from "../../../../src/playground/web/page/composer/option-value.ts";

function option(type: number, rest: object = {}): APIApplicationCommandBasicOption {
  return { type, name: "what", description: "What", ...rest };
}
const right = (value: unknown) => ({ ok: true, value });
const wrong = (why: string) => ({ ok: false, why });
const choices = [{ name: "News", value: "news" }];

describe("what stands in an option", () => {
  it.each([
    ["free text", option(OPTION.STRING), { text: "hello" }, right("hello")],
    [
      "text that is too short",
      option(OPTION.STRING, { min_length: 3 }),
      { text: "hi" },
      wrong("At least 3 characters."),
    ],
    [
      "text that is too long",
      option(OPTION.STRING, { max_length: 3 }),
      { text: "four" },
      wrong("At most 3 characters."),
    ],
    [
      "a choice that was picked",
      option(OPTION.STRING, { choices }),
      { text: "News", value: "news" },
      right("news"),
    ],
    [
      "text where a choice is due",
      option(OPTION.STRING, { choices }),
      { text: "Newz" },
      wrong("Pick one from the list."),
    ],
    ["a whole number", option(OPTION.INTEGER), { text: "12" }, right(12)],
    ["half a number", option(OPTION.INTEGER), { text: "1.5" }, wrong("Type a whole number.")],
    ["no number", option(OPTION.NUMBER), { text: "many" }, wrong("Type a number.")],
    ["too small a number", option(OPTION.NUMBER, { min_value: 2 }), { text: "1" }, wrong("At least 2.")],
    ["too large a number", option(OPTION.NUMBER, { max_value: 2 }), { text: "3" }, wrong("At most 2.")],
    ["a number that was suggested", option(OPTION.INTEGER), { text: "Two", value: 2 }, right(2)],
    ["false", option(OPTION.BOOLEAN), { text: "False", value: false }, right(false)],
    ["a word for a boolean", option(OPTION.BOOLEAN), { text: "maybe" }, wrong("Pick true or false.")],
    ["a member", option(OPTION.USER), { text: "Ada", value: "1" }, right("1")],
    ["someone unknown", option(OPTION.USER), { text: "Nobody" }, wrong("Pick one from the list.")],
    ["nothing", option(OPTION.STRING), { text: " " }, wrong("This option is required. Specify a value.")],
  ])("is judged as Discord does: %s", (_, given, typed, judged) => {
    expect(checkOption(given, typed)).toEqual(judged);
  });

  it("is free only for text and numbers without choices", () => {
    expect(isClosed(option(OPTION.STRING))).toBe(false);
    expect(isClosed(option(OPTION.STRING, { choices }))).toBe(true);
    expect(isClosed(option(OPTION.CHANNEL))).toBe(true);
  });
});

it.each([
  ["", 3],
  ["hello", 6],
  ["水やり", 7],
  ["내일 9시", 9],
  ["x".repeat(40), 32],
])("a pill is wide enough for %j", (shown, width) => {
  expect(widthInDigits(shown)).toBe(width);
});
