import { english } from "../../src/messages/en.ts";
import { setTimeout as wait } from "node:timers/promises";

import Sqlite from "better-sqlite3";

import type { SeenMessage } from "../../src/playground/discord/local-api.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { Permission } from "../../src/playground/discord/world/permissions.ts";
import { ENDS_AT, type Scenario } from "./scenario.ts";

/** Looks this often in a row at a ledger where nothing is left to do. */
const CALM_LOOKS = 5;
const LOOK_EVERY_MS = 100;
const LOOKS = 300;

const BUSY = `select
  (select count(*) from deliveries where state in ('due', 'sending', 'failed') and next_try <= @now) +
  (select count(*) from reminders where state = 'active' and next_slot <= @now)`;

/** What becomes of it until the bot is stopped in the evening. */
export async function passFirstDay(scenario: Scenario): Promise<void> {
  const { harness, mara, luc } = scenario;
  await until(scenario, "2026-11-24T11:45:00Z");
  await until(scenario, "2026-11-24T12:20:00Z");
  await mara.press(await newest(scenario), english.posts.buttons.snoozeLong);
  await harness.people.deleteChannel({ channel: Ids.late });
  await until(scenario, "2026-11-24T16:05:00Z");
  await mara.press(await newest(scenario, Ids.announcements), "Remind me");
  await until(scenario, "2026-11-24T17:05:00Z");
  await until(scenario, "2026-11-24T18:35:00Z");
  await harness.people.deleteChannel({ channel: Ids.thread });
  const session = harness.platform.signIn.sessions.list().find(({ player }) => player === 3);
  harness.platform.signIn.sessions.revoke(session?.id);
  await luc.run("progress");
  await until(scenario, "2026-11-24T19:05:00Z");
}

/** Two days later the bot is started again; then things go wrong, and it is left in the middle of posting. */
export async function passThirdDay(scenario: Scenario): Promise<void> {
  const { harness, mara } = scenario;
  const { people } = harness;
  await until(scenario, "2026-11-26T18:20:00Z");
  await mara.run("progress");
  await people.deleteChannel({ channel: Ids.forumPost });
  const deny = String(Permission.ViewChannel);
  await people.setOverwrite({ channel: Ids.announcements, target: Ids.harbourBotRole, allow: "0", deny });
  await until(scenario, "2026-11-26T20:50:00Z");
  const routeTo = async (as: string) => `POST /channels/${(await people.openDm({ as })).id}/messages`;
  await people.addFault({ kind: "answer", route: await routeTo(Ids.stranger), status: 503, times: 1000 });
  await people.addFault({ kind: "slow", route: await routeTo(Ids.admin), ms: 3_600_000 });
  harness.clock.moveTo(ENDS_AT);
  const isThere = (state: string) =>
    ask(scenario, `select count(*) from deliveries where state = '${state}'`) > 0;
  await waitUntil(() => ["sending", "failed", "due"].every(isThere));
}

/** Moves the clock, and waits until all that is due then is done. */
async function until(scenario: Scenario, at: string): Promise<void> {
  scenario.harness.clock.moveTo(Date.parse(at));
  let calm = 0;
  await waitUntil(() => {
    calm = ask(scenario, BUSY, { now: scenario.harness.clock.now() }) === 0 ? calm + 1 : 0;
    return calm >= CALM_LOOKS;
  });
}

async function waitUntil(isSo: () => boolean): Promise<void> {
  for (let look = 0; look < LOOKS; look += 1) {
    if (isSo()) return;
    await wait(LOOK_EVERY_MS);
  }
  throw new Error("it never came to rest");
}

/** A number from the database. */
function ask({ harness }: Scenario, question: string, values: object = {}): number {
  const database = new Sqlite(harness.databaseFile, { readonly: true });
  try {
    return Number(database.prepare(question).pluck().get(values));
  } finally {
    database.close();
  }
}

/** The newest message of the bot's there, by default among Mara's direct messages. */
async function newest({ harness }: Scenario, channel?: string): Promise<SeenMessage> {
  const as = Ids.player;
  const there = channel ?? (await harness.people.openDm({ as })).id;
  const seen = await harness.people.history({ as, channel: there });
  const last = seen.findLast(({ message }) => message.author.id === Ids.bot);
  if (last === undefined) throw new Error(`nothing of the bot's in ${there}`);
  return last;
}
