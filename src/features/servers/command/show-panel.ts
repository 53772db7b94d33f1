import { installLinks } from "../../../discord/install-links.ts";
import { POSTING } from "../../../discord/rest/permissions.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import type { CheckView, SetupLanguages, SetupSaid } from "../view/setup-parts.ts";
import { languageCodes, languageName, nearestLanguage } from "../../../messages/languages.ts";
import { setupReply } from "../view/setup.ts";
import { managedServer } from "../../shared/require-admin.ts";
import type { GuildSettings } from "../../shared/guild-settings.ts";
import { namedZone, usualZones } from "../../shared/time-zones.ts";
import type { CommandContext } from "../../shared/command-context.ts";
import type { SetupSection } from "../view/calls.ts";

/** What stands in the panel beside the settings themselves. */
export interface Shown {
  readonly said?: SetupSaid | undefined;
  readonly check?: CheckView | undefined;
  /** Channels posts are stuck in. */
  readonly stuck?: readonly string[] | undefined;
  /** Zones that were found, to choose from. */
  readonly zones?: readonly string[] | undefined;
}

/** The server and its settings; throws where the asker does not manage it. */
export function ofServer(context: CommandContext) {
  const guildId = managedServer(context);
  return { guildId, settings: context.guilds.of(guildId) };
}

export function showSection(context: CommandContext, section: SetupSection, shown: Shown = {}): Reply {
  return setupReply({ section, ...setupViewOf(context, shown) }, context.view);
}

/** What every part of the panel is drawn from. */
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
    zone: namedZone(settings.zone, context.view),
    zones: (zones ?? zonesFor(context, settings)).map((zone) => namedZone(zone, context.view)),
    languages: languagesOf(context, settings),
    canLink: context.linking !== undefined,
    calendar: context.calendar && { trouble: context.calendar.troubleOf(guildId) },
    said,
    check,
    stuck,
  };
}

/** Where the language an admin chose is at home first, else where the admin's own is. */
function zonesFor({ locale }: CommandContext, settings: GuildSettings): readonly string[] {
  const { zone } = settings;
  const usual = usualZones(settings.locale ?? locale);
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
