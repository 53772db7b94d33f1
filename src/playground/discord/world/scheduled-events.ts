import { GuildScheduledEventStatus as STATUS } from "discord-api-types/v10";

/** A calendar entry outside Discord, the only kind the bot makes. */
export interface ScheduledEvent {
  readonly id: string;
  readonly guildId: string;
  readonly creatorId: string;
  name: string;
  description: string | null;
  location: string;
  startsAt: number;
  endsAt: number;
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
