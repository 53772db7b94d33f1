import { afterEach, beforeEach, expect, it } from "vitest";

import type { NewReminder } from "../../../../src/features/posts/reminder-service.ts";
import type { ReminderContent, Subject } from "../../../../src/schedule/subject.ts";
import { Ids } from "../../../../src/playground/discord/world/default-world.ts";
import { contentOf } from "../reminder-service-harness.ts";
import { openWorld, START, type World } from "../posting-harness.ts";
import { HOUR, MINUTE } from "../../../support/time.ts";

/** Two milestones of the platform last until then. */
const ENDS = [START + 4 * HOUR, START + 6 * HOUR] as const;
const quiet = { zone: "UTC", from: "11:00", to: "14:00" };

let world: World;
let hashes: readonly number[];
beforeEach(async () => {
  world = await openWorld();
  const { platform } = world.table.services;
  const { data } = await platform.milestonesPublic({ locale: "en-US" });
  hashes = Object.values(data)
    .filter(({ endDate }) => endDate !== undefined && endDate !== null)
    .map(({ milestoneHash }) => milestoneHash)
    .slice(0, 2);
  world.answers.milestonesPublic = async (query) => {
    const dated = await platform.milestonesPublic(query);
    const moved = hashes.map((hash, index) => {
      const endDate = new Date(ENDS[index] ?? 0).toISOString();
      return [hash, { ...dated.data[String(hash)], endDate }] as const;
    });
    return { ...dated, data: { ...dated.data, ...Object.fromEntries(moved) } as typeof dated.data };
  };
});
afterEach(() => world.close());

/** Due in quiet hours, so that it goes with others. */
async function make(
  subject: Subject,
  more: Partial<ReminderContent> = {},
  wanted: Partial<NewReminder> = {},
) {
  const index = subject.kind === "milestone" ? hashes.indexOf(subject.hash) : 0;
  const leadMs = (ENDS[index] ?? 0) - (START + HOUR);
  const rule =
    subject.kind === "milestone"
      ? ({ kind: "dated", thing: `milestone:${subject.hash}`, edge: "end", leadMs } as const)
      : ({ kind: "weekly", zone: "UTC", time: "13:00", days: [] } as const);
  const made = await world.reminders.service.make({
    ownerId: Ids.admin,
    guildId: Ids.harbour,
    destinations: [{ kind: "channel", target: Ids.general }],
    rule,
    quiet,
    content: contentOf({ purpose: "announcement", subject, title: "A title", ...more }),
    ...wanted,
  });
  if (!("reminder" in made)) throw new Error(`nothing was made: ${made.kind}`);
  return made.reminder;
}
const note = (text: string) => ({ kind: "note", text }) as const;
const about = (matter: "caps" | "unclaimed") => ({ kind: "own", matter }) as const;
const milestone = (index: number) => ({ kind: "milestone", hash: hashes[index] ?? 0 }) as const;
const general = () => world.texts(Ids.general, Ids.admin);
const inSeconds = (at: number) => `<t:${at / 1000}:R>`;

it("says of each thing when it has ended, and leaves the others as they were", async () => {
  await make(milestone(0));
  await make(milestone(1));
  await make(note("Movie night"));
  await world.at(START + HOUR);
  await world.at(START + 2 * HOUR);
  const all = await general();
  expect(all).toHaveLength(1);
  expect(all[0]).toContain(`Ends: ${inSeconds(ENDS[0])}`);
  expect(all[0]).toContain(`Ends: ${inSeconds(ENDS[1])}`);
  await world.at(ENDS[0] + MINUTE);
  const [halfway] = await general();
  expect(halfway).toContain(`Ended: ${inSeconds(ENDS[0])}`);
  expect(halfway).toContain(`Ends: ${inSeconds(ENDS[1])}`);
  expect(halfway).toContain("Movie night");
  await world.at(ENDS[1] + MINUTE);
  const [over, ...more] = await general();
  expect(more).toEqual([]);
  expect(over).toContain(`Ended: ${inSeconds(ENDS[0])}`);
  expect(over).toContain(`Ended: ${inSeconds(ENDS[1])}`);
  expect(over).toContain("Movie night");
});

