import * as fc from "fast-check";

import { Markdown, plain } from "../../src/base/markdown.ts";
import type { Block, Button, Reply } from "../../src/discord/reply/reply.ts";

const press = { command: "trending", action: "page" };

/** Half of a character, as JSON writes it: Discord takes no text that ends in the middle of one. */
export const HALF = /\\ud[89a-f]/;

/** What nobody expects in a text. */
export const hostile = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.string({ unit: "grapheme", maxLength: 200 }),
  fc.constantFrom(
    "",
    " ",
    "\u200B",
    "\u202E",
    "\uD800",
    "@everyone",
    "**",
    "x".repeat(5000),
    "e\u0301".repeat(2000),
  ),
);
const address = fc.oneof(
  fc.webUrl(),
  hostile,
  fc.constantFrom(
    "javascript:alert(1)",
    "data:text/html,x",
    "attachment://x",
    `https://a.example/${"x".repeat(3000)}`,
    "http://u:p@a.example",
  ),
);
export const markdown = hostile.map((content) =>
  content.length % 2 === 0 ? plain(content) : Markdown.trusted(content),
);
const image = fc.record({ url: address, description: hostile });
const anyButton: fc.Arbitrary<Button> = fc.oneof(
  fc.record({ type: fc.constant("link" as const), label: hostile, url: address }),
  fc.record(
    {
      type: fc.constant("action" as const),
      label: hostile,
      press: fc.constant(press),
      style: fc.constantFrom("primary", "danger"),
      disabled: fc.boolean(),
    },
    { requiredKeys: ["type", "label", "press"] },
  ),
);
const bytes = fc.uint8Array({ maxLength: 20 });
const anyBlock: fc.Arbitrary<Block> = fc.oneof(
  fc.record({ type: fc.constant("text" as const), text: markdown }),
  fc.record({
    type: fc.constant("section" as const),
    text: markdown,
    beside: fc.oneof(
      anyButton,
      image.map((given) => ({ type: "thumbnail" as const, ...given })),
    ),
  }),
  fc.record({ type: fc.constant("gallery" as const), images: fc.array(image, { maxLength: 25 }) }),
  fc.constant({ type: "divider" as const }),
  fc.record({
    type: fc.constant("fields" as const),
    fields: fc.array(fc.record({ name: hostile, value: markdown }), { maxLength: 40 }),
  }),
  fc.record({ type: fc.constant("buttons" as const), buttons: fc.array(anyButton, { maxLength: 12 }) }),
  fc.record({
    type: fc.constant("select" as const),
    placeholder: hostile,
    choose: fc.constant(press),
    entries: fc.array(
      fc.record(
        { label: hostile, value: hostile, description: hostile, chosen: fc.boolean() },
        { requiredKeys: ["label", "value"] },
      ),
      { maxLength: 40 },
    ),
    min: fc.constantFrom(0, 1, 30),
    max: fc.constantFrom(1, 5, 60),
  }),
  fc.record(
    {
      type: fc.constantFrom("channels", "roles", "people"),
      placeholder: hostile,
      choose: fc.constant(press),
      chosen: fc.array(fc.oneof(hostile, fc.constantFrom("730000000000000001", "0")), { maxLength: 30 }),
      min: fc.constantFrom(0, 1, 30),
      max: fc.constantFrom(1, 5, 60),
      channelTypes: fc.constant([0, 5]),
    },
    { requiredKeys: ["type", "placeholder", "choose"] },
  ),
  fc.record({
    type: fc.constant("file" as const),
    file: fc.record({ name: hostile, bytes, description: hostile }),
  }),
  fc.record({
    type: fc.constant("picture" as const),
    picture: fc.record({
      alt: hostile,
      twin: markdown,
      draw: fc.oneof(
        fc.record({ name: hostile, bytes }).map((drawn) => () => Promise.resolve(drawn)),
        fc.constant(() => Promise.reject(new Error("no canvas"))),
      ),
    }),
  }),
);
export const anyReply: fc.Arbitrary<Reply> = fc.record(
  {
    tone: fc.constantFrom("plain", "good", "notice", "alert"),
    blocks: fc.array(anyBlock, { maxLength: 60 }),
  },
  { requiredKeys: ["blocks"] },
);
