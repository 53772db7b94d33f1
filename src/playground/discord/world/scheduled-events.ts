import { GuildScheduledEventStatus as STATUS } from "discord-api-types/v10";

/** An entry of a server's own calendar that takes place outside Discord: the one kind the bot makes. */
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
  /** Since it was called off or ended by hand; else its times say how it stands. */
  isCalledOff: boolean;
}

/** As Discord counts: it begins and ends by itself. */
export function statusOf({ startsAt, endsAt, isCalledOff }: ScheduledEvent, now: number): STATUS {
  if (isCalledOff) return STATUS.Canceled;
  if (now >= endsAt) return STATUS.Completed;
  return now >= startsAt ? STATUS.Active : STATUS.Scheduled;
}

export function isLive(event: ScheduledEvent, now: number): boolean {
  const status = statusOf(event, now);
  return status === STATUS.Active || status === STATUS.Scheduled;
}
