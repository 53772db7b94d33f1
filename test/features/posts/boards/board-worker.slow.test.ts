import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { boardNotices } from "../../../../src/features/posts/notices.ts";
import { toldAbove } from "../../../../src/compose/told-above.ts";
import { MOST_BOARDS } from "../../../../src/features/posts/board-service.ts";
import { MilepostError } from "../../../../src/base/errors.ts";
import { silentLog } from "../../../../src/base/log.ts";
import { boardRows } from "../../../../src/features/posts/store/guild-rows.ts";
import { lookBeforePosting } from "../../../../src/features/posts/engine/plan-occurrences.ts";
import { contextOf, seen } from "../../../support/run-command.ts";
import { Ids } from "../../../../src/playground/discord/world/default-world.ts";
import { Keeping, creation, news, ritual, signal } from "./board-harness.ts";
import { HOUR_MS, MINUTE_MS } from "../../../../src/base/duration.ts";
import { english } from "../../../../src/messages/en.ts";
import { offerLanguages } from "../../../support/languages.ts";

offerLanguages("fr");

const POST = "POST /channels/*/messages";
const EDIT = "PATCH /channels/*/messages/*";
const SILENT = 1 << 12;
const SEND = String(1n << 11n);
const HISTORY = String(1n << 16n);

let kept: Keeping;

beforeEach(async () => {
  kept = await Keeping.open();
  kept.entries = [news("1", "Harvest"), news("2", "Regatta")];
});
afterEach(() => kept.close());

const only = async () => (await kept.messages())[0];
const board = async () => (await kept.keeper.ofGuild(Ids.harbour))[0];
const forbid = (deny: string) =>
  Promise.all(
    [Ids.harbour, Ids.harbourBotRole].map((target) =>
      kept.discord.local.setOverwrite({ channel: Ids.general, target, allow: "0", deny }),
    ),
  );
const overwrite = (allowed: string, denied: string) =>
  kept.discord.local.setOverwrite({
    channel: Ids.general,
    target: Ids.harbourBotRole,
    allow: allowed,
    deny: denied,
  });
const allow = (bits: string) => overwrite(bits, "0");

