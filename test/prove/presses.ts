import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import type { SeenMessage } from "../../src/playground/discord/local-api.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import type { Database } from "../../src/storage/database.ts";
import { percentile, residentMiBOf } from "../bench/measure.ts";
import {
  type DiscordStage,
  firstAnswer,
  homeIn,
  stageDiscord,
  stagePlatform,
  startBot,
} from "../support/bot-harness.ts";
import type { Proof, ProofOptions } from "./run.ts";

/** A while before something: such times are spread. Which there are depends on what runs now. */
const IS_BEFORE = /\bbefore\b/;
const PRESS_EVERY_MS = 20;
/** The local Discord keeps 5,000 messages a channel, the answers to each try among them. */
const PRESSES_A_MESSAGE = 500;
/** A member may ask five times in 20 s: after that none of the tries before counts. */
const TRIED_AGAIN_MS = 21_000;
const MOST_TRIES = 6;
/** They ask what is offered, each less often than anybody may. */
const ASKERS = 8;
/** They press once before they are counted. */
const FIRST_ONES = 100;
const ANSWERED_WITHIN_MS = 30_000;
/** Beside what is posted, Discord takes an opened conversation for each person. */
const FLOOD_PER_SECOND = 50 / 2;
const MOST_GROWTH_MIB = 60;

