import { within } from "../../../base/async/within.ts";
import { readColor } from "../../../base/color.ts";
import { MilepostError } from "../../../base/errors.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import { trendChoices } from "../../../game/trend-search.ts";
import type { SetupSaid, SetupKept } from "../view/setup-parts.ts";
import { OWN_LANGUAGE } from "../view/sections.ts";
import {
  type GuildChanges,
  type GuildSettings,
  MOST_CHANNELS,
  serverZone,
  zoneChanges,
  postLocale,
} from "../../kit/settings/settings.ts";
import { hoursIn } from "../../../schedule/read-clock.ts";
import { exactZone, findZones } from "../../kit/settings/time-zones.ts";
import { languageCodes } from "../../../messages/languages.ts";
import { showPlace } from "./first-steps.ts";
import { ofServer } from "./show-panel.ts";
import type { setupCalls, SetupField } from "../view/calls.ts";
import type { ActionContext, CommandContext } from "../services.ts";
import { isRepeating } from "../../../schedule/next-slot.ts";
import type { QuietHours } from "../../../base/quiet-hours.ts";
import { changeEach } from "../../posts/command/who-manages.ts";
import type { ReminderChanges, ReminderView } from "../../posts/reminder-service.ts";

/**
 * Updates existing announcements after a setting changed. Those with quiet hours of their own keep them, and times keep
 * the zone they were set in; returns how many did.
 */
async function followSettings(
  context: CommandContext,
  before: GuildSettings,
): Promise<SetupKept | undefined> {
  const { guildId, settings: now } = ofServer(context);
  const { reminders: service, member } = context;
  const all = await service.ofGuild(guildId);
  if (all.length === 0) return undefined;
  const change = { before, now, locale: postLocale(context, now) };
  const ids = all.filter((view) => changesOf(view, change) !== undefined).map(({ id }) => id);
  await changeEach({ book: service, ids, by: member.id }, (view) => changesOf(view, change));
  return keptOf(all, change);
}

interface SettingsChange {
  readonly before: GuildSettings;
  readonly now: GuildSettings;
  /** The language of future posts. */
  readonly locale: string;
}

/** Returns undefined where nothing changes. */
function changesOf(
  { quiet, content }: ReminderView,
  { before, now, locale }: SettingsChange,
): ReminderChanges | undefined {
  const isQuietChanged = !isSame(before.quiet, now.quiet) && isSame(quiet, before.quiet);
  const isLocaleChanged = before.locale !== now.locale && content.locale !== locale;
  const isDoubtChanged = before.whenUnsure !== now.whenUnsure;
  if (!isQuietChanged && !isLocaleChanged && !isDoubtChanged) return undefined;
  return {
    ...(isQuietChanged && { quiet: now.quiet ?? null }),
    ...(isLocaleChanged && { content: { ...content, locale } }),
    ...(isDoubtChanged && { whenUnsure: now.whenUnsure }),
  };
}

/** Returns what stays, where one could expect otherwise. */
function keptOf(all: readonly ReminderView[], { before, now }: SettingsChange): SetupKept | undefined {
  const going = all.filter(({ state }) => state !== "ended");
  if (before.zone !== now.zone || before.isZoneChosen !== now.isZoneChosen) {
    const count = going.filter(({ rule }) => isRepeating(rule) && rule.zone !== now.zone).length;
    return count === 0 ? undefined : { what: "zone", count };
  }
  if (isSame(before.quiet, now.quiet)) return undefined;
  const own = going.filter(({ quiet }) => !isSame(quiet, before.quiet) && !isSame(quiet, now.quiet));
  return own.length === 0 ? undefined : { what: "quiet", count: own.length };
}

function isSame(one: QuietHours | undefined, other: QuietHours | undefined): boolean {
  return one?.zone === other?.zone && one?.from === other?.from && one?.to === other?.to;
}

const SHOWN_WITHIN_MS = 1_500;
const CALENDAR_WITHIN_MS = 60_000;

