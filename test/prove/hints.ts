import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import type { Client } from "pg";

import { english } from "../../src/messages/en.ts";
import { hasPostgres, NO_POSTGRES } from "../support/postgres.ts";
import { channelOf, connectAsStranger } from "../support/stranger.ts";
import { Stalls } from "../support/stalls.ts";
import { keepOutputs } from "./nodes/outcome.ts";
import { type NodesStage, openNodesStage } from "./nodes/stage.ts";
import type { Proof } from "./run.ts";

interface Size {
  readonly nodes: number;
  readonly people: number;
  readonly forMs: number;
  readonly askEveryMs: number;
}

const WHOLE: Size = { nodes: 4, people: 400, forMs: 5 * 60_000, askEveryMs: 250 };
const QUICK: Size = { nodes: 3, people: 60, forMs: 10_000, askEveryMs: 250 };

/** What nodes tell each other, beside the leases and counters in their tables. */
const NAMES = [
  "definitions",
  "discord.message",
  "forgotten",
  "guilds",
  "keys",
  "page-endings",
  "platform-pause",
  "reminder-dates",
  "reminders",
  "shard-count",
  "shards-wanted",
];
const GARBAGE = ["", "{", "null", "[]", "{}", "[1,2]", '["__proto__",1e9]', "1 2 3", "x".repeat(7_000)];
const PAUSED = english.errors.byCode["platform-throttled"].title;
const ANSWERED_WITHIN_MS = 12_000;
const NOTES_AT_ONCE = 50;
const PAUSE_MS = 10;

/** A role that may only connect tells several processes everything there is to tell, and knows where. */
export async function hints({ isQuick }: { readonly isQuick: boolean }): Promise<Proof> {
  const isNeeded = process.env["MILEPOST_REQUIRE_POSTGRES"] === "1";
  if (!hasPostgres() && !isNeeded) return { sentence: `skipped: ${NO_POSTGRES}`, failed: 0 };
  const size = isQuick ? QUICK : WHOLE;
  const stage = await openNodesStage(size);
  try {
    return await prove(stage, size);
  } finally {
    await stage.close();
  }
}

async function prove(stage: NodesStage, size: Size): Promise<Proof> {
  const [first, ...others] = stage.nodes;
  await first?.start();
  await Promise.all(others.map((node) => node.start()));
  const ending = new AbortController();
  const telling = tellAll(stage, ending.signal);
  const asked = await askFor(stage, size);
  ending.abort();
  const told = await telling;
  const ended = stage.nodes.reduce((sum, node) => sum + node.ownEnds.running, 0);
  const counted = (what: Seen) => asked.filter((one) => one === what).length;
  const failed =
    counted("unanswered") + counted("paused") + ended + (told === 0 || counted("answered") === 0 ? 1 : 0);
  const logs = failed === 0 ? "" : `; what the nodes printed: ${keepOutputs(stage)}`;
  return {
    failed,
    sentence:
      `${stage.nodes.length} nodes were told ${told} forged and broken hints by a role that may only connect: ` +
      `${ended} ended, ${counted("unanswered")} of ${asked.length} commands unanswered, ` +
      `${counted("paused")} told of a pause nobody asked for${logs}`,
  };
}

/** Tells every hint in every form until told to stop; gives how many. */
async function tellAll(stage: NodesStage, until: AbortSignal): Promise<number> {
  const channel = await channelOf(stage.database.queries);
  const stranger = await connectAsStranger(stage.databaseUrl);
  let told = 0;
  try {
    let left: string[] = [];
    for (; !until.aborted; told += 1) {
      if (left.length === 0) left = await stage.withClient((client) => forgedHints(client, stage));
      await stranger.query("select pg_notify($1, $2)", [channel, left.pop()]);
      if (told % NOTES_AT_ONCE === 0) await wait(PAUSE_MS);
    }
  } finally {
    await stranger.end();
  }
  return told;
}

/** Those of nodes that don't run say what works; those of nodes that run what can't. */
async function forgedHints(client: Client, { platform }: NodesStage): Promise<string[]> {
  const column = async (sql: string) =>
    (await client.query<{ name: string }>(sql)).rows.map(({ name }) => name);
  const live = await column("select id as name from nodes where until > clock_timestamp()");
  const names = [
    ...NAMES,
    ...(await column("select name from leases union select what as name from changes")),
  ];
  const origin = originOf(platform.env["PLATFORM_PROFILE"] ?? "");
  const pauses = [3_600_000, 1e9].map((ms) => JSON.stringify([origin, ms]));
  return [
    ...GARBAGE,
    ...names.flatMap((name) => [...GARBAGE, ...pauses].map((detail) => hint("nobody", name, detail))),
    ...live.flatMap((id) => names.flatMap((name) => GARBAGE.map((detail) => hint(id, name, detail)))),
    ...live.map((id) => hint(id, "platform-pause", pauses[1] ?? "")),
  ];
}

function hint(sender: string, name: string, detail: string): string {
  return `hint ${sender} ${name}\n${detail}`;
}

function originOf(profile: string): string {
  const { hosts } = JSON.parse(readFileSync(profile, "utf8")) as {
    readonly hosts: { readonly portal: string };
  };
  return new URL(hosts.portal).origin;
}

/** "stalled": unanswered while this machine stood still, which shows nothing. */
type Seen = "answered" | "paused" | "stalled" | "unanswered";

/** Members look for players nobody has looked for. */
async function askFor({ discord }: NodesStage, { forMs, askEveryMs }: Size): Promise<readonly Seen[]> {
  const { local, channel, people } = discord;
  const stalls = new Stalls();
  const ask = async (turn: number): Promise<Seen> => {
    const from = Date.now();
    const as = people[turn % people.length] ?? "";
    const options = { player: `nobody ${turn}` };
    const { interaction } = await local.runCommand({ as, channel, command: "profile", options });
    const answer = await local.answer({ as, interaction, timeoutMs: ANSWERED_WITHIN_MS });
    if (answer.kind !== "message" || answer.seen.isThinking)
      return stalls.between(from, Date.now()) > 0 ? "stalled" : "unanswered";
    return JSON.stringify(answer.seen).includes(PAUSED) ? "paused" : "answered";
  };
  const asked: Promise<Seen>[] = [];
  for (const until = performance.now() + forMs; performance.now() < until; await wait(askEveryMs))
    asked.push(ask(asked.length));
  const seen = await Promise.all(asked);
  stalls.stop();
  return seen;
}
