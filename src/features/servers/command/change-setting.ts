import { within } from "../../../base/async/within.ts";
import { readColor } from "../../../base/color.ts";
import { MilepostError } from "../../../base/errors.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import { trendChoices } from "../../../game/trend-search.ts";
import type { SetupSaid } from "../view/setup-parts.ts";
import { OWN_LANGUAGE } from "../view/sections.ts";
import { MOST_CHANNELS } from "../store/guild-settings-store.ts";
import type { GuildChanges, GuildSettings } from "../../shared/guild-settings.ts";
import { clockIn } from "../../shared/schedule/read-clock.ts";
import { exactZone, findZones } from "../../shared/time-zones.ts";
import { followSettings } from "./update-announcements.ts";
import { languageCodes } from "../../../messages/languages.ts";
import { type Shown, ofServer } from "./show-panel.ts";
import type { ActionContext, CommandContext } from "../../shared/command-context.ts";
import type { setupCalls, SetupField, SetupLocation } from "../view/calls.ts";

const SHOWN_WITHIN_MS = 1_500;
const CALENDAR_WITHIN_MS = 60_000;

/** Shows a section, or a step of the start. */
export type ShowPlace = (
  context: CommandContext,
  place: SetupLocation,
  shown: Shown,
) => Reply | Promise<Reply>;

/** Follows one press in the panel, if the settings are still those the panel showed. */
export async function changeSetting(
  context: ActionContext<typeof setupCalls.set>,
  show: ShowPlace,
): Promise<Reply> {
  const { settings } = ofServer(context);
  const changes = changesOf(context, settings);
  const said = await save(context, changes);
  if (said.kind === "saved" && changes.isCalendarOn !== undefined) await refreshCalendar(context);
  return show(context, context.state.in ?? "overview", { said });
}

/** What stands in its way is known at once then, where that doesn't take long. */
async function refreshCalendar(context: CommandContext): Promise<void> {
  const { guildId } = ofServer(context);
  const refreshing = context.calendar?.refresh(guildId, CALENDAR_WITHIN_MS);
  // A poll tries it again; its failure is logged there.
  if (refreshing !== undefined) await within(refreshing, SHOWN_WITHIN_MS, context.signal).catch(() => {});
  refreshing?.catch(() => {});
}

/** Sets the zone that was typed; where several fit, they are offered. */
export async function searchZone(
  context: ActionContext<typeof setupCalls.zone> & { readonly typed: string },
  show: ShowPlace,
): Promise<Reply> {
  const { typed, now, state } = context;
  const { settings } = ofServer(context);
  const place = state.in ?? "overview";
  const exact = exactZone(typed.trim());
  const found = exact === undefined ? findZones(typed, now, context.locale) : [exact];
  const [only, ...others] = found;
  if (only === undefined) return show(context, place, { said: { kind: "no-zone", typed } });
  if (others.length > 0) return show(context, place, { said: { kind: "zones", typed }, zones: found });
  return show(context, place, { said: await save(context, toZone(only, settings)) });
}

/** Sets quiet hours as they were typed, in the server's zone. */
export async function setQuietHours(
  context: ActionContext<typeof setupCalls.quiet> & { readonly from: string; readonly to: string },
  show: ShowPlace,
): Promise<Reply> {
  const { settings } = ofServer(context);
  const place = context.state.in ?? "overview";
  const hours = { from: context.from, to: context.to };
  const [from, to] = [clockIn(hours.from, context.locale), clockIn(hours.to, context.locale)];
  if (from === undefined || to === undefined) {
    const typed = from === undefined ? hours.from : hours.to;
    return show(context, place, { said: { kind: "bad-time", typed, hours } });
  }
  if (from === to) return show(context, place, { said: { kind: "same-times", hours } });
  const said = await save(context, { quiet: { zone: settings.zone, from, to } });
  return show(context, place, { said: said.kind === "clash" ? { ...said, hours } : said });
}

