import { REST } from "@discordjs/rest";

import { MovableClock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import { restOptions } from "../../src/discord/rest/bot-rest.ts";
import { Poster } from "../../src/discord/post/poster.ts";
import { RefusalBreaker } from "../../src/discord/rest/refusal-breaker.ts";
import { startDiscord } from "../../src/playground/discord/start.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { reminderStore } from "../../src/features/posts/engine/ports.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import { engineOn } from "../support/reminder-engine.ts";
import { addReminder, keyOf } from "../support/reminder-rows.ts";
import { SeenPosts } from "../support/seen-posts.ts";
import { FaultProxy } from "./fault-proxy.ts";
import { Random } from "./random.ts";
import type { Proof, ProofOptions } from "./run.ts";
import { MINUTE_MS } from "../../src/base/duration.ts";

const POST = "POST /channels/*/messages";
const READ_HISTORY = String(1n << 16n);
/** From here on Milepost does not rely on the nonce any more. */
const TRUSTED_MS = 2 * MINUTE_MS;
const WINDOWS = Array.from({ length: 21 }, (_, index) => index / 2);
/** Between the windows' lengths: time goes on while a case runs. */
const AWAY = Array.from({ length: 24 }, (_, index) => index / 2 + 1 / 4);
const A_SECOND = 1 / 60;
const LATENCY_MS = 150;
/** For how long an answer is waited for: shorter than the bot's own wait, which a hanging request would spend. */
const REQUEST_WITHIN_MS = 3_000;

/** All in minutes. */
interface Sweep {
  /** For how long Discord remembers a nonce. */
  readonly windows: readonly number[];
  /** For how long nobody looks after the first try. */
  readonly away: readonly number[];
  /** How far our clock is ahead of Discord's. */
  readonly skews: readonly number[];
}

const WHOLE: Sweep = { windows: WINDOWS, away: [A_SECOND, ...AWAY], skews: [0, -9, 9] };
const QUICK: Sweep = { windows: [0, 2, 5, 10], away: [A_SECOND, 0.75, 3.25, 6.25, 11.75], skews: [0] };

interface Case {
  readonly window: number;
  readonly away: number;
  readonly hasArrived: boolean;
  /** What is answered in place of what was lost; without it the connection is cut. */
  readonly status?: number;
  readonly isReadable: boolean;
  readonly whenUnsure: "at-most-once" | "at-least-once";
}

/**
 * A first try whose answer is lost, then nobody there for a while: how often the post is there in the end, for every
 * length of Discord's memory for nonces from 0 to 10 minutes.
 */
export async function deliveryWindow({ isQuick, databaseAt }: ProofOptions): Promise<Proof> {
  const { windows, away, skews } = isQuick ? QUICK : WHOLE;
  const total: Total = { cases: 0, wrong: 0, chosen: 0, short: 0 };
  const newUrl = () => databaseAt(":memory:");
  const far = sweep({ newUrl, window: 0, skew: 0, away: [A_SECOND], isFar: true }, total);
  for (const window of windows) {
    for (const skew of skews) await sweep({ newUrl, window, skew, away }, total);
  }
  await far;
  const sentence =
    `${total.cases} lost answers, Discord's memory for nonces 0 to 10 min, nobody there for up to 12 min: ` +
    `${total.wrong} lost or doubled; where no history may be read, ${total.chosen} went as the server chose, ` +
    `and ${total.short} were doubled by a memory below 2 min`;
  return { sentence, failed: total.wrong };
}

interface Total {
  cases: number;
  wrong: number;
  /** Went as the server chose. */
  chosen: number;
  /** Doubled by a shorter memory than Discord promises. */
  short: number;
}

async function sweep(
  {
    newUrl,
    window,
    skew,
    away,
    isFar = false,
  }: {
    readonly newUrl: () => Promise<string>;
    readonly window: number;
    readonly skew: number;
    readonly away: readonly number[];
    /** 150 ms away, and one request is never answered. */
    readonly isFar?: boolean;
  },
  total: Total,
): Promise<void> {
  const stage = await stageFor(await newUrl(), window, skew);
  if (isFar) Object.assign(stage.proxy, { latencyMs: LATENCY_MS, hangs: () => true });
  for (const one of casesOf(window, away)) {
    const posts = await postsOf(stage, one, total.cases);
    total.cases += 1;
    if (posts < leastOf(one) || posts > mostOf(one)) total.wrong += 1;
    if (isUnsure(one)) total.chosen += 1;
    else if (posts > 1) total.short += 1;
  }
  await stage.close();
}

/** How a first try can end without anybody seeing it. */
const LOST = [{ hasArrived: true }, { hasArrived: true, status: 502 }, { hasArrived: false }] as const;

function* casesOf(window: number, aways: readonly number[]): Generator<Case> {
  for (const away of aways) {
    for (const lost of LOST) {
      const one = { window, away, ...lost };
      yield { ...one, isReadable: true, whenUnsure: "at-most-once" };
      yield { ...one, isReadable: false, whenUnsure: "at-most-once" };
      yield { ...one, isReadable: false, whenUnsure: "at-least-once" };
    }
  }
}

/** Where nobody may look, and the nonce is too old to be relied on. */
const isUnsure = ({ isReadable, away }: Case) => !isReadable && away * MINUTE_MS > TRUSTED_MS;

function leastOf(one: Case): number {
  return isUnsure(one) && one.whenUnsure === "at-most-once" && !one.hasArrived ? 0 : 1;
}

function mostOf(one: Case): number {
  const { window, away, hasArrived, isReadable, whenUnsure } = one;
  if (!hasArrived || away <= window) return 1;
  if (isUnsure(one)) return whenUnsure === "at-least-once" ? 2 : 1;
  // Discord says "the past few minutes": a shorter memory than 2 minutes is not what it promises.
  return isReadable ? 1 : 2;
}

async function stageFor(url: string, windowMinutes: number, skewMinutes: number) {
  const clock = new MovableClock();
  const ours = { now: () => clock.now() + skewMinutes * MINUTE_MS, monotonic: () => clock.monotonic() };
  const nonceWindowMs = windowMinutes * MINUTE_MS;
  const given = { port: 0, clock, log: silentLog, rateLimits: "off" } as const;
  const discord = await startDiscord({ ...given, nonceWindowMs });
  const deny = { target: Ids.harbourBotRole, allow: "0", deny: READ_HISTORY };
  await discord.local.setOverwrite({ channel: Ids.botCommands, ...deny });
  const database = await openDatabase({ url });
  const store = reminderStore(database.queries);
  const seen = new SeenPosts(discord, Ids.admin);
  const breaker = new RefusalBreaker({ clock, most: 1_000_000 });
  const proxy = new FaultProxy({ to: new URL(discord.url).origin, random: new Random(5) });
  const apiUrl = `${await proxy.open()}/api`;
  const options = {
    ...restOptions({ apiUrl, breaker }),
    timeout: REQUEST_WITHIN_MS,
    globalRequestsPerSecond: 100_000,
  };
  const rest = new REST(options).setToken(discord.token);
  const engine = () => engineOn({ store, post: new Poster({ rest, clock: ours }), clock: ours });
  const close = async () => {
    seen.stop();
    rest.clearHashSweeper();
    rest.clearHandlerSweeper();
    await proxy.close();
    await discord.close();
    await database.close();
  };
  return { discord, proxy, store, seen, clock, ours, engine, close };
}

async function postsOf(
  { discord, store, seen, clock, ours, engine }: Awaited<ReturnType<typeof stageFor>>,
  { away, hasArrived, status, isReadable, whenUnsure }: Case,
  number: number,
): Promise<number> {
  const target = isReadable ? Ids.general : Ids.botCommands;
  const one = { id: `c${number}`, target, slot: ours.now() };
  await addReminder(store, { ...one, whenUnsure });
  const lost = { kind: "lose-answer", route: POST, ...(status !== undefined && { status }) } as const;
  await discord.local.addFault(hasArrived ? lost : { kind: "cut", route: POST });
  const first = engine();
  await first.tick();
  await first.idle();
  clock.advance(away * MINUTE_MS);
  await store.deliveries.retryNow(ours.now());
  const second = engine();
  await second.tick();
  await second.idle();
  return seen.countOf(keyOf(one));
}
