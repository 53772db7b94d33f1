import type { REST } from "@discordjs/rest";
import {
  type APIGuildScheduledEvent,
  GuildScheduledEventEntityType,
  GuildScheduledEventPrivacyLevel,
  GuildScheduledEventRecurrenceRuleFrequency as Frequency,
  Routes,
} from "discord-api-types/v10";

import { idIn, listIn, type Refusal, refusalOf } from "./refusal.ts";

/** Discord's limits. */
export const MOST_LIVE_EVENTS = 100;
const STEP_WITHIN_MS = 20_000;

/** An entry of a server's Events, for something outside Discord. */
export interface CalendarEvent {
  /** At most 100 characters, as is `location`. */
  readonly name: string;
  /** At most 1,000 characters. */
  readonly description: string;
  readonly location: string;
  /** The cover as a data URI; undefined leaves it unchanged. */
  readonly image?: string | undefined;
  /** Must be in the future; undefined leaves it unchanged. */
  readonly startsAt?: number | undefined;
  readonly endsAt: number;
  /** It comes again from a given start on; Discord then moves its times by itself. */
  readonly every?: "day" | "week" | undefined;
}

/** An event that is scheduled or under way. */
export interface LiveEvent {
  readonly id: string;
  readonly isOwn: boolean;
  readonly name: string;
  /** Of a recurring one: of its present or next occurrence. */
  readonly endsAt: number | undefined;
  readonly isRecurring: boolean;
}

interface LiveEvents {
  readonly kind: "listed";
  readonly events: readonly LiveEvent[];
}

interface CreatedEvent {
  readonly kind: "created";
  readonly id: string;
}

interface EventPlace {
  readonly guildId: string;
  readonly eventId: string;
}

interface Done {
  readonly kind: "done";
}

export type ScheduledEvents = ReturnType<typeof createScheduledEvents>;

/** Never throws for failures of Discord or the network. */
export function createScheduledEvents(rest: REST) {
  let ownId: Promise<string> | undefined;
  const own = (signal: AbortSignal) => {
    ownId ??= rest.get(Routes.user(), { signal }).then(idIn);
    ownId.catch(() => (ownId = undefined));
    return ownId;
  };
  const live = async (guildId: string, signal: AbortSignal): Promise<LiveEvents> => {
    const id = await own(within(signal));
    const route = Routes.guildScheduledEvents(guildId);
    const listed = listIn(await rest.get(route, { signal: within(signal) }));
    const events = (listed as readonly APIGuildScheduledEvent[]).map((one) => toLive(one, id));
    return { kind: "listed", events };
  };
  return {
    live: (guildId: string, signal: AbortSignal): Promise<LiveEvents | Refusal> =>
      live(guildId, signal).catch(refusalOf),
    /** Creates an event. A repeat creates a second one, so look for it first when an answer was lost. */
    create(guildId: string, event: CalendarEvent, signal: AbortSignal): Promise<CreatedEvent | Refusal> {
      const body = { ...bodyOf(event), privacy_level: GuildScheduledEventPrivacyLevel.GuildOnly };
      return rest
        .post(Routes.guildScheduledEvents(guildId), { body, signal: within(signal) })
        .then((made): CreatedEvent => ({ kind: "created", id: idIn(made) }))
        .catch(refusalOf);
    },
    change(
      { guildId, eventId }: EventPlace,
      event: CalendarEvent,
      signal: AbortSignal,
    ): Promise<Done | Refusal> {
      return rest
        .patch(Routes.guildScheduledEvent(guildId, eventId), { body: bodyOf(event), signal: within(signal) })
        .then(idIn)
        .then((): Done => ({ kind: "done" }))
        .catch(refusalOf);
    },
    /** Deletes an event; one that is gone already counts as success. */
    async remove({ guildId, eventId }: EventPlace, signal: AbortSignal): Promise<Done | Refusal> {
      const removed = rest.delete(Routes.guildScheduledEvent(guildId, eventId), { signal: within(signal) });
      const refused = await removed.then(() => undefined, refusalOf);
      return refused === undefined || refused.name === "event-gone" ? { kind: "done" } : refused;
    },
  };
}

function within(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(STEP_WITHIN_MS)]);
}

function toLive(event: APIGuildScheduledEvent, ownId: string): LiveEvent {
  const { id, name, creator_id: creatorId, scheduled_end_time: end, recurrence_rule: rule } = event;
  const endsAt = end === null ? undefined : Date.parse(end);
  return { id, name, isOwn: creatorId === ownId, endsAt, isRecurring: (rule ?? null) !== null };
}

function bodyOf({ name, description, location, image, startsAt, endsAt, every }: CalendarEvent) {
  return {
    name,
    description,
    ...(image !== undefined && { image }),
    entity_type: GuildScheduledEventEntityType.External,
    entity_metadata: { location },
    ...(startsAt !== undefined && { scheduled_start_time: new Date(startsAt).toISOString() }),
    ...(startsAt !== undefined && every !== undefined && { recurrence_rule: ruleOf(startsAt, every) }),
    scheduled_end_time: new Date(endsAt).toISOString(),
  };
}

/** Discord counts days in UTC, weekdays from Monday. */
function ruleOf(startsAt: number, every: "day" | "week") {
  const start = new Date(startsAt);
  const rule = { start: start.toISOString(), interval: 1 };
  if (every === "day") return { ...rule, frequency: Frequency.Daily };
  return { ...rule, frequency: Frequency.Weekly, by_weekday: [(start.getUTCDay() + 6) % 7] };
}