/** Sets the color of announcements, or ours again where nothing was typed. */
export async function setAccent(
  context: ActionContext<typeof setupCalls.accent> & { readonly typed: string | undefined },
  show: ShowPlace,
): Promise<Reply> {
  const { typed = "", state } = context;
  const place = state.in ?? "overview";
  const accent = readColor(typed);
  if (accent === undefined) return show(context, place, { said: { kind: "no-color", typed } });
  return show(context, place, { said: await save(context, { accent }) });
}

/** A choice that holds already is nobody's loss, whoever made it. */
async function save(
  context: CommandContext & { readonly state: { readonly rev: number } },
  changes: GuildChanges,
): Promise<SetupSaid> {
  const { guildId, book: guilds, settings } = ofServer(context);
  if (holds(settings, changes)) return { kind: "saved" };
  const revision = context.state.rev;
  const isSaved = await guilds.change({ guildId, revision, by: context.member.id }, changes);
  if (!isSaved) return { kind: "clash" };
  return { kind: "saved", kept: await followSettings(context, settings) };
}

function holds(settings: GuildSettings, changes: GuildChanges): boolean {
  const now: Readonly<Record<string, unknown>> = { ...settings };
  return Object.entries(changes).every(([name, value]) => isSame(now[name] ?? null, value));
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** What a press means: a value chosen may be crafted. */
function changesOf(context: SetContext, settings: GuildSettings): GuildChanges {
  return CHANGES[context.state.f](context, settings);
}

type SetContext = ActionContext<typeof setupCalls.set>;
type Change = (context: SetContext, settings: GuildSettings) => GuildChanges;

const CHANGES: Readonly<Record<SetupField, Change>> = {
  locale: toLocale,
  zone: ({ chosen }, settings) => toZone(exactZone(chosen ?? ""), settings),
  publicIn: toPublicIn,
  memberRemindersIn: ({ allChosen }) => ({ memberRemindersIn: toChannels(allChosen) }),
  kinds: ({ allChosen }) => ({ kinds: toKinds(allChosen) }),
  quiet: () => ({ quiet: null }),
  whenUnsure: ({ state }) => ({
    whenUnsure: state.v === "at-most-once" ? "at-most-once" : "at-least-once",
  }),
  arePrivateCommandsOn: ({ state }) => ({ arePrivateCommandsOn: state.v === true }),
  areCreationsOn: ({ state }) => ({ areCreationsOn: state.v === true }),
  arePingsOn: ({ state }) => ({ arePingsOn: state.v === true }),
  cardMode: ({ state }) => ({ cardMode: state.v === "light" ? "light" : "dark" }),
  isCalendarOn: ({ state }) => ({ isCalendarOn: state.v === true }),
};

function toLocale(context: SetContext): GuildChanges {
  const { chosen } = context;
  if (chosen === OWN_LANGUAGE) return { locale: null };
  if (chosen === undefined || !languageCodes().includes(chosen)) throw badInput("no language");
  return { locale: chosen };
}

function toPublicIn({ state, allChosen }: SetContext): GuildChanges {
  if (state.v === "everywhere") return { publicIn: "everywhere" };
  return { publicIn: state.v === "nowhere" ? [] : toChannels(allChosen) };
}

/** Quiet hours are meant on the same wall. */
function toZone(zone: string | undefined, { quiet }: GuildSettings): GuildChanges {
  if (zone === undefined) throw badInput("no time zone");
  return { zone, isZoneChosen: true, ...(quiet !== undefined && { quiet: { ...quiet, zone } }) };
}

const SNOWFLAKE = /^\d{1,20}$/;

function toChannels(ids: readonly string[] = []): readonly string[] {
  if (!ids.every((id) => SNOWFLAKE.test(id))) throw badInput("no channel");
  return [...new Set(ids)].slice(0, MOST_CHANNELS);
}

function toKinds(chosen: readonly string[] = []): GuildSettings["kinds"] {
  const kinds = trendChoices.filter((kind) => chosen.includes(kind));
  if (kinds.length === 0) throw badInput("no kind");
  return kinds.length === trendChoices.length ? "all" : kinds;
}

function badInput(reason: string): MilepostError {
  return new MilepostError("bad-input", { reason });
}
