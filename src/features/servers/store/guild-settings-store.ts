import { quietHoursSchema } from "../../../base/quiet-hours.ts";
import { z } from "zod";

import type { Clock } from "../../../base/clock.ts";
import type { Log } from "../../../base/log.ts";
import type { GuildRow, GuildRows } from "./guild-rows.ts";
import {
  defaultGuildSettings,
  type GuildSettingsStore,
  type GuildChanges,
  type GuildSettings,
} from "../../shared/guild-settings.ts";

const list = (most: number) => z.array(z.string().max(100)).max(most);
/** Channels a select of Discord's can hold. */
export const MOST_CHANNELS = 25;

const chosenSchema = z.object({
  locale: z.string().max(20).optional(),
  zone: z.string().max(60),
  publicIn: z.union([z.literal("everywhere"), list(MOST_CHANNELS)]),
  arePrivateCommandsOn: z.boolean(),
  kinds: z.union([z.literal("all"), list(25)]),
  arePingsOn: z.boolean(),
  quiet: quietHoursSchema.optional(),
  accent: z.int().min(0).max(0xff_ff_ff).optional(),
  areCreationsOn: z.boolean(),
  memberRemindersIn: list(MOST_CHANNELS),
  isCalendarOn: z.boolean().default(false),
  cardMode: z.enum(["dark", "light"]).default("dark"),
  whenUnsure: z.enum(["at-most-once", "at-least-once"]),
});

interface BookParts {
  readonly rows: GuildRows;
  readonly clock: Clock;
  readonly log: Log;
}

/** Every server's settings, read once: whoever asks for them never waits. */
export async function createGuildSettingsStore({ rows, clock, log }: BookParts): Promise<GuildSettingsStore> {
  const kept = new Map<string, GuildSettings>();
  for (const row of await rows.all()) kept.set(row.guild_id, settingsOf(row, log));
  return {
    ids: () => [...kept.keys()],
    of: (guildId) => kept.get(guildId) ?? defaultGuildSettings(guildId),
    async change({ guildId, revision, by }, changes) {
      const before = kept.get(guildId) ?? defaultGuildSettings(guildId);
      if (before.revision !== revision) return false;
      const next = changed(before, changes, { by, at: clock.now() });
      if (!(await rows.put(rowOf(next, by)))) return false;
      kept.set(guildId, next);
      return true;
    },
    forget: (guildId) => void kept.delete(guildId),
  };
}

/** Everything that was chosen, as `rowOf` keeps it. Throws when a change is none of the kind. */
function changed(
  { guildId, revision, ...before }: GuildSettings,
  changes: GuildChanges,
  { by, at }: { readonly by: string; readonly at: number },
): GuildSettings {
  const chosen = Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null);
  return {
    ...readChosen(Object.fromEntries(chosen)),
    guildId,
    revision: revision + 1,
    changedBy: by,
    changedAt: at,
  };
}

type Chosen = Omit<GuildSettings, "guildId" | "revision" | "changedBy" | "changedAt">;

function readChosen(value: unknown): Chosen {
  // What is absent stays absent: JSON has no undefined.
  return chosenSchema.parse(value) as Chosen;
}

function rowOf({ guildId, revision, changedBy: _by, changedAt, ...chosen }: GuildSettings, by: string) {
  return {
    guild_id: guildId,
    revision,
    settings: JSON.stringify(chosen),
    changed_by: by,
    changed_at: changedAt ?? 0,
  };
}

/** A row nobody can read holds public answers back: better too quiet than in the wrong channel. */
function settingsOf(row: GuildRow, log: Log): GuildSettings {
  const { guild_id: guildId, revision, changed_by: changedBy, changed_at: changedAt } = row;
  const stamped = { guildId, revision, changedBy, changedAt };
  try {
    return { ...readChosen(JSON.parse(row.settings)), ...stamped };
  } catch (error) {
    log.error(
      "A server's settings can't be read; its public answers are private until they are chosen anew",
      {
        reference: guildId,
      },
      error,
    );
    return { ...defaultGuildSettings(guildId), publicIn: [], ...stamped };
  }
}