describe("a live board", () => {
  it("is one message, posted at once, without a noise", async () => {
    const made = await kept.make();
    expect(made).toMatchObject({ kind: "made", board: { state: "live", messageId: expect.any(String) } });
    expect(await kept.text()).toMatch(/Trending[^]*\*\*Harvest\*\*[^]*\*\*Regatta\*\*[^]*Updated: <t:\d+:R>/);
    expect((await only())?.message.flags).toBe(SILENT);
    expect(await kept.text()).not.toContain("**New**");
  });

  it("is edited in place when something changes, what is new marked until the next change", async () => {
    await kept.make();
    const first = await only();
    kept.entries.unshift(news("3", "Storm"));
    await kept.later();
    expect((await only())?.id).toBe(first?.id);
    expect(await kept.messages()).toHaveLength(1);
    expect(await kept.text()).toMatch(/\*\*New\*\* · \*\*Storm\*\*/);
    expect(await kept.text()).toMatch(/New since: <t:\d+:R>/);
    kept.entries.unshift(news("4", "Calm"));
    await kept.later();
    expect(await kept.text()).toMatch(/\*\*New\*\* · \*\*Calm\*\*/);
    expect(await kept.text()).not.toMatch(/\*\*New\*\* · \*\*Storm\*\*/);
    await kept.later(25 * HOUR_MS);
    expect(await kept.text()).not.toContain("**New**");
  });

  it("is left alone while nothing changes, but for its age once an hour", async () => {
    await kept.make();
    const before = await kept.writes();
    for (let look = 0; look < 11; look += 1) await kept.later();
    expect(await kept.writes()).toEqual(before);
    await kept.later();
    expect(await kept.writes()).toEqual([...before, expect.stringMatching(/^PATCH /)]);
  });

  it("is edited when an entry's time has come, though the platform says nothing new", async () => {
    kept.entries = [ritual("9", "Regatta", kept.clock.now() + 7 * MINUTE_MS)];
    await kept.make();
    expect(await kept.text()).toMatch(/Ends: <t:/);
    await kept.later(8 * MINUTE_MS);
    expect(await kept.text()).toMatch(/Ended: <t:/);
  });

  it("asks the platform once a look and language, however many boards there are", async () => {
    const channels = [Ids.general, Ids.botCommands, Ids.announcements];
    for (const channelId of channels) await kept.make({ channelId });
    await kept.make({ kind: "news" });
    kept.asked.length = 0;
    await kept.later();
    expect(kept.asked).toEqual(["trending en-US 0"]);
    await kept.make({ channelId: Ids.late, locale: "fr" });
    kept.asked.length = 0;
    await kept.later();
    expect(kept.asked.toSorted()).toEqual(["trending en-US 0", "trending fr 0"]);
  });

  it("asks nothing where there is no board", async () => {
    await kept.later();
    expect(kept.asked).toEqual([]);
  });

  it("says maintenance, also after a restart, and blanks nothing", async () => {
    await kept.make();
    kept.maintenance = true;
    await kept.later();
    expect(await kept.text()).toMatch(/Harvest[^]*Updated[^]*in maintenance\./);
    kept.maintenance = false;
    await kept.later();
    expect(await kept.text()).not.toContain("maintenance");
    kept.failure = new MilepostError("platform-maintenance");
    kept.restart();
    await kept.later();
    expect(await kept.text()).toMatch(/Harvest[^]*Updated[^]*in maintenance\./);
    kept.failure = undefined;
    await kept.later();
    expect(await kept.text()).not.toContain("maintenance");
  });

  it("does not believe one empty answer, but two", async () => {
    await kept.make();
    kept.entries = [];
    await kept.later();
    expect(await kept.text()).toContain("Harvest");
    await kept.later();
    expect(await kept.text()).toContain(english.board.nothing);
  });

  it("waits for a platform that is down when it is made", async () => {
    kept.failure = new MilepostError("platform-unavailable");
    expect(await kept.make()).toMatchObject({ kind: "made", board: { state: "live" } });
    expect(await kept.messages()).toEqual([]);
    kept.failure = undefined;
    await kept.later();
    expect(await kept.messages()).toHaveLength(1);
  });

  it("never shows what has an age gate, in an age-restricted channel neither", async () => {
    kept.entries = [
      news("1", "Harvest"),
      news("5", "Secret", { hasAgeGate: true, minimumAge: 18 }),
      { identifier: "6", entityType: 0, displayName: "Secret too" },
    ];
    await kept.make({ channelId: Ids.late });
    const shown = await kept.text(Ids.late);
    expect(shown).toContain("Harvest");
    expect(shown).not.toContain("Secret");
  });

  it("leaves out players' creations unless the server wants it, and kinds it does not want", async () => {
    kept.entries = [
      news("1", "Harvest"),
      creation("2", "Sketch"),
      ritual("3", "Regatta", kept.clock.now() + HOUR_MS),
    ];
    await kept.make();
    expect(await kept.text()).not.toContain("Sketch");
    await kept.settle({ areCreationsOn: true, kinds: ["news", "creation"] });
    await kept.later();
    expect(await kept.text()).toMatch(/Harvest[^]*Sketch/);
    expect(await kept.text()).not.toContain("Regatta");
    await kept.make({ kind: "creation", channelId: Ids.botCommands });
    await kept.settle({ areCreationsOn: false });
    await kept.later();
    expect(await kept.text(Ids.botCommands)).toContain(english.board.creationsOff);
  });

  it("offers to be reminded of what is dated and ahead", async () => {
    kept.entries.push(ritual("9", "Ball", kept.clock.now() + HOUR_MS));
    await kept.make();
    expect(await kept.text()).toContain('"value":"ritual:3:9"');
    await kept.later(HOUR_MS);
    expect(await kept.text()).not.toContain("ritual:3:9");
  });

  it("shows milestones, what ends soonest first, without what is over", async () => {
    const at = (ms: number) => new Date(kept.clock.now() + ms).toISOString();
    kept.milestones = {
      "1": { milestoneHash: 1, endDate: at(5 * HOUR_MS) },
      "2": { milestoneHash: 2, endDate: at(HOUR_MS) },
      "3": { milestoneHash: 3, endDate: at(-HOUR_MS) },
    };
    await kept.make({ what: "milestones" });
    expect(await kept.text()).toMatch(/What's on[^]*Milestone 2[^]*Milestone 1/);
    expect(await kept.text()).not.toContain("Milestone 3");
  });
});

describe("a board's message", () => {
  it("is posted again when it is deleted, but not for ever", async () => {
    await kept.make();
    for (let round = 1; round < 3; round += 1) {
      await kept.discord.local.deleteMessage({ message: (await only())?.id ?? "" });
      kept.entries.unshift(news(`10${round}`, `News ${round}`));
      await kept.later();
      expect(await kept.messages()).toHaveLength(1);
    }
    await kept.discord.local.deleteMessage({ message: (await only())?.id ?? "" });
    kept.entries.unshift(news("103", "News 3"));
    await kept.later();
    await kept.later();
    expect(await kept.messages()).toEqual([]);
    expect(await board()).toMatchObject({ state: "disabled", reason: "deleted" });
    expect(await answerTo(Ids.admin)).toContain("was deleted 3 times in a day");
    await kept.keeper.retry((await board())?.id ?? "", signal);
    expect(await kept.messages()).toHaveLength(1);
    expect(await board()).toMatchObject({ state: "live" });
  });

  it("is posted again though its message was deleted in days to come, before the clock was set back", async () => {
    await kept.make();
    kept.clock.moveTo(365 * 24 * HOUR_MS, 0);
    for (const round of [1, 2, 3]) {
      await kept.discord.local.deleteMessage({ message: (await only())?.id ?? "" });
      kept.entries.unshift(news(`10${round}`, `News ${round}`));
      kept.clock.moveTo(round === 3 ? 0 : kept.clock.offsetMs, 0);
      await kept.later();
      expect(await kept.messages()).toHaveLength(1);
    }
  });

  it("is one only when the answer to the post is lost", async () => {
    await kept.discord.local.addFault({ kind: "lose-answer", route: POST, times: 2 });
    await kept.make();
    expect((await board())?.messageId).toBeUndefined();
    await kept.later();
    expect(await kept.messages()).toHaveLength(1);
    expect((await board())?.messageId).toBe((await only())?.id);
  });

  it.each([MINUTE_MS, HOUR_MS])(
    "is found again by a bot that was killed after posting, %i ms later",
    async (ms) => {
      await kept.make();
      const { queries } = kept.database;
      const since = { message_id: null, shown: null, shown_at: null, posting_since: kept.clock.now() };
      await queries.updateTable("boards").set(since).execute();
      kept.restart();
      kept.entries.unshift(news("3", "Storm"));
      await kept.later(ms);
      expect(await kept.messages()).toHaveLength(1);
      expect(await kept.text()).toContain("Storm");
      expect((await board())?.messageId).toBe((await only())?.id);
    },
  );

  it("is found again by a bot whose database was restored from a copy of before it was posted", async () => {
    await kept.make();
    const { database, clock } = kept;
    const unposted = { message_id: null, shown: null, shown_at: null, posting_since: null };
    await database.queries.updateTable("boards").set(unposted).execute();
    await lookBeforePosting(database.queries, { since: clock.now(), clock });
    kept.restart();
    await kept.later();
    expect(await kept.messages()).toHaveLength(1);
    expect((await board())?.messageId).toBe((await only())?.id);
  });

  it("is not posted twice where nobody can look for it; an admin decides", async () => {
    await forbid(HISTORY);
    await kept.discord.local.addFault({ kind: "lose-answer", route: POST, times: 2 });
    await kept.make();
    await kept.later(HOUR_MS);
    expect(await kept.messages()).toHaveLength(1);
    expect(await board()).toMatchObject({ state: "disabled", reason: "unsure" });
    await kept.keeper.retry((await board())?.id ?? "", signal);
    expect(await kept.messages()).toHaveLength(2);
  });

  it("waits for a permission, and goes on by itself when it is back", async () => {
    await kept.make();
    await forbid(SEND);
    await kept.discord.local.deleteMessage({ message: (await only())?.id ?? "" });
    kept.entries.unshift(news("3", "Storm"));
    await kept.later();
    expect(await board()).toMatchObject({ state: "held", reason: "missing-permission" });
    await kept.later();
    await allow(SEND);
    await kept.later(10 * MINUTE_MS);
    expect(await kept.messages()).toHaveLength(1);
    expect(await board()).toMatchObject({ state: "live" });
  });

  it("in a thread that is archived, locked and reopened, again and again, stays one message", async () => {
    await kept.make({ channelId: Ids.thread });
    const told: string[] = [];
    for (const round of ["a", "b", "c"]) {
      await kept.discord.local.setThread({ thread: Ids.thread, archived: true });
      kept.entries.unshift(news(`1${round.charCodeAt(0)}`, `Archived ${round}`));
      await kept.later();
      expect(await kept.text(Ids.thread)).toContain(`Archived ${round}`);
      await kept.discord.local.setThread({ thread: Ids.thread, archived: true, locked: true });
      kept.entries.unshift(news(`2${round.charCodeAt(0)}`, `Locked ${round}`));
      for (let count = 0; count < 5; count += 1) await kept.later(10 * MINUTE_MS);
      expect(await board()).toMatchObject({ state: "held", reason: expect.stringMatching(/thread-/) });
      told.push(await answerTo(Ids.admin), await answerTo(Ids.admin));
      await kept.discord.local.setThread({ thread: Ids.thread, archived: false, locked: false });
      await kept.later(10 * MINUTE_MS);
      expect(await kept.text(Ids.thread)).toContain(`Locked ${round}`);
      expect(await board()).toMatchObject({ state: "live" });
    }
    expect(await kept.messages(Ids.thread)).toHaveLength(1);
    expect(told.map((text) => text !== "")).toEqual([true, false, true, false, true, false]);
  });

  it("does not wait for a time that was written before the clock was set back", async () => {
    await kept.make();
    await forbid(SEND);
    await kept.discord.local.deleteMessage({ message: (await only())?.id ?? "" });
    kept.entries.unshift(news("3", "Storm"));
    kept.clock.advance(24 * HOUR_MS);
    await kept.later();
    expect(await board()).toMatchObject({ state: "held" });
    await allow(SEND);
    await kept.later(-24 * HOUR_MS);
    expect(await board()).toMatchObject({ state: "live" });
  });

  it("is given up when its channel is gone for a day", async () => {
    await kept.make({ channelId: Ids.botCommands });
    await kept.discord.local.deleteChannel({ channel: Ids.botCommands });
    kept.entries.unshift(news("3", "Storm"));
    await kept.later();
    expect(await board()).toMatchObject({ state: "held", reason: "channel-gone" });
    await kept.later(2 * HOUR_MS);
    expect(await board()).toMatchObject({ state: "held" });
    await kept.later(23 * HOUR_MS);
    expect(await board()).toMatchObject({ state: "disabled", reason: "channel-gone" });
    const before = await kept.writes();
    await kept.later(HOUR_MS);
    expect(await kept.writes()).toEqual(before);
  });

  it("does not keep others from theirs", async () => {
    await kept.make({ channelId: Ids.botCommands });
    await kept.make();
    await kept.discord.local.deleteChannel({ channel: Ids.botCommands });
    kept.entries.unshift(news("3", "Storm"));
    await kept.later();
    expect(await kept.text()).toContain("Storm");
  });

  it.each([500, 429])("is tried again later when Discord answers %i", async (status) => {
    await kept.make();
    await kept.discord.local.addFault({ kind: "answer", route: EDIT, status, times: 2, retryAfterMs: 10 });
    kept.entries.unshift(news("3", "Storm"));
    await kept.later();
    await kept.later();
    await kept.later();
    expect(await kept.text()).toContain("Storm");
    expect(await board()).toMatchObject({ state: "live" });
    expect(await board()).not.toHaveProperty("reason");
  });

  it("can be pinned, and its successor is too", async () => {
    await kept.make();
    const id = (await board())?.id ?? "";
    await overwrite("0", String(1n << 51n));
    expect(await kept.keeper.pin(id, true, signal)).toBe("missing-permission");
    await allow("0");
    expect(await kept.keeper.pin(id, true, signal)).toBe("done");
    expect((await only())?.message.pinned).toBe(true);
    await kept.discord.local.deleteMessage({ message: (await only())?.id ?? "" });
    kept.entries.unshift(news("3", "Storm"));
    await kept.later();
    expect((await kept.messages()).find(({ message }) => message.pinned)).toBeDefined();
  });

  it.each([
    ["delete", 0],
    ["leave", 1],
  ] as const)("is stopped for good: %s", async (how, left) => {
    await kept.make();
    expect(await kept.keeper.stop((await board())?.id ?? "", how, signal)).toBe("stopped");
    kept.entries.unshift(news("3", "Storm"));
    await kept.later();
    expect(await kept.messages()).toHaveLength(left);
    expect(await kept.text()).not.toContain("Storm");
    expect(/Stopped: <t:/.test(await kept.text())).toBe(how === "leave");
    expect(await kept.keeper.stop("id1x", how, signal)).toBe("gone");
  });

  it("leaves nothing behind when it is stopped while it is posted", async () => {
    kept.failure = new MilepostError("platform-unavailable");
    const made = await kept.make();
    kept.failure = undefined;
    const id = made.kind === "full" ? "" : made.board.id;
    kept.clock.advance(5 * MINUTE_MS);
    await Promise.all([kept.keeper.refresh(signal), kept.keeper.stop(id, "delete", signal)]);
    expect(await kept.messages()).toEqual([]);
    expect(await kept.keeper.ofGuild(Ids.harbour)).toEqual([]);
  });
});

const answerTo = async (id: string, isPrivate = true) => {
  const afterCommand = toldAbove([boardNotices(boardRows(kept.database.queries))], silentLog);
  return seen(await afterCommand(contextOf(kept.services, { member: { id }, isPrivate }), { blocks: [] }));
};

describe("trouble of a board", () => {
  it("is told to whoever made it, once, in their next private answer", async () => {
    await kept.make();
    expect(await answerTo(Ids.admin)).toBe("");
    await forbid(SEND);
    await kept.discord.local.deleteMessage({ message: (await only())?.id ?? "" });
    kept.entries.unshift(news("3", "Storm"));
    await kept.later();
    expect(await answerTo(Ids.moderator)).toBe("");
    expect(await answerTo(Ids.admin, false)).toBe("");
    expect(await answerTo(Ids.admin)).toMatch(
      /Live board “Trending”[^]*<#730000000000000001>[^]*Send Messages/,
    );
    expect(await answerTo(Ids.admin)).toBe("");
    await allow(SEND);
    await kept.later(10 * MINUTE_MS);
    await kept.discord.local.deleteChannel({ channel: Ids.general });
    kept.entries.unshift(news("4", "Calm"));
    await kept.later();
    expect(await answerTo(Ids.admin)).toContain("is gone");
  });
});

describe("boards of a server", () => {
  it("are one of a kind in a channel", async () => {
    const [one, other] = await Promise.all([kept.make(), kept.make()]);
    expect([one.kind, other.kind].toSorted()).toEqual(["made", "same"]);
    expect(await kept.messages()).toHaveLength(1);
    expect(await kept.make({ kind: "news" })).toMatchObject({ kind: "made" });
  });

  it("are so many at most", async () => {
    kept.failure = new MilepostError("platform-unavailable");
    for (let count = 0; count < MOST_BOARDS; count += 1) {
      expect(await kept.make({ channelId: `73000000000000010${count}` })).toMatchObject({ kind: "made" });
    }
    expect(await kept.make()).toEqual({ kind: "full", most: MOST_BOARDS });
  });

  it("leave at a pace that leaves room for answers", async () => {
    kept.failure = new MilepostError("platform-unavailable");
    for (let count = 0; count < 21; count += 1) {
      const channelId = [Ids.general, Ids.botCommands, Ids.late][count % 3] ?? Ids.general;
      const kinds = ["news", "help", "event", "activity", "item", "stream", "other"] as const;
      await kept.make({ channelId, kind: kinds[Math.floor(count / 3)] ?? "news", guildId: `${count}` });
    }
    kept.failure = undefined;
    const startedAt = performance.now();
    await kept.later();
    expect(performance.now() - startedAt).toBeGreaterThan(1_900);
    const messages = await Promise.all(
      [Ids.general, Ids.botCommands, Ids.late].map((channel) => kept.messages(channel)),
    );
    expect(messages.flat()).toHaveLength(21);
  });
});