it("is left as it is where a reminder in it was changed since", async () => {
  await make(milestone(0));
  const { id, revision } = await make(note("Movie night"));
  await world.at(START + HOUR);
  await world.at(START + 2 * HOUR);
  const before = await general();
  const content = contentOf({ purpose: "announcement", subject: note("Another night"), title: "x" });
  await world.at(START + 3 * HOUR);
  await world.reminders.service.change({ id, revision, by: Ids.admin }, { content });
  await world.at(ENDS[0] + MINUTE);
  expect(await general()).toEqual(before);
});

it("mentions each role once", async () => {
  const allow = String(1n << 17n);
  await world.discord.local.setOverwrite({ channel: Ids.general, target: Ids.bot, allow, deny: "0" });
  const roles = [Ids.pingRole, Ids.pingRole, Ids.moderatorRole];
  for (const [index, roleId] of roles.entries()) await make(note(`night ${index}`), { roleId });
  await world.at(START + HOUR);
  await world.at(START + 2 * HOUR);
  const [post] = await world.discord.local.history({ as: Ids.admin, channel: Ids.general });
  expect([...(post?.message.mention_roles ?? [])].sort()).toEqual([...new Set(roles)].sort());
  expect((await general())[0]?.match(/<@&/g)).toHaveLength(2);
});

it("says how many more there are on a line of its own: not all that is new is a sentence", async () => {
  await make(note("Movie night"));
  await make(note("Game night"));
  await world.at(START + HOUR);
  await world.at(START + 2 * HOUR);
  const [post] = await world.discord.local.history({ as: Ids.admin, channel: Ids.general });
  expect(post?.message.content).toMatch(/^\*\*(?:Movie|Game) night\*\*\nAnd 1 more$/);
});

it("holds what can be read, and tells of the rest alone", async () => {
  await make(note("Movie night"));
  const { id } = await make(note("Game night"));
  await make(note("Quiz night"));
  await world.at(START + HOUR);
  const { queries } = world.table.database;
  await queries.updateTable("reminders").set({ content: '{"publish":0}' }).where("id", "=", id).execute();
  await world.at(START + 2 * HOUR);
  const [post, ...others] = await general();
  expect(others).toEqual([]);
  expect(post).toContain("Movie night");
  expect(post).toContain("Quiz night");
  expect(await world.reminders.service.history(id, 1)).toMatchObject([
    { state: "failed", reason: "internal" },
  ]);
});

it("is known for sent when it is found again, though one in it can't be read any more", async () => {
  const made = [await make(note("Movie night")), await make(note("Game night"))];
  await world.at(START + HOUR);
  const route = "POST /channels/*/messages";
  await world.discord.local.addFault({ kind: "lose-answer", route, times: 4 });
  await world.at(START + 2 * HOUR);
  const { queries } = world.table.database;
  const [first] = made;
  await queries
    .updateTable("reminders")
    .set({ content: "{" })
    .where("id", "=", first?.id ?? "")
    .execute();
  await world.at(START + 3 * HOUR);
  const rows = await Promise.all(made.map(({ id }) => world.reminders.service.history(id, 1)));
  expect(rows.flat().map(({ state }) => state)).toEqual(["sent", "sent"]);
  expect(await general()).toHaveLength(1);
});

it("tells of the end of a session once, in whatever it stands", async () => {
  await world.table.link(Ids.player, 0);
  const [session] = await world.table.sessions.store.list(Ids.player);
  const of = { discordId: Ids.player, id: session?.id ?? "" };
  await world.table.sessions.store.consent(of, { away: true });
  const own = { ownerId: Ids.player, destinations: [{ kind: "dm" as const, target: Ids.player }] as const };
  const personal = { purpose: "personal" as const };
  await make(note("Water the plants"), personal, own);
  const reminders = [await make(about("caps"), personal, own), await make(about("unclaimed"), personal, own)];
  world.table.platform.signIn.sessions.revoke();
  await world.at(START + HOUR);
  await world.at(START + 2 * HOUR);
  const [post, ...others] = await world.dms(Ids.player);
  expect(others).toEqual([]);
  expect(post?.split("And 1 more")[1]?.match(/session ended/g)).toHaveLength(1);
  await world.at(START + 25 * HOUR);
  await world.at(START + 26 * HOUR);
  const all = await world.dms(Ids.player);
  expect(all.filter((one) => one.includes("session ended"))).toHaveLength(1);
  const states = await Promise.all(
    reminders.map(async ({ id }) => (await world.reminders.service.history(id, 9)).map(({ state }) => state)),
  );
  expect(states.flat().sort()).toEqual(["sent", "skipped", "skipped", "skipped"]);
});
