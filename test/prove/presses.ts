import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import type { Answer, SeenMessage } from "../../src/playground/discord/local-api.ts";
import { type Database, openDatabase } from "../../src/storage/database.ts";
import { percentile, residentMiBOf } from "../bench/measure.ts";
import {
  type DiscordStage,
  firstAnswer,
  homeIn,
  stageDiscord,
  stagePlatform,
  startBot,
} from "../support/stage.ts";
import type { Proof } from "./run.ts";

const WHEN = "1 hour before it ends";
const PRESS_EVERY_MS = 20;
const IN_TIME_MS = 3_000;
const ANSWERED_WITHIN_MS = 30_000;
/** Beside what is posted, Discord takes an opened conversation for each person. */
const FLOOD_PER_SECOND = 50 / 2;
const MOST_GROWTH_MIB = 60;

/** Thousands press the same "Remind me" within a minute, choose the same time, and press again. */
export async function presses(options: {
  readonly isQuick: boolean;
  readonly people?: number;
}): Promise<Proof> {
  const count = options.people ?? (options.isQuick ? 300 : 5_000);
  const folder = mkdtempSync(path.join(tmpdir(), "milepost-presses-"));
  const home = homeIn(folder);
  const platform = await stagePlatform();
  const discord = await stageDiscord(count + 1);
  const database = await openDatabase({ url: home["DATABASE_URL"] ?? "", isOwner: false });
  const bot = startBot("milepost", discord, { ...platform.env, ...home });
  try {
    await firstAnswer(discord, bot);
    const offer = await openOffer(discord);
    const people = discord.people.slice(1);
    await pressAll(discord, offer, people.slice(0, 100));
    const before = residentMiBOf(bot.program.pid);
    const first = await pressAll(discord, offer, people);
    const grown = residentMiBOf(bot.program.pid) - before;
    const late = first.filter((ms) => ms > IN_TIME_MS).length;
    const { stored, most } = await storedFor(database);
    const doubled = stored - new Set(people).size;
    const isFlood = most > FLOOD_PER_SECOND;
    const sentence =
      `${count} people pressed one "Remind me" and chose a time, ${Math.round(1_000 / PRESS_EVERY_MS)} a second at most: ` +
      `${late} answered later than ${IN_TIME_MS / 1_000} s (p99 ${Math.round(percentile(first, 0.99))} ms), ` +
      `${Math.abs(doubled)} reminders too many or too few, at most ${most} due in one second, ` +
      `memory ${grown < 0 ? "-" : "+"}${Math.abs(Math.round(grown))} MiB`;
    const failed = late + Math.abs(doubled) + (isFlood ? 1 : 0) + (grown > MOST_GROWTH_MIB ? 1 : 0);
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

/** The public answer that offers to be reminded, and its first choice. */
async function openOffer({ local, people, channel }: DiscordStage): Promise<Offer> {
  const [as = ""] = people;
  const { interaction } = await local.runCommand({ as, channel, command: "milestones" });
  const seen = seenIn(await local.answer({ as, interaction, timeoutMs: ANSWERED_WITHIN_MS }));
  const { custom_id: customId, options } = controlOf(seen, "remind/offer");
  return { message: seen.id, customId, value: options?.[0]?.value ?? "" };
}

/** How long each of them waited for the longer of the two answers. */
async function pressAll(discord: DiscordStage, offer: Offer, people: readonly string[]): Promise<number[]> {
  const waited: Promise<number>[] = [];
  for (const person of people) {
    waited.push(pressOnce(discord, offer, person));
    await wait(PRESS_EVERY_MS);
  }
  return Promise.all(waited);
}

async function pressOnce({ local }: DiscordStage, offer: Offer, as: string): Promise<number> {
  const { message, customId, value } = offer;
  const timed = async (press: () => Promise<{ readonly interaction: string }>) => {
    const started = performance.now();
    const { interaction } = await press();
    const answer = await local.answer({ as, interaction, timeoutMs: ANSWERED_WITHIN_MS });
    return { ms: performance.now() - started, answer };
  };
  const offered = await timed(() => local.choose({ as, message, customId, values: [value] }));
  if (offered.answer.kind !== "message") return Infinity;
  const dialog = seenIn(offered.answer);
  const { custom_id: take } = controlOf(dialog, "remind/take");
  const set = await timed(() => local.choose({ as, message: dialog.id, customId: take, values: [WHEN] }));
  return set.answer.kind === "message" ? Math.max(offered.ms, set.ms) : Infinity;
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

function seenIn(answer: Answer): SeenMessage {
  if (answer.kind !== "message") throw new Error(`answered with ${JSON.stringify(answer)}`);
  return answer.seen;
}

interface Control {
  readonly custom_id: string;
  readonly options?: readonly { readonly value: string }[];
}

function controlOf(seen: SeenMessage, action: string): Control {
  const found: Control[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    if ("custom_id" in value && String(value.custom_id).includes(action)) found.push(value as Control);
    Object.values(value).forEach(visit);
  };
  visit(seen.message.components);
  const [control] = found;
  if (control === undefined) throw new Error(`no control of ${action} on ${JSON.stringify(seen.message)}`);
  return control;
}
