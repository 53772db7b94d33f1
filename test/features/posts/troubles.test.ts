import { afterEach, beforeEach, expect, it } from "vitest";

import { silentLog } from "../../../src/base/log.ts";
import { toldAbove } from "../../../src/compose/told-above.ts";
import type { NewReminder, ReminderView } from "../../../src/features/posts/reminder-service.ts";
import { text } from "../../../src/discord/reply/build.ts";
import { Ids } from "../../../src/playground/discord/world/default-world.ts";
import { type Asking, contextOf } from "../../support/run-command.ts";
import { contentOf } from "./reminder-service-harness.ts";
import { openWorld, START, type World } from "./posting-harness.ts";
import { DAY, HOUR } from "../../support/time.ts";

const SEND = String(1n << 11n);
const DUE = START + HOUR;

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

const daily = { kind: "weekly", zone: "UTC", time: "13:00", days: [] } as const;
const personal: NewReminder = {
  ownerId: Ids.player,
  destinations: [{ kind: "dm", target: Ids.player }],
  rule: daily,
  content: contentOf({ title: "Water the plants" }),
};
const announced: NewReminder = {
  ownerId: Ids.admin,
  guildId: Ids.harbour,
  destinations: [{ kind: "channel", target: Ids.general }],
  rule: daily,
  content: contentOf({ purpose: "announcement", title: "Movie night" }),
};

async function make(wanted: NewReminder): Promise<ReminderView> {
  const made = await world.reminders.service.make(wanted);
  if (!("reminder" in made)) throw new Error(`nothing was made: ${made.kind}`);
  return made.reminder;
}

/** What a member reads above a private answer. */
async function told(memberId: string, asking: Asking = { isPrivate: true }): Promise<string> {
  const context = contextOf(world.services, { ...asking, member: { id: memberId } });
  const afterCommand = toldAbove([world.reminders.afterCommand], silentLog);
  const { blocks } = await afterCommand(context, { blocks: [text("x")] });
  return blocks.map((block) => ("text" in block ? String(block.text) : "")).join("\n");
}

it("tells of a closed DM once, in the next private answer, and goes on when it is opened", async () => {
  const { id } = await make(personal);
  await world.discord.local.setDms({ person: Ids.player, open: false });
  await world.at(DUE);
  expect((await world.reminders.service.find(id))?.destinations).toMatchObject([
    { state: "paused", reason: "dm-closed" },
  ]);
  expect(await told(Ids.player, { isPrivate: false })).not.toContain("reminders");
  expect(await told(Ids.admin)).not.toContain("reminders");
  const first = await told(Ids.player);
  expect(first).toContain("Water the plants");
  expect(first).toContain("let Milepost DM you");
  expect(first).toContain("/remind list");
  expect(await told(Ids.player)).not.toContain("Water");
  await world.discord.local.setDms({ person: Ids.player, open: true });
  await world.reminders.service.retryDestination(Ids.player);
  await world.at(DUE + HOUR);
  expect(await world.dms(Ids.player)).toEqual([expect.stringContaining("Water the plants")]);
  await world.at(DUE + DAY);
  expect(await world.dms(Ids.player)).toHaveLength(2);
});

it("asks a closed DM once, however often it was to be asked again", async () => {
  const { id } = await make({ ...personal, content: contentOf({ repeat: { everyMs: 600_000, most: 5 } }) });
  await world.discord.local.setDms({ person: Ids.player, open: false });
  for (const minutes of [0, 10, 20]) await world.at(DUE + minutes * 60_000);
  const tries = (await world.reminders.service.history(id, 9)).map(
    ({ state, reason }) => `${state} ${reason}`,
  );
  expect(new Set(tries)).toEqual(new Set(["skipped dm-closed"]));
  await world.discord.local.setDms({ person: Ids.player, open: true });
  await world.reminders.service.retryDestination(Ids.player);
  await world.at(DUE + 25 * 60_000);
  expect(await world.dms(Ids.player)).toHaveLength(1);
  await world.at(DUE + 30 * 60_000);
  expect(await world.dms(Ids.player)).toHaveLength(2);
});

it("gives whoever opens their DMs again what came last meanwhile, and says how late it is", async () => {
  const { id } = await make(personal);
  await world.discord.local.setDms({ person: Ids.player, open: false });
  for (const day of [0, 1, 2]) await world.at(DUE + day * DAY);
  await world.discord.local.setDms({ person: Ids.player, open: true });
  await world.at(DUE + 2 * DAY + HOUR);
  await world.reminders.service.retryDestination(Ids.player);
  await world.at(DUE + 2 * DAY + 2 * HOUR);
  expect(await world.dms(Ids.player)).toEqual([expect.stringMatching(/Water the plants[^]*2 hours late/)]);
  expect((await world.reminders.service.history(id, 9)).map(({ slot, state }) => [slot, state])).toEqual([
    [DUE + 2 * DAY, "sent"],
    [DUE + DAY, "skipped"],
    [DUE, "skipped"],
  ]);
  await world.at(DUE + 3 * DAY);
  expect(await world.dms(Ids.player)).toHaveLength(2);
});

it("takes it from a new reminder, or a test that arrives, that DMs are open again", async () => {
  for (const opened of ["made", "tested"] as const) {
    const { id } = await make({ ...personal, content: contentOf({ title: opened }) });
    await world.discord.local.setDms({ person: Ids.player, open: false });
    await world.at(DUE + (opened === "made" ? 0 : DAY));
    await world.discord.local.setDms({ person: Ids.player, open: true });
    const { service } = world.reminders;
    if (opened === "made") await make({ ...personal, content: contentOf({ title: "Another" }) });
    else await service.test(id, new AbortController().signal);
    expect((await service.find(id))?.destinations).toMatchObject([{ state: "open" }]);
  }
});

