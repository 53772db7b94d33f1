import {
  type APIGuildScheduledEventRecurrenceRule,
  GuildScheduledEventRecurrenceRuleFrequency as FREQUENCY,
  GuildScheduledEventStatus as STATUS,
} from "discord-api-types/v10";

import type { Core } from "../../core.ts";
import { isRecord, type Json } from "../../json.ts";
import { FaultList, refusal } from "../../validation/api-error.ts";
import { readImage } from "../../validation/read-image.ts";
import { checkBody } from "../../validation/schemas.ts";
import { guildPermissions, has, Permission } from "../../world/permissions.ts";
import { atTime, isLive, type ScheduledEvent, statusOf } from "../../world/scheduled-events.ts";
import type { Guild } from "../../world/world.ts";
import { botGuild } from "../access.ts";
import { botRoute, NO_CONTENT, ok, type Request, type Result, type Route } from "../route.ts";

const ALL = "/guilds/:guild/scheduled-events";
const ONE = `${ALL}/:event`;
const MOST_LIVE = 100;

/** Entries of a server's calendar that take place outside Discord. */
export const scheduledEventRoutes: readonly Route[] = [
  botRoute("GET", ALL, list),
  botRoute("POST", ALL, create),
  botRoute("GET", ONE, (core, request) => ok(eventJson(core, eventOf(core, request)))),
  botRoute("PATCH", ONE, change),
  botRoute("DELETE", ONE, remove),
];

function liveOf(core: Core, guild: Guild): readonly ScheduledEvent[] {
  const now = core.clock.now();
  return [...core.world.scheduledEvents.values()]
    .map((one) => atTime(one, now))
    .filter((one) => one.guildId === guild.id && isLive(one, now));
}

function list(core: Core, request: Request): Result {
  return ok(liveOf(core, botGuild(core, request.param("guild"))).map((one) => eventJson(core, one)));
}

async function create(core: Core, request: Request): Promise<Result> {
  const guild = botGuild(core, request.param("guild"));
  if (!has(guildPermissions(guild, core.world.bot.id), Permission.CreateEvents))
    throw refusal("MissingPermissions");
  const body = request.record();
  const faults = new FaultList();
  await checkBody("ExternalScheduledEventCreateRequestSchema", body, faults);
  if (body["scheduled_end_time"] === undefined || body["scheduled_end_time"] === null)
    faults.required(["scheduled_end_time"]);
  checkTexts(body, faults);
  const cover = readImage(body, faults);
  faults.throwIfAny();
  const event = applied(body, {
    id: core.world.ids.next(),
    guildId: guild.id,
    creatorId: core.world.bot.id,
    name: "",
    description: null,
    location: "",
    startsAt: 0,
    endsAt: 0,
    recurrence: null,
    isCalledOff: false,
    ...(cover.contentType !== "" && { cover }),
  });
  checkTimes(event, { isNewStart: true, now: core.clock.now() }, faults);
  if (liveOf(core, guild).length >= MOST_LIVE)
    throw refusal("MaximumNumberOfUncompletedGuildScheduledEventsReached");
  return kept(core, event);
}

async function change(core: Core, request: Request): Promise<Result> {
  const before = manageable(core, request);
  const status = statusOf(before, core.clock.now());
  if (status === STATUS.Completed || status === STATUS.Canceled) throw refusal("CannotUpdateAFinishedEvent");
  const body = request.record();
  const faults = new FaultList();
  await checkBody("ExternalScheduledEventPatchRequestPartialSchema", body, faults);
  checkTexts(body, faults);
  const to = body["status"] ?? status;
  if (to !== status && !NEXT[status].some((one) => one === to))
    faults.add(["status"], "GUILD_SCHEDULED_EVENT_INVALID_STATUS");
  faults.throwIfAny();
  const event = applied(body, before);
  const isNewStart = event.startsAt !== before.startsAt;
  checkTimes(event, { isNewStart, now: core.clock.now() }, faults);
  if (to === STATUS.Active && status === STATUS.Scheduled) event.startsAt = core.clock.now();
  // Ending one occurrence of a recurring event leads to the next.
  if (to === STATUS.Completed && event.recurrence !== null) return kept(core, atTime(event, event.endsAt));
  event.isCalledOff = to === STATUS.Canceled || to === STATUS.Completed;
  return kept(core, event);
}

/** https://discord.com/developers/docs/resources/guild-scheduled-event#valid-guild-scheduled-event-status-transitions */
const NEXT: Readonly<Record<STATUS, readonly STATUS[]>> = {
  [STATUS.Scheduled]: [STATUS.Active, STATUS.Canceled],
  [STATUS.Active]: [STATUS.Completed],
  [STATUS.Completed]: [],
  [STATUS.Canceled]: [],
};

function remove(core: Core, request: Request): Result {
  core.world.scheduledEvents.delete(manageable(core, request).id);
  core.eventBus.worldChanged();
  return NO_CONTENT;
}

function eventOf(core: Core, request: Request): ScheduledEvent {
  const guild = botGuild(core, request.param("guild"));
  const event = core.world.scheduledEvents.get(request.param("event"));
  if (event === undefined || event.guildId !== guild.id) throw refusal("UnknownGuildScheduledEvent");
  return atTime(event, core.clock.now());
}

