import { within } from "../../../base/async/within.ts";
import type { InvocationContext } from "../../../discord/command/invocation-context.ts";
import type { QuietHours } from "../../../base/quiet-hours.ts";
import type { KitServices } from "../command/services.ts";
import type { CommandContext } from "../command/command-context.ts";
import { chosenZone } from "./settings.ts";
import { cityName, exactZone, homeZone, likelyZones } from "./time-zones.ts";
import type { ViewContext } from "../view/view-context.ts";

/** The zone a member's times are in, and who picked it. */
export interface MemberZone {
  readonly zone: string;
  readonly from: "own" | "guild" | "language" | "none";
  readonly quiet?: QuietHours;
}

/**
 * Returns the member's own zone, else the server's, else their language's home zone, else UTC. Zones this system
 * doesn't know are skipped.
 */
export async function zoneOf(
  context: Pick<KitServices, "memberSettings" | "guilds"> &
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

/** Returns the server's zone, and those its members' languages are spoken in, likeliest first. */
export function likelyZonesHere({
  site,
  guilds,
  locale,
}: Pick<KitServices, "guilds"> & Pick<InvocationContext, "site" | "locale">): readonly string[] {
  const ofServer = site.guildId === undefined ? undefined : guilds.of(site.guildId);
  const chosen = ofServer && chosenZone(ofServer);
  const zones = likelyZones([locale, ofServer?.locale, site.guildLocale]);
  return [...new Set(chosen === undefined ? zones : [chosen, ...zones])];
}

/** A reply is worth more than its zone. */
const ZONE_WITHIN_MS = 500;

/**
 * Returns the view of a reply; one that the member alone reads has its dates where their times are meant, where that can
 * be read soon.
 */
export async function viewForReader(context: CommandContext): Promise<ViewContext> {
  if (!context.isPrivate) return context.view;
  // The picture reads the same settings for its look, and that failure is logged; the words need none of them.
  const own = await within(
    zoneOf(context).catch(() => undefined),
    ZONE_WITHIN_MS,
  );
  return own === undefined || own.from === "none" ? context.view : inZone(context.view, own.zone);
}

/** Returns the view with its dates in another zone. */
export function inZone(view: ViewContext, id: string): ViewContext {
  return { ...view, zone: { id, name: cityName(id, view.texts.language) } };
}
