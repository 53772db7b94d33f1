import { setTimeout as wait } from "node:timers/promises";

import { reminderStore } from "../../src/features/posts/engine/ports.ts";
import { hasPostgres, NO_POSTGRES } from "../support/postgres.ts";
import { meetFaults, type MetFaults } from "./nodes/faults.ts";
import { Members } from "./nodes/members.ts";
import { keepOutputs, proofOf } from "./nodes/outcome.ts";
import { type NodesStage, openNodesStage } from "./nodes/stage.ts";
import { Stalls } from "../support/stalls.ts";
import type { Proof } from "./run.ts";

interface Size {
  readonly nodes: number;
  readonly people: number;
  readonly ends: number;
  readonly restarts: number;
  readonly everyMs: number;
  readonly askEveryMs: number;
  /** Reminders are due in a minute; where the proof is over by then, they are brought forward. */
  readonly isHasty: boolean;
  readonly withinMs: number;
}

const WHOLE: Size = {
  nodes: 4,
  people: 4_000,
  ends: 300,
  restarts: 10,
  everyMs: 2_000,
  askEveryMs: 400,
  isHasty: false,
  withinMs: 45 * 60_000,
};
const QUICK: Size = {
  nodes: 3,
  people: 300,
  ends: 4,
  restarts: 1,
  everyMs: 2_500,
  askEveryMs: 150,
  isHasty: true,
  withinMs: 4 * 60_000,
};
const SETTLED_WITHIN_MS = 240_000;
const SOON_MS = 3_600_000;
const LOOK_EVERY_MS = 250;
/** A second post would come with the next try. */
const AGAIN_MS = 3_000;

/** Several processes on one database, killed, stopped and cut off at random moments while members use the bot. */
export async function nodes({ isQuick }: { readonly isQuick: boolean }): Promise<Proof> {
  const isNeeded = process.env["MILEPOST_REQUIRE_POSTGRES"] === "1";
  if (!hasPostgres() && !isNeeded) return { sentence: `skipped: ${NO_POSTGRES}`, failed: 0 };
  const size = isQuick ? QUICK : WHOLE;
  const stage = await openNodesStage(size);
  const givenUp = wait(size.withinMs, undefined, { ref: false }).then(() => {
    throw new Error(`no end after ${size.withinMs} ms; what the nodes printed: ${keepOutputs(stage)}`);
  });
  try {
    return await Promise.race([prove(stage, size), givenUp]);
  } finally {
    await stage.close();
  }
}

async function prove(stage: NodesStage, size: Size): Promise<Proof> {
  const [first, ...others] = stage.nodes;
  await first?.start();
  await Promise.all(others.map((node) => node.start()));
  const stalls = new Stalls();
  const [onlooker = "", ...people] = stage.discord.people;
  const most = Math.floor(people.length * 0.8);
  const members = new Members(stage.discord, [onlooker, ...people.slice(0, most)]);
  const met = await disturbed(stage, members, size);
  const later = new Members(stage.discord, [onlooker, ...people.slice(most)]);
  const unclean = await rollingRestart(stage, later, size);
  const unsettled = await settle(stage, size);
  stalls.stop();
  return proofOf(stage, { met, stalls, members, later, unclean, unsettled });
}

function disturbed(stage: NodesStage, members: Members, size: Size): Promise<MetFaults> {
  const between = size.isHasty ? () => bringForward(stage) : undefined;
  return whileAsking(members, size, () =>
    meetFaults(stage, {
      ...size,
      awaitsSuccessors: size.isHasty,
      ...(between !== undefined && { between }),
    }),
  );
}

/** One node after the other ends in good order and comes back; gives how many did not end so. */
function rollingRestart(stage: NodesStage, members: Members, size: Size): Promise<number> {
  return whileAsking(members, size, async () => {
    let unclean = 0;
    for (const node of stage.nodes) {
      if ((await node.stop()) !== 0) unclean += 1;
      await node.start();
    }
    return unclean;
  });
}

/** Members ask until the work is done. */
async function whileAsking<T>(members: Members, { askEveryMs }: Size, work: () => Promise<T>): Promise<T> {
  const ending = new AbortController();
  const [done] = await Promise.all([
    work().finally(() => ending.abort()),
    members.ask(askEveryMs, ending.signal),
  ]);
  return done;
}

/** What is due in a minute is due now. */
async function bringForward({ withClient }: NodesStage): Promise<void> {
  const now = new Date();
  const [date = "", time = ""] = now.toISOString().split("T");
  const rule = JSON.stringify({ kind: "once", zone: "UTC", date, time: time.slice(0, 5) });
  const update = `update reminders set next_slot = $1, rule = $2 where next_slot > $1 and state = 'active'`;
  await withClient((client) => client.query(update, [now.getTime(), rule]));
}

/** Lets the nodes run undisturbed until nothing waits; gives how much does in the end. */
async function settle(stage: NodesStage, { isHasty }: Size): Promise<number> {
  if (isHasty) {
    // Nobody would tell them what was brought forward.
    await Promise.all(stage.nodes.map((node) => node.stop()));
    await bringForward(stage);
    await stage.nodes[0]?.start();
  }
  const { occurrences } = reminderStore(stage.database.queries);
  const until = Date.now() + SETTLED_WITHIN_MS;
  const isBusy = async () => ((await occurrences.nextAt()) ?? Infinity) < Date.now() + SOON_MS;
  while (Date.now() < until && (await isBusy())) await wait(LOOK_EVERY_MS);
  await wait(AGAIN_MS);
  const { rows } = await stage.withClient((client) =>
    client.query("select 1 from deliveries where state <> 'sent'"),
  );
  return rows.length;
}
