import type { QuietHours } from "../../base/quiet-hours.ts";
import type { InvocationContext } from "../../discord/command/invocation-context.ts";
import { exactZone } from "./time-zones.ts";

/** What a server's admins chose. Everything has a default: a server that chose nothing has no row. */
export interface GuildSettings {
  readonly guildId: string;
  /** 0: nothing was ever chosen. */
  readonly revision: number;
  /** Discord's code of the language of public posts; undefined: the server's own. */
  readonly locale?: string;
  /** IANA; "UTC" by default. */
  readonly zone: string;
  /** UTC was chosen, and is not just the default. */
  readonly isZoneChosen: boolean;
  /** Where answers may be public; elsewhere they are shown to whoever asked. */
  readonly publicIn: "everywhere" | readonly string[];
  readonly arePrivateCommandsOn: boolean;
  /** Kinds of trending entries that boards and announcements show. */
  readonly kinds: "all" | readonly string[];
  /** Announcements may mention roles. */
  readonly arePingsOn: boolean;
  readonly quiet?: QuietHours;
  /** The color of announcements' edges; ours by default. */
  readonly accent?: number;
  /** Players' creations may stand in posts nobody asked for. Off by default. */
  readonly areCreationsOn: boolean;
  /** Channels where members' own reminders may be posted; none by default. */
  readonly memberRemindersIn: readonly string[];
  /** Dated things stand in the server's own calendar, where the operator has that on. Off by default. */
  readonly isCalendarOn: boolean;
  /** How pictures look that everybody sees, and those of members who chose nothing. */
  readonly cardMode: "dark" | "light";
  /** When nobody can see whether a post was made. */
  readonly whenUnsure: "at-most-once" | "at-least-once";
  readonly changedBy?: string;
  readonly changedAt?: number;
}

type Stamped = "guildId" | "revision" | "changedBy" | "changedAt";
type Clearable = "locale" | "quiet" | "accent";

/** Null takes the choice away: the language is the server's own again, no hours are quiet. */
export type GuildChanges = Partial<
  Omit<GuildSettings, Stamped | Clearable> & {
    readonly [Name in Clearable]: NonNullable<GuildSettings[Name]> | null;
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
