import { z } from "zod";

import type { Clock } from "../../../base/clock.ts";
import { DAY_MS } from "../../../base/duration.ts";
import type { Log } from "../../../base/log.ts";
import type { ReachGuild } from "../../../discord/rest/guild.ts";
import type { Facts } from "../../../storage/facts.ts";
import type { GuildData } from "../store/guild-data.ts";
import type { GuildSettingsStore } from "../../kit/settings/settings.ts";

export interface ForgetGuildsDeps {
  readonly traces: GuildData;
  readonly facts: Facts;
  readonly guilds: Pick<GuildSettingsStore, "of" | "forget">;
  readonly reach: ReachGuild;
  readonly clock: Clock;
  readonly log: Log;
}

const LOOKED_EVERY_MS = 7 * DAY_MS;
const KEPT_MS = 30 * DAY_MS;
const ASKED_WITHIN_MS = 10_000;
/** Per look, since Discord counts refusals against the bot. */
const MOST_FORGOTTEN = 100;
const FACT = "servers-out-of-reach";

/** When servers were last looked for, and since when missing ones are gone. */
const lookSchema = z.object({ at: z.number(), gone: z.record(z.string(), z.number()) });
type Look = z.output<typeof lookSchema>;

/**
 * Looks once a week for the servers that have data, and deletes that of a server the bot could not reach for 30 days,
 * since without intents removals are not announced. A server with only the commands installed is asked about first: the
 * bot serves it without being a member.
 */
export function createForgetGuilds(parts: ForgetGuildsDeps) {
  return async (signal: AbortSignal): Promise<void> => {
    const { traces, facts, clock } = parts;
    const now = clock.now();
    const before = readLook(await facts.get(FACT));
    const age = now - (before?.at ?? -Infinity);
    if (age >= 0 && age < LOOKED_EVERY_MS) return;
    const gone: Record<string, number> = {};
    let forgotten = 0;
    for (const guildId of await traces.guildIds()) {
      if (signal.aborted) return;
      const since = await goneSince(parts, { guildId, before, now }, signal);
      if (since === undefined) continue;
      const isOver = now - since >= KEPT_MS && forgotten < MOST_FORGOTTEN;
      const found = isOver ? await parts.reach(guildId, within(signal), { asCommands: true }) : "unknown";
      if (found === "unknown") gone[guildId] = since;
      if (found !== "gone") continue;
      await forget(parts, guildId);
      forgotten += 1;
    }
    await facts.set(FACT, JSON.stringify({ at: now, gone } satisfies Look));
  };
}

/** Returns since when a server is out of reach; undefined where it is there. Unchanged where Discord doesn't say. */
async function goneSince(
  { reach, guilds }: ForgetGuildsDeps,
  {
    guildId,
    before,
    now,
  }: { readonly guildId: string; readonly before: Look | undefined; readonly now: number },
  signal: AbortSignal,
): Promise<number | undefined> {
  const known = before?.gone[guildId];
  const found = await reach(guildId, within(signal));
  if (found === "there") return undefined;
  if (found === "unknown") return known;
  // A changed setting shows that the bot was there.
  const since = Math.max(known ?? before?.at ?? now, guilds.of(guildId).changedAt ?? 0);
  return Math.min(since, now);
}

function within(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(ASKED_WITHIN_MS)]);
}

async function forget({ traces, guilds, log }: ForgetGuildsDeps, guildId: string): Promise<void> {
  await traces.remove(guildId);
  guilds.forget(guildId);
  log.info("Forgot a server the bot was not in for 30 days", { reference: guildId });
}

function readLook(text: string | undefined): Look | undefined {
  if (text === undefined) return undefined;
  return lookSchema.parse(JSON.parse(text));
}
