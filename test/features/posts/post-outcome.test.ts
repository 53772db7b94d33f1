import { describe, expect, it } from "vitest";

import { refusalName } from "../../../src/discord/rest/refusal.ts";
import { outcomeOf } from "../../../src/features/posts/post-outcome.ts";

const NOW = 1_800_000_000_000;
const tried = { now: NOW, tries: 9, heldSince: null, random: () => 0.5 };
const refused = (status: number, code: number) =>
  ({ kind: "refused", name: refusalName(code, status), isCertain: status < 500 && status !== 0 }) as const;

describe("a refusal", () => {
  it.each<[string, number, number]>([
    ["the write limit of a channel", 429, 20_028],
    ["edits of old messages", 429, 30_046],
    ["opening direct messages too fast", 403, 40_003],
    ["sending that is switched off for a while", 403, 40_004],
    ["a feature that is switched off for a while", 403, 40_006],
    ["a service that is limited", 429, 40_062],
    ["a page on the way", 403, 40_333],
    ["an application that is not there yet", 400, 110_001],
    ["an overload", 400, 130_000],
    ["a page instead of an answer", 403, 0],
    ["a page for what is not found", 404, 0],
  ])("that may pass is tried again, however often: %s", (_, status, code) => {
    expect(outcomeOf(refused(status, code), tried).settled.state).toBe("failed");
  });

  it.each<[string, number, number]>([
    ["no access", 403, 50_001],
    ["no permission", 403, 50_013],
    ["a locked thread", 403, 160_005],
    ["a server that wants two factors", 403, 60_003],
    ["a channel that became a forum", 400, 40_058],
    ["a forum that wants a tag", 400, 40_067],
  ])("somebody can mend holds: %s", (_, status, code) => {
    expect(outcomeOf(refused(status, code), tried)).toMatchObject({
      settled: { state: "held", code: refusalName(code, status) },
      notify: "missing-permission",
    });
  });

  it.each<[string, number, number]>([
    ["a body that is wrong", 400, 50_035],
    ["an empty message", 400, 50_006],
    ["moderation by the server", 400, 200_000],
    ["a title the server's moderation blocks", 400, 200_001],
    ["a link Discord calls harmful", 400, 240_000],
    ["a body too large", 413, 40_005],
    ["a bad request", 400, 0],
  ])("of the post itself is given up: %s", (_, status, code) => {
    expect(outcomeOf(refused(status, code), tried)).toMatchObject({
      settled: { state: "skipped" },
      notify: "refused",
    });
    expect(outcomeOf(refused(status, code), { ...tried, tries: 1 }).settled.state).toBe("failed");
  });
});
