import { expect, it } from "vitest";

import { snoozeButtons } from "../../../src/features/posts/view/post-controls.ts";
import { messagesFor } from "../../../src/messages/catalog.ts";
import { DAY, HOUR, MINUTE } from "../../support/time.ts";

const NOW = Date.parse("2026-11-21T06:00:00Z");
const texts = messagesFor("en-US");
const { snoozeShort, snoozeLong, snoozeDay } = texts.posts.buttons;
it.each<[string, number | undefined, readonly string[]]>([
  ["nothing that ends", undefined, [snoozeShort, snoozeLong, snoozeDay]],
  ["what ends in two days", 2 * DAY, [snoozeShort, snoozeLong, snoozeDay]],
  ["what ends this time tomorrow", DAY, [snoozeShort, snoozeLong]],
  ["what ends in an hour", HOUR, [snoozeShort]],
  ["what ends in five minutes", 5 * MINUTE, []],
  ["what has ended", -HOUR, [snoozeShort, snoozeLong, snoozeDay]],
])("is put off only to before its end: %s", (_, left, labels) => {
  const shown = snoozeButtons({ id: "r1" }, left === undefined ? undefined : NOW + left, { texts, now: NOW });
  expect(shown.map(({ label }) => label)).toEqual(labels);
});
