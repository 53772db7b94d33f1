import {
  type APIGuildScheduledEventRecurrenceRule,
  GuildScheduledEventRecurrenceRuleFrequency as FREQUENCY,
  type GuildScheduledEventRecurrenceRuleWeekday as WEEKDAY,
  GuildScheduledEventStatus as STATUS,
} from "discord-api-types/v10";

import { DAY_MS } from "../../../base/duration.ts";

/** A calendar entry outside Discord, the only kind the bot makes. */
export interface ScheduledEvent {
  readonly id: string;
  readonly guildId: string;
  readonly creatorId: string;
  name: string;
  description: string | null;
  location: string;
  /** Of a recurring one, those of one of its occurrences. */
  startsAt: number;
  endsAt: number;
  /** How it comes again, on the days of UTC. */
  recurrence: APIGuildScheduledEventRecurrenceRule | null;
  readonly cover?: { readonly contentType: string; readonly bytes: Uint8Array };
  /** Whether it was canceled or ended by hand; otherwise its times decide. */
  isCalledOff: boolean;
}

/** Returns the status by the time: entries begin and end by themselves. */
export function statusOf({ startsAt, endsAt, isCalledOff }: ScheduledEvent, now: number): STATUS {
  if (isCalledOff) return STATUS.Canceled;
  if (now >= endsAt) return STATUS.Completed;
  return now >= startsAt ? STATUS.Active : STATUS.Scheduled;
}

export function isLive(event: ScheduledEvent, now: number): boolean {
  const status = statusOf(event, now);
  return status === STATUS.Active || status === STATUS.Scheduled;
}

/** Returns an event with its present times: a recurring one goes on to its next occurrence once one has ended. */
export function atTime(event: ScheduledEvent, now: number): ScheduledEvent {
  const { startsAt, endsAt, recurrence, isCalledOff } = event;
  if (recurrence === null || isCalledOff || now < endsAt) return event;
  let later = Math.max(1, Math.floor((now - endsAt) / DAY_MS)) * DAY_MS;
  while (endsAt + later <= now || !comesOn(recurrence, startsAt + later)) later += DAY_MS;
  return { ...event, startsAt: startsAt + later, endsAt: endsAt + later };
}

function comesOn(rule: APIGuildScheduledEventRecurrenceRule, at: number): boolean {
  const date = new Date(at);
  const weekday: WEEKDAY = (date.getUTCDay() + 6) % 7;
  const nth = Math.ceil(date.getUTCDate() / 7);
  const started = Date.parse(rule.start);
  switch (rule.frequency) {
    case FREQUENCY.Daily:
      return rule.by_weekday?.includes(weekday) ?? true;
    case FREQUENCY.Weekly:
      return Math.round((at - started) / DAY_MS) % (7 * rule.interval) === 0;
    case FREQUENCY.Monthly:
      return rule.by_n_weekday?.some(({ n, day }) => n === nth && day === weekday) ?? false;
    case FREQUENCY.Yearly: {
      const isMonth = rule.by_month?.includes(date.getUTCMonth() + 1) ?? false;
      return isMonth && (rule.by_month_day?.includes(date.getUTCDate()) ?? false);
    }
  }
}
