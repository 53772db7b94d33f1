import { z } from "zod";

import { quietHoursSchema } from "../../base/quiet-hours.ts";
import type { InvocationContext } from "../../discord/command/invocation-context.ts";
import { exactZone } from "./time-zones.ts";

const list = (most: number) => z.array(z.string().max(100)).max(most).readonly();
/** Channels a select of Discord's can hold. */
export const MOST_CHANNELS = 25;

/** What a server's admins chose, as it is kept. */
export const chosenSchema = z.object({
  /** Discord's code of the language of public posts; undefined: the server's own. */
  locale: z.string().max(20).exactOptional(),
  /** IANA; "UTC" by default. */
  zone: z.string().max(60),
  /** UTC was chosen, and is not just the default. */
  isZoneChosen: z.boolean().default(false),
  /** Where answers may be public; elsewhere they are shown to whoever asked. */
  publicIn: z.union([z.literal("everywhere"), list(MOST_CHANNELS)]),
  arePrivateCommandsOn: z.boolean(),
  /** Kinds of trending entries that boards and announcements show. */
  kinds: z.union([z.literal("all"), list(25)]),
  /** Announcements may mention roles. */
  arePingsOn: z.boolean(),
  quiet: quietHoursSchema.exactOptional(),
  /** The color of announcements' edges; ours by default. */
  accent: z.int().min(0).max(0xff_ff_ff).exactOptional(),
  /** Players' creations may stand in posts nobody asked for. Off by default. */
  areCreationsOn: z.boolean(),
  /** Channels where members' own reminders may be posted; none by default. */
  memberRemindersIn: list(MOST_CHANNELS),
  /** Dated things stand in the server's own calendar, where the operator has that on. Off by default. */
  isCalendarOn: z.boolean().default(false),
  /** How pictures look that everybody sees, and those of members who chose nothing. */
  cardMode: z.enum(["dark", "light"]).default("dark"),
  /** When nobody can see whether a post was made. */
  whenUnsure: z.enum(["at-most-once", "at-least-once"]),
});
type Chosen = Readonly<z.output<typeof chosenSchema>>;

/** Everything has a default: a server that chose nothing has no row. */
export interface GuildSettings extends Chosen {
  readonly guildId: string;
  /** 0: nothing was ever chosen. */
  readonly revision: number;
  readonly changedBy?: string;
  readonly changedAt?: number;
}

type Clearable = "locale" | "quiet" | "accent";

/** Null takes the choice away: the language is the server's own again, no hours are quiet. */
export type GuildChanges = Partial<
  Omit<Chosen, Clearable> & {
    readonly [Name in Clearable]: NonNullable<Chosen[Name]> | null;
  }
>;

/** Servers' settings: kept in the database, at hand in memory. */
export interface GuildSettingsStore {
  /** Servers that chose something. */
  ids(): readonly string[];
  /** Never waits: visibility is decided before anything is acknowledged. */
  of(guildId: string): GuildSettings;
  /** False: somebody changed them meanwhile; read them again. */
  change(
    of: { readonly guildId: string; readonly revision: number; readonly by: string },
    changes: GuildChanges,
  ): Promise<boolean>;
  /** Its row is gone: the defaults hold again. */
  forget(guildId: string): void;
}

export function defaultGuildSettings(guildId: string): GuildSettings {
  return {
    guildId,
    revision: 0,
    zone: "UTC",
    isZoneChosen: false,
    publicIn: "everywhere",
    arePrivateCommandsOn: true,
    kinds: "all",
    arePingsOn: true,
    areCreationsOn: false,
    memberRemindersIn: [],
    isCalendarOn: false,
    cardMode: "dark",
    whenUnsure: "at-least-once",
  };
}

/** The language of what is posted in the server, for whoever asks for it there. */
export function postLocale(
  { site, locale }: Pick<InvocationContext, "site" | "locale">,
  settings: Pick<GuildSettings, "locale">,
): string {
  return settings.locale ?? site.guildLocale ?? locale;
}

/** The zone a server's admins chose; undefined where they chose none, or one this system doesn't know. */
export function chosenZone({ zone, isZoneChosen }: GuildSettings): string | undefined {
  return isZoneChosen || zone !== "UTC" ? exactZone(zone) : undefined;
}
