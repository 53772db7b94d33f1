import { z } from "zod";

import { type QuietHours, quietHoursSchema } from "../../../base/quiet-hours.ts";
import type { InvocationContext } from "../../../discord/command/invocation-context.ts";
import { nearestLanguage } from "../../../messages/languages.ts";
import { exactZone, homeZone } from "./time-zones.ts";

const list = (most: number) => z.array(z.string().max(100)).max(most).readonly();
/** Discord's limit for a channel select. */
export const MOST_CHANNELS = 25;

/** A server's settings, as they are stored. */
export const chosenSchema = z.object({
  /** Discord's locale code for public posts; undefined for the server's own language. */
  locale: z.string().max(20).exactOptional(),
  /** An IANA zone; "UTC" by default: `serverZone` returns the one to use. */
  zone: z.string().max(60),
  /** Whether UTC was picked and is not just the default. */
  isZoneChosen: z.boolean().default(false),
  /** Where replies may be public; elsewhere only the member sees them. */
  publicIn: z.union([z.literal("everywhere"), list(MOST_CHANNELS)]),
  arePrivateCommandsOn: z.boolean(),
  /** Kinds of trending entries shown by boards and announcements. */
  kinds: z.union([z.literal("all"), list(25)]),
  /** Whether announcements may mention roles. */
  arePingsOn: z.boolean(),
  quiet: quietHoursSchema.exactOptional(),
  /** The color of announcements' edges; Milepost's own by default. */
  accent: z.int().min(0).max(0xff_ff_ff).exactOptional(),
  /** Whether posts may include players' creations. */
  areCreationsOn: z.boolean(),
  /** Channels where members may have their own reminders posted; none by default. */
  memberRemindersIn: list(MOST_CHANNELS),
  /** Whether dated events are added to the server's Events, if the operator allows that. */
  isCalendarOn: z.boolean().default(false),
  /** How pictures look in public, and for members who picked nothing. */
  cardMode: z.enum(["dark", "light"]).default("dark"),
  /** What to do when it's unknown whether a post was made. */
  whenUnsure: z.enum(["at-most-once", "at-least-once"]),
});
type Chosen = Readonly<z.output<typeof chosenSchema>>;

/** A server's settings; without a row, the defaults. */
export interface GuildSettings extends Chosen {
  readonly guildId: string;
  /** 0: never changed. */
  readonly revision: number;
  readonly changedBy?: string;
  readonly changedAt?: number;
}

type Clearable = "locale" | "quiet" | "accent";

/** Changes to settings. Null resets the language to the server's own, and removes quiet hours. */
export type GuildChanges = Partial<
  Omit<Chosen, Clearable> & {
    readonly [Name in Clearable]: NonNullable<Chosen[Name]> | null;
  }
>;

/** The servers' settings: stored in the database, cached in memory. */
export interface GuildSettingsStore {
  /** Returns the servers with settings of their own. */
  ids(): readonly string[];
  /** Returns a server's settings without waiting: visibility is decided before the acknowledgment. */
  of(guildId: string): GuildSettings;
  /** Returns false where somebody else changed them first; read them again. */
  change(
    of: { readonly guildId: string; readonly revision: number; readonly by: string },
    changes: GuildChanges,
  ): Promise<boolean>;
  /** Drops the cached settings after the row was deleted. */
  forget(guildId: string): void;
}

/** A member's settings, in every server. */
export interface MemberSettings {
  /** An IANA zone; absent: the server's, else UTC. */
  readonly zone?: string;
  readonly quiet?: QuietHours;
  /** How pictures look; absent: the server's, else dark. */
  readonly cardMode?: "dark" | "light";
}

/** Null removes a setting. */
export type MemberChanges = { readonly [K in keyof MemberSettings]: MemberSettings[K] | null };

export interface MemberSettingsStore {
  of(memberId: string): Promise<MemberSettings>;
  /** Changes settings and returns all of them; concurrent changes of different ones are both kept. */
  change(memberId: string, changes: MemberChanges): Promise<MemberSettings>;
  /** Returns whether there was anything to delete. */
  forget(memberId: string): Promise<boolean>;
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

/** Returns the language of posts in the server. */
export function postLocale(
  { site, locale }: Pick<InvocationContext, "site" | "locale">,
  settings: Pick<GuildSettings, "locale">,
): string {
  return settings.locale ?? site.guildLocale ?? locale;
}

/**
 * Returns the other language names may have been read in here, the member's own or the server's; undefined where both
 * are that of the reply.
 */
export function otherLocale({
  guilds,
  ...asked
}: Pick<InvocationContext, "site" | "locale" | "member"> & {
  readonly guilds: { of(guildId: string): Pick<GuildSettings, "locale"> };
}): string | undefined {
  const { site, member, locale } = asked;
  const theirs = site.guildId === undefined ? {} : guilds.of(site.guildId);
  const spoken = nearestLanguage(locale);
  return [member.locale ?? locale, postLocale(asked, theirs)]
    .map(nearestLanguage)
    .find((code) => code !== spoken);
}

/** Returns a server's zone: the one its admins picked, else its language's home zone, else UTC. */
export function serverZone(
  context: Pick<InvocationContext, "site" | "locale">,
  settings: GuildSettings,
): string {
  return chosenZone(settings) ?? homeZone(postLocale(context, settings)) ?? "UTC";
}

/** Returns the changes that pick a zone; quiet hours move there, too. */
export function zoneChanges(zone: string, { quiet }: Pick<GuildSettings, "quiet">): GuildChanges {
  return { zone, isZoneChosen: true, ...(quiet !== undefined && { quiet: { ...quiet, zone } }) };
}

/** Returns the zone the admins picked; undefined for none, or one this system doesn't know. */
export function chosenZone({ zone, isZoneChosen }: GuildSettings): string | undefined {
  return isZoneChosen || zone !== "UTC" ? exactZone(zone) : undefined;
}