/** Applies one press in the panel, if the settings are still those it showed. */
export async function changeSetting(context: ActionContext<typeof setupCalls.set>): Promise<Reply> {
  const { settings } = ofServer(context);
  const changes = CHANGES[context.state.f](context, settings);
  const said = await save(context, changes);
  if (said.kind === "saved" && changes.isCalendarOn !== undefined) await refreshCalendar(context);
  return showPlace(context, context.state.in, { said });
}

/** Updates the server's calendar, briefly waiting for its trouble to be known. */
async function refreshCalendar(context: CommandContext): Promise<void> {
  const { guildId } = ofServer(context);
  const refreshing = context.calendar?.refresh(guildId, CALENDAR_WITHIN_MS);
  // A later poll tries again and logs its failure.
  if (refreshing !== undefined) await within(refreshing, SHOWN_WITHIN_MS, context.signal).catch(() => {});
  refreshing?.catch(() => {});
}

/** Sets the zone that was typed, or offers several that fit. */
export async function searchZone(
  context: ActionContext<typeof setupCalls.zone>,
  typed: string,
): Promise<Reply> {
  const { settings } = ofServer(context);
  const place = context.state.in;
  const exact = exactZone(typed.trim());
  const found = exact === undefined ? findZones(typed, context.now, context.locale) : [exact];
  const [only, ...others] = found;
  if (only === undefined) return showPlace(context, place, { said: { kind: "no-zone", typed } });
  if (others.length > 0) return showPlace(context, place, { said: { kind: "zones", typed }, zones: found });
  return showPlace(context, place, { said: await save(context, toZone(only, settings)) });
}

/** Sets quiet hours as typed, in the server's zone. */
export async function setQuietHours(
  context: ActionContext<typeof setupCalls.quiet>,
  typed: { readonly from: string; readonly to: string },
): Promise<Reply> {
  const { settings } = ofServer(context);
  const place = context.state.in;
  const hours = hoursIn(typed, context.locale);
  if (hours === undefined) return showPlace(context, place, { said: { kind: "bad-times", hours: typed } });
  const said = await save(context, { quiet: { zone: serverZone(context, settings), ...hours } });
  return showPlace(context, place, { said: said.kind === "clash" ? { ...said, hours: typed } : said });
}

/** Sets the announcements' color, or resets it where nothing was typed. */
export async function setAccent(
  context: ActionContext<typeof setupCalls.accent>,
  typed = "",
): Promise<Reply> {
  const place = context.state.in;
  const accent = readColor(typed);
  if (accent === undefined) return showPlace(context, place, { said: { kind: "no-color", typed } });
  return showPlace(context, place, { said: await save(context, { accent }) });
}

/** Saving a value that is already set is no conflict. */
async function save(
  context: CommandContext & { readonly state: { readonly rev: number } },
  changes: GuildChanges,
): Promise<SetupSaid> {
  const { guildId, settings } = ofServer(context);
  if (holds(settings, changes)) return { kind: "saved" };
  const revision = context.state.rev;
  const isSaved = await context.guilds.change({ guildId, revision, by: context.member.id }, changes);
  if (!isSaved) return { kind: "clash" };
  return { kind: "saved", kept: await followSettings(context, settings) };
}

function holds(settings: GuildSettings, changes: GuildChanges): boolean {
  const now: Readonly<Record<string, unknown>> = { ...settings };
  return Object.entries(changes).every(
    ([name, value]) => JSON.stringify(now[name] ?? null) === JSON.stringify(value),
  );
}

type SetContext = ActionContext<typeof setupCalls.set>;
type Change = (context: SetContext, settings: GuildSettings) => GuildChanges;

/** The change of each field. Picked values may be forged. */
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

function toLocale({ chosen }: SetContext): GuildChanges {
  if (chosen === OWN_LANGUAGE) return { locale: null };
  if (chosen === undefined || !languageCodes().includes(chosen)) throw badInput("no language");
  return { locale: chosen };
}

function toPublicIn({ state, allChosen }: SetContext): GuildChanges {
  if (state.v === "everywhere") return { publicIn: "everywhere" };
  return { publicIn: state.v === "nowhere" ? [] : toChannels(allChosen) };
}

function toZone(zone: string | undefined, settings: GuildSettings): GuildChanges {
  if (zone === undefined) throw badInput("no time zone");
  return zoneChanges(zone, settings);
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
