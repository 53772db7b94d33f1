import { expect, it } from "vitest";

import { describeOnSqlite } from "../../../support/databases.ts";
import { HOUR, MINUTE } from "../../../support/time.ts";
import { addReminder, START, stageOf } from "./engine-harness.ts";

const OUT = { name: "unavailable", isCertain: true } as const;
const QUIET = { zone: "UTC", from: "12:01", to: "13:00" };

describeOnSqlite("the age of a post", (database) => {
  it.each([
    [MINUTE, 0],
    [MINUTE + 1, MINUTE + 1],
  ])("is said from one minute on: %i ms", async (ageMs, lateMs) => {
    await addReminder(database(), "a");
    const { look, asked } = stageOf(database());
    await look(START + ageMs);
    expect(asked.flatMap(({ items }) => items.map((item) => item.lateMs))).toEqual([lateMs]);
  });

  it.each([
    [HOUR - 1, "sent"],
    [HOUR, "skipped too-late"],
  ])("ends what helps for an hour: after %i ms", async (ageMs, state) => {
    await addReminder(database(), "a", { usefulUntil: START + HOUR });
    const { look, post, states } = stageOf(database());
    post.refusals.set("channel-a", OUT);
    await look(START);
    post.refusals.clear();
    await look(START + ageMs);
    expect(await states("a")).toEqual([state]);
  });

  it.each([
    ["waits for their end where it still helps then", 1, "failed quiet-hours"],
    ["comes before their end where it helps no longer", 0, "sent"],
  ])("in quiet hours that began since it was tried: it %s", async (_, moreMs, state) => {
    const rule = { kind: "dated", thing: "t", edge: "end", leadMs: HOUR } as const;
    await addReminder(database(), "a", { rule, quiet: QUIET, usefulUntil: START + HOUR + moreMs });
    const { look, post, states } = stageOf(database());
    post.refusals.set("channel-a", OUT);
    await look(START);
    post.refusals.clear();
    await look(START + 2 * MINUTE);
    expect(await states("a")).toEqual([state]);
  });
});
