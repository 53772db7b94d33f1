import type { InvocationContext } from "../../discord/command/invocation-context.ts";
import type { QuietHours } from "../../base/quiet-hours.ts";
import type { Services } from "../services.ts";
import { chosenZone } from "./guild-settings.ts";
import { exactZone, homeZone } from "./time-zones.ts";

/** In which zone a member's times are meant, and whose choice that is. */
export interface MemberZone {
  readonly zone: string;
  readonly from: "own" | "guild" | "language" | "none";
  readonly quiet?: QuietHours;
}

/**
 * The member's own zone, else the one the server chose, else the one their language is spoken in, else UTC. One this system does not
 * know counts as none.
 */
export async function zoneOf(
  context: Pick<Services, "memberSettings" | "guilds"> &
    Pick<InvocationContext, "member" | "site" | "locale">,
): Promise<MemberZone> {
  const { member, site: place, locale, memberSettings, guilds } = context;
  const settings = await memberSettings.of(member.id);
  const quiet = settings.quiet === undefined ? {} : { quiet: settings.quiet };
  const own = settings.zone === undefined ? undefined : exactZone(settings.zone);
  if (own !== undefined) return { zone: own, from: "own", ...quiet };
  const theirs = place.guildId === undefined ? undefined : chosenZone(guilds.of(place.guildId));
  if (theirs !== undefined) return { zone: theirs, from: "guild", ...quiet };
  const guess = homeZone(locale);
  return guess === undefined
    ? { zone: "UTC", from: "none", ...quiet }
    : { zone: guess, from: "language", ...quiet };
}