/** Thousands press the same "Remind me" within a minute, choose the same time, and press again. */
export async function presses({ isQuick, databaseAt }: ProofOptions): Promise<Proof> {
  const count = isQuick ? 300 : 5_000;
  const folder = mkdtempSync(path.join(tmpdir(), "milepost-presses-"));
  const own = homeIn(folder);
  const url = await databaseAt(own.DATABASE_URL);
  const platform = await stagePlatform();
  const discord = await stageDiscord(count + ASKERS);
  const database = await openDatabase({ url, isOwner: false });
  const bot = startBot("milepost", discord, { ...platform.env, ...own, DATABASE_URL: url });
  try {
    await firstAnswer(discord, bot);
    const people = discord.people.slice(ASKERS);
    await pressAll(discord, people.slice(0, FIRST_ONES));
    const before = residentMiBOf(bot.program.pid);
    const first = await pressAll(discord, people);
    const grown = residentMiBOf(bot.program.pid) - before;
    const unanswered = first.reduce((sum, one) => sum + one.unanswered, 0);
    const p99 = Math.round(
      percentile(
        first.map(({ ms }) => ms),
        0.99,
      ),
    );
    const refusals = first.reduce((sum, one) => sum + one.refusals, 0);
    const { stored, most } = await storedFor(database);
    const astray = Math.abs(stored - people.length);
    const sentence =
      `${count} people pressed one "Remind me" and chose a time, ${1_000 / PRESS_EVERY_MS} a second: ` +
      `${unanswered} unanswered (p99 ${p99} ms), ${refusals} asked to try again, ` +
      `${astray} reminders too many or too few, at most ${most} due in one second, ` +
      `memory ${grown < 0 ? "-" : "+"}${Math.abs(Math.round(grown))} MiB`;
    const failed =
      unanswered + astray + (most > FLOOD_PER_SECOND ? 1 : 0) + (grown > MOST_GROWTH_MIB ? 1 : 0);
    return { sentence, failed };
  } finally {
    await bot.close();
    await database.close();
    await discord.close();
    await platform.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Offer {
  readonly message: string;
  readonly customId: string;
  readonly value: string;
}

/** The public answer that offers to be reminded, and its first choice that has a time before it. */
async function openOffer(discord: DiscordStage): Promise<Offer> {
  const { local, people, channel } = discord;
  const [as = ""] = people;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const { interaction } = await local.runCommand({ as, channel, command: "milestones" });
    const answer = await local.answer({ as, interaction, timeoutMs: ANSWERED_WITHIN_MS });
    const offer = answer.kind === "message" ? await goodOffer(discord, answer.seen) : undefined;
    if (offer !== undefined) return offer;
    await wait(TRIED_AGAIN_MS);
  }
  throw new Error("nothing is offered");
}

/** What ends within the hour has no time before it. */
async function goodOffer(discord: DiscordStage, seen: SeenMessage): Promise<Offer | undefined> {
  const control = controlOf(seen, "remind/offer");
  const values = control?.options?.map(({ value }) => value) ?? [];
  for (const [index, value] of values.entries()) {
    const offer = { message: seen.id, customId: control?.custom_id ?? "", value };
    const as = discord.people[1 + (index % (ASKERS - 1))] ?? "";
    if ((await chooseThing(discord, offer, as)).when !== undefined) return offer;
  }
  return undefined;
}

/** The dialog for one thing, and a time in it before something. */
async function chooseThing(discord: DiscordStage, offer: Offer, as: string, waited: Waited = nothing()) {
  const { message, customId, value } = offer;
  const dialog = await answerTo(discord, { as, message, customId, values: [value] }, waited);
  const take = dialog && controlOf(dialog, "remind/take");
  return { dialog, take, when: take?.options?.find((option) => IS_BEFORE.test(option.value)) };
}

/** How long each of them waited for the longer of the two answers. */
async function pressAll(discord: DiscordStage, people: readonly string[]): Promise<Waited[]> {
  const waited: Promise<Waited>[] = [];
  for (let first = 0; first < people.length; first += PRESSES_A_MESSAGE) {
    const offer = await openOffer(discord);
    for (const person of people.slice(first, first + PRESSES_A_MESSAGE)) {
      waited.push(pressOnce(discord, offer, person));
      await wait(PRESS_EVERY_MS);
    }
    await Promise.all(waited);
  }
  return Promise.all(waited);
}

/** Whoever is told that the bot is busy tries again, as it says. */
async function pressOnce(discord: DiscordStage, offer: Offer, as: string): Promise<Waited> {
  const waited = nothing();
  for (; waited.refusals < MOST_TRIES; waited.refusals += 1) {
    const { dialog, take, when } = await chooseThing(discord, offer, as, waited);
    if (dialog !== undefined && take !== undefined && when !== undefined) {
      const chosen = { as, message: dialog.id, customId: take.custom_id, values: [when.value] };
      const set = await answerTo(discord, chosen, waited);
      if (set !== undefined && controlOf(set, "remind/edit") !== undefined) return waited;
    }
    await wait(TRIED_AGAIN_MS);
  }
  return waited;
}

interface Waited {
  /** For the longest of the answers. */
  ms: number;
  refusals: number;
  /** Discord said "did not respond". */
  unanswered: number;
}

const nothing = (): Waited => ({ ms: 0, refusals: 0, unanswered: 0 });

/** What came of a press; undefined: no message. */
async function answerTo(
  { local }: DiscordStage,
  choice: Parameters<DiscordStage["local"]["choose"]>[0],
  waited: Waited,
): Promise<SeenMessage | undefined> {
  const started = performance.now();
  const { interaction } = await local.choose(choice);
  const answer = await local.answer({ as: choice.as, interaction, timeoutMs: ANSWERED_WITHIN_MS });
  waited.ms = Math.max(waited.ms, performance.now() - started);
  if (answer.kind === "message") return answer.seen;
  waited.unanswered += 1;
  return undefined;
}

/** Stored reminders, and how many of them are due in the busiest second. */
async function storedFor({ queries }: Database): Promise<{ readonly stored: number; readonly most: number }> {
  const rows = await queries.selectFrom("reminders").select("next_slot").execute();
  const seconds = new Map<number, number>();
  for (const { next_slot: slot } of rows) {
    const second = Math.floor((slot ?? 0) / 1_000);
    seconds.set(second, (seconds.get(second) ?? 0) + 1);
  }
  return { stored: rows.length, most: Math.max(0, ...seconds.values()) };
}

interface Control {
  readonly custom_id: string;
  readonly options?: readonly { readonly value: string }[];
}

function controlOf(seen: SeenMessage, action: string): Control | undefined {
  const found: Control[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    if ("custom_id" in value && String(value.custom_id).includes(action)) found.push(value as Control);
    Object.values(value).forEach(visit);
  };
  visit(seen.message.components);
  return found[0];
}
