import type { REST } from "@discordjs/rest";
import {
  type APIGuildScheduledEvent,
  GuildScheduledEventEntityType,
  GuildScheduledEventPrivacyLevel,
  Routes,
} from "discord-api-types/v10";

import { idIn, listIn, type Refusal, refusalOf } from "./refusal.ts";

/** Discord's own bounds. */
export const MOST_LIVE_EVENTS = 100;
const STEP_WITHIN_MS = 20_000;

/** An entry of a server's own calendar, of something that takes place outside Discord. */
export interface CalendarEvent {
  /** At most 100 characters, as is `location`. */
  readonly name: string;
  readonly description: string;
  readonly location: string;
  /** Has to lie ahead; undefined: it stays as it is. */
  readonly startsAt?: number | undefined;
  readonly endsAt: number;
}

/** One that is to come or under way. */
export interface LiveEvent {
  readonly id: string;
  readonly isOwn: boolean;
  readonly name: string;
  readonly endsAt: number | undefined;
}

export interface ScheduledEvents {
  live(
    guildId: string,
    signal: AbortSignal,
  ): Promise<{ readonly kind: "listed"; readonly events: readonly LiveEvent[] } | Refusal>;
  /** Made twice it is there twice: whoever lost an answer looks for it first. */
  create(
    guildId: string,
    event: CalendarEvent,
    signal: AbortSignal,
  ): Promise<{ readonly kind: "created"; readonly id: string } | Refusal>;
  change(
    at: EventPlace,
    event: CalendarEvent,
    signal: AbortSignal,
  ): Promise<{ readonly kind: "done" } | Refusal>;
  /** One that is gone already counts as removed. */
  remove(at: EventPlace, signal: AbortSignal): Promise<{ readonly kind: "done" } | Refusal>;
}

interface EventPlace {
  readonly guildId: string;
  readonly eventId: string;
}

/** Never throws for what Discord or the network does. */
export function createScheduledEvents(rest: REST): ScheduledEvents {
  let ownId: Promise<string> | undefined;
  const own = (signal: AbortSignal) => {
    ownId ??= rest.get(Routes.user(), { signal }).then(idIn);
    ownId.catch(() => (ownId = undefined));
    return ownId;
  };
  return {
    async live(guildId, signal) {
      return orRefusal(async () => {
        const id = await own(within(signal));
        const listed = listIn(
          await rest.get(Routes.guildScheduledEvents(guildId), { signal: within(signal) }),
        );
        return {
          kind: "listed",
          events: (listed as readonly APIGuildScheduledEvent[]).map((one) => toLive(one, id)),
        };
      });
    },
    async create(guildId, event, signal) {
      return orRefusal(async () => {
        const body = { ...bodyOf(event), privacy_level: GuildScheduledEventPrivacyLevel.GuildOnly };
        return {
          kind: "created",
          id: idIn(await rest.post(Routes.guildScheduledEvents(guildId), { body, signal: within(signal) })),
        };
      });
    },
    async change({ guildId, eventId }, event, signal) {
      return orRefusal(async () => {
        idIn(
          await rest.patch(Routes.guildScheduledEvent(guildId, eventId), {
            body: bodyOf(event),
            signal: within(signal),
          }),
        );
        return { kind: "done" };
      });
    },
    async remove({ guildId, eventId }, signal) {
      const removed = await orRefusal(async () => {
        await rest.delete(Routes.guildScheduledEvent(guildId, eventId), { signal: within(signal) });
        return { kind: "done" } as const;
      });
      return removed.kind === "refused" && removed.name === "event-gone" ? { kind: "done" } : removed;
    },
  };
}

function within(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(STEP_WITHIN_MS)]);
}

async function orRefusal<T>(work: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await work();
  } catch (error) {
    return refusalOf(error);
  }
}

function toLive(event: APIGuildScheduledEvent, ownId: string): LiveEvent {
  const { id, name, creator_id: creatorId, scheduled_end_time: end } = event;
  return { id, name, isOwn: creatorId === ownId, endsAt: end === null ? undefined : Date.parse(end) };
}

function bodyOf({ name, description, location, startsAt, endsAt }: CalendarEvent) {
  return {
    name,
    description,
    entity_type: GuildScheduledEventEntityType.External,
    entity_metadata: { location },
    ...(startsAt !== undefined && { scheduled_start_time: new Date(startsAt).toISOString() }),
    scheduled_end_time: new Date(endsAt).toISOString(),
  };
}