/** Needs Manage Events, or Create Events for the bot's own. Throws 50013. */
function manageable(core: Core, request: Request): ScheduledEvent {
  const event = eventOf(core, request);
  const own = guildPermissions(botGuild(core, event.guildId), core.world.bot.id);
  const isOwn = event.creatorId === core.world.bot.id;
  if (!has(own, Permission.ManageEvents) && !(isOwn && has(own, Permission.CreateEvents)))
    throw refusal("MissingPermissions");
  return event;
}

function checkTexts(body: Json, faults: FaultList): void {
  const { name, entity_metadata: metadata, channel_id: channel } = body;
  if (name === "") faults.badLength(["name"], 1, 100);
  if (isRecord(metadata) && metadata["location"] === "")
    faults.badLength(["entity_metadata", "location"], 1, 100);
  if (typeof channel === "string") faults.add(["channel_id"], "GUILD_SCHEDULED_EVENT_CHANNEL");
  const rule = body["recurrence_rule"];
  if (isRecord(rule) && !faults.hasField("recurrence_rule"))
    for (const field of unsupported(toRule(rule)))
      faults.add(["recurrence_rule", field], "GUILD_SCHEDULED_EVENT_RECURRENCE_RULE");
}

/** The sets of days, Monday is 0, that a daily event may be limited to. */
const KNOWN_SETS = new Set(["0,1,2,3,4", "1,2,3,4,5", "6,0,1,2,3", "4,5", "5,6", "6,0"]);

const isOne = (list: readonly unknown[] | null) => list?.length === 1;

/**
 * Returns the fields that Discord doesn't support.
 * https://docs.discord.com/developers/resources/guild-scheduled-event#system-limitations
 */
function unsupported(rule: APIGuildScheduledEventRecurrenceRule): readonly string[] {
  const { frequency, interval, by_weekday: days, by_n_weekday: nth } = rule;
  const isWeekly = frequency === FREQUENCY.Weekly;
  const isYearly = frequency === FREQUENCY.Yearly;
  const fields: Readonly<Record<string, boolean>> = {
    count: rule.count === null,
    end: rule.end === null,
    by_year_day: rule.by_year_day === null,
    interval: interval === 1 || (isWeekly && interval === 2),
    by_weekday:
      days === null ||
      (isWeekly && isOne(days)) ||
      (frequency === FREQUENCY.Daily && KNOWN_SETS.has(days.join())),
    by_n_weekday: frequency === FREQUENCY.Monthly ? isOne(nth) : nth === null,
    by_month: isYearly ? isOne(rule.by_month) : rule.by_month === null,
    by_month_day: isYearly ? isOne(rule.by_month_day) : rule.by_month_day === null,
  };
  return Object.keys(fields).filter((field) => fields[field] === false);
}

/** Returns a rule that fits Discord's schema with its defaults. */
function toRule(rule: Json): APIGuildScheduledEventRecurrenceRule {
  const nothing = { end: null, by_weekday: null, by_n_weekday: null, by_month: null, by_month_day: null };
  const said = Object.entries(rule).filter(([, value]) => value !== undefined && value !== null);
  const whole: Json = {
    ...nothing,
    by_year_day: null,
    count: null,
    interval: 1,
    ...Object.fromEntries(said),
  };
  return whole as unknown as APIGuildScheduledEventRecurrenceRule;
}

function checkTimes(
  { startsAt, endsAt }: ScheduledEvent,
  { isNewStart, now }: { readonly isNewStart: boolean; readonly now: number },
  faults: FaultList,
): void {
  if (isNewStart && startsAt <= now)
    faults.add(["scheduled_start_time"], "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST");
  if (endsAt <= startsAt) faults.add(["scheduled_end_time"], "GUILD_SCHEDULED_EVENT_END");
  faults.throwIfAny();
}

function timeOf(at: unknown, otherwise: number): number {
  return typeof at === "string" ? Date.parse(at) : otherwise;
}

function applied(body: Json, before: ScheduledEvent): ScheduledEvent {
  const { name, description, entity_metadata: metadata, recurrence_rule: rule } = body;
  return {
    ...before,
    ...(typeof name === "string" && { name }),
    ...(description !== undefined && { description: typeof description === "string" ? description : null }),
    ...(isRecord(metadata) && { location: String(metadata["location"]) }),
    ...(rule !== undefined && { recurrence: isRecord(rule) ? toRule(rule) : null }),
    startsAt: timeOf(body["scheduled_start_time"], before.startsAt),
    endsAt: timeOf(body["scheduled_end_time"], before.endsAt),
  };
}

function kept(core: Core, event: ScheduledEvent): Result {
  core.world.scheduledEvents.set(event.id, event);
  core.eventBus.worldChanged();
  return ok(eventJson(core, event));
}

function eventJson(core: Core, event: ScheduledEvent): Json {
  return {
    id: event.id,
    guild_id: event.guildId,
    channel_id: null,
    creator_id: event.creatorId,
    name: event.name,
    description: event.description,
    image: event.cover === undefined ? null : event.id,
    scheduled_start_time: new Date(event.startsAt).toISOString(),
    scheduled_end_time: new Date(event.endsAt).toISOString(),
    privacy_level: 2,
    status: statusOf(event, core.clock.now()),
    entity_type: 3,
    entity_id: null,
    entity_metadata: { location: event.location },
    recurrence_rule: event.recurrence,
    guild_scheduled_event_exceptions: [],
  };
}
