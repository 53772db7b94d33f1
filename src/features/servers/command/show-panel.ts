import { installLinks } from "../../../discord/command/describe-application.ts";
import { POSTING } from "../../../discord/rest/permissions.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import type { CheckView, SetupLanguages, SetupSaid } from "../view/setup-parts.ts";
import { languageCodes, languageName, nearestLanguage } from "../../../messages/languages.ts";
import { setupReply } from "../view/setup.ts";
import { managedServer } from "../../posts/command/who-manages.ts";
import { type GuildSettings, chosenZone, serverZone } from "../../kit/settings/settings.ts";
import { namedZone, usualZones } from "../../kit/settings/time-zones.ts";
import type { SetupSection } from "../view/calls.ts";
import type { CommandContext } from "../services.ts";

export interface Shown {
  readonly said?: SetupSaid | undefined;
  readonly check?: CheckView | undefined;
  /** Channels in which posts are stuck. */
  readonly stuck?: readonly string[] | undefined;
  /** Zones that were found, to pick from. */
  readonly zones?: readonly string[] | undefined;
}

/** Returns the server and its settings; throws for members who don't manage it. */
export function ofServer(context: CommandContext) {
  const guildId = managedServer(context);
  return { guildId, settings: context.guilds.of(guildId) };
}

export function showSection(context: CommandContext, section: SetupSection, shown: Shown = {}): Reply {
  return setupReply({ section, ...setupViewOf(context, shown) }, context.view);
}

export function setupViewOf(context: CommandContext, { said, check, zones, stuck }: Shown = {}) {
  const { settings, guildId } = ofServer(context);
  const { applicationId } = context;
  const handsOutRoles = check?.handsOutRoles === true;
  const keepsCalendar = context.calendar !== undefined && settings.isCalendarOn;
  return {
    settings,
    install:
      applicationId === undefined
        ? undefined
        : installLinks(applicationId, { guildId, handsOutRoles, keepsCalendar }),
    posting: POSTING,
    zone: namedZone(serverZone(context, settings), context.view),
    isZonePicked: chosenZone(settings) !== undefined,
    zones: (zones ?? zonesFor(context, settings)).map((zone) => namedZone(zone, context.view)),
    languages: languagesOf(context, settings),
    canLink: context.linking !== undefined,
    calendar: context.calendar && { trouble: context.calendar.troubleOf(guildId) },
    said,
    check,
    stuck,
  };
}

/** Returns the zones of the picked language, else of the admin's own. */
function zonesFor(context: CommandContext, settings: GuildSettings): readonly string[] {
  const zone = serverZone(context, settings);
  const usual = usualZones(settings.locale ?? context.locale);
  return usual.includes(zone) ? usual : [zone, ...usual].slice(0, 25);
}

function languagesOf({ site, locale }: CommandContext, settings: GuildSettings): SetupLanguages {
  const own = nearestLanguage(site.guildLocale ?? locale);
  return {
    offered: languageCodes().map((code) => ({ code, name: languageName(code) })),
    own: languageName(own),
    now: languageName(nearestLanguage(settings.locale ?? own)),
  };
}