it("says nothing of a closed DM that was opened before anybody could be told", async () => {
  await make(personal);
  await world.discord.local.setDms({ person: Ids.player, open: false });
  await world.at(DUE);
  await world.discord.local.setDms({ person: Ids.player, open: true });
  await world.reminders.service.retryDestination(Ids.player);
  expect(await told(Ids.player)).not.toContain("Water");
});

it("holds what it may not post, tells whoever set it up with the fix, and goes on at once when it may", async () => {
  const { id } = await make(announced);
  const overwrite = { channel: Ids.general, target: Ids.bot, allow: "0" };
  await world.discord.local.setOverwrite({ ...overwrite, deny: SEND });
  await world.at(DUE);
  expect(await world.reminders.service.history(id, 1)).toMatchObject([
    { state: "held", reason: "missing-permission" },
  ]);
  const said = await told(Ids.admin);
  expect(said).toContain("Movie night");
  expect(said).toContain(`<#${Ids.general}>`);
  expect(said).toContain("Send Messages");
  await world.discord.local.setOverwrite({ ...overwrite, deny: "0" });
  await world.reminders.service.retryDestination(Ids.general);
  await world.at(DUE + 60_000);
  expect(await world.texts(Ids.general, Ids.admin)).toHaveLength(1);
});

it("tells who changed an announcement last too", async () => {
  const { id, revision } = await make(announced);
  await world.reminders.service.change({ id, revision, by: Ids.moderator }, { content: announced.content });
  await world.discord.local.setOverwrite({
    channel: Ids.general,
    target: Ids.bot,
    allow: "0",
    deny: SEND,
  });
  await world.at(DUE);
  for (const member of [Ids.admin, Ids.moderator]) {
    expect(await told(member)).toContain("Movie night");
    expect(await told(member)).not.toContain("Movie night");
  }
});

it("gives a channel up that is gone for a day, and says so", async () => {
  const { id } = await make({ ...announced, destinations: [{ kind: "channel", target: Ids.botCommands }] });
  await world.discord.local.deleteChannel({ channel: Ids.botCommands });
  for (let hour = 0; hour <= 26; hour += 1) await world.at(DUE + hour * HOUR);
  expect((await world.reminders.service.find(id))?.destinations).toMatchObject([{ state: "disabled" }]);
  expect(await told(Ids.admin)).toContain("is gone");
});

it("publishes a post of an announcement channel, trying again while Discord can't", async () => {
  const publishing = { ...announced, content: { ...announced.content, publish: true } };
  await make({ ...publishing, destinations: [{ kind: "channel", target: Ids.announcements }] });
  const route = "POST /channels/*/messages/*/crosspost";
  await world.discord.local.addFault({ kind: "answer", route, status: 503, times: 4 });
  const isPublished = async () => {
    const [seen] = await world.discord.local.history({ as: Ids.admin, channel: Ids.announcements });
    return ((seen?.message.flags ?? 0) & 1) === 1;
  };
  await world.at(DUE);
  expect(await isPublished()).toBe(false);
  for (const minutes of [2, 6, 12, 20]) await world.at(DUE + minutes * 60_000);
  expect(await isPublished()).toBe(true);
});

it("leaves a post alone whose message was deleted, and forgets what was kept long enough", async () => {
  const { id } = await make(announced);
  await world.at(DUE);
  const [seen] = await world.discord.local.history({ as: Ids.admin, channel: Ids.general });
  await world.discord.local.deleteMessage({ message: seen?.id ?? "" });
  await world.at(DUE + DAY);
  expect(await world.texts(Ids.general, Ids.admin)).toHaveLength(1);
  await world.at(DUE + 29 * DAY);
  await world.reminders.sweep();
  const history = await world.reminders.service.history(id, 200);
  expect(history.some(({ slot }) => slot === DUE)).toBe(true);
  await world.at(DUE + 31 * DAY);
  await world.reminders.sweep();
  expect((await world.reminders.service.history(id, 200)).some(({ slot }) => slot === DUE)).toBe(false);
});

it.each([
  ["a member's own", personal],
  ["an announcement", announced],
])("ends what was for once, and removes it a month later: %s", async (_, wanted) => {
  const once = { kind: "once", zone: "UTC", date: "2026-11-20", time: "13:00" } as const;
  const { id } = await make({ ...wanted, rule: once });
  await world.at(DUE);
  expect((await world.reminders.service.find(id))?.state).toBe("ended");
  await world.at(DUE + 29 * DAY);
  await world.reminders.sweep();
  expect(await world.reminders.service.find(id)).toBeDefined();
  await world.at(DUE + 31 * DAY);
  await world.reminders.sweep();
  expect(await world.reminders.service.find(id)).toBeUndefined();
});

it("keeps what was for once and could not be posted in time as long", async () => {
  const once = { kind: "once", zone: "UTC", date: "2026-11-20", time: "13:00" } as const;
  const { id } = await make({ ...announced, rule: once });
  await world.at(DUE + 40 * DAY);
  await world.reminders.sweep();
  expect((await world.reminders.service.find(id))?.state).toBe("ended");
  await world.at(DUE + 71 * DAY);
  await world.reminders.sweep();
  expect(await world.reminders.service.find(id)).toBeUndefined();
});
