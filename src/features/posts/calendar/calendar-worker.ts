import { PollingWorker } from "../../../base/async/poller.ts";
import type { Clock } from "../../../base/clock.ts";
import { MINUTE_MS } from "../../../base/duration.ts";
import type { Log } from "../../../base/log.ts";
import { ENGLISH } from "../../../messages/languages.ts";
import type { Nodes } from "../../../storage/nodes.ts";
import type { GuildLocale } from "../../../discord/rest/guild-locale.ts";
import type { RefusalName } from "../../../discord/rest/refusal.ts";
import type { ScheduledEvents } from "../../../discord/rest/scheduled-events.ts";
import { KeyedQueue } from "../engine/keyed-queue.ts";
import { systemContext, type BackgroundServices } from "../engine/system-context.ts";
import type { CalendarRows } from "../store/guild-rows.ts";
import type { ReminderService } from "../reminder-service.ts";
import type { ServerCalendar } from "../services.ts";
import { lookOf } from "./entry-look.ts";
import { type WantedEntry, wantedEntries } from "./plan-entries.ts";
import { ServerEntries } from "./server-entries.ts";

export interface CalendarWorkerDeps {
  readonly rows: CalendarRows;
  readonly nodes: Nodes;
  readonly events: ScheduledEvents;
  /** Returns the language of servers that picked none. */
  readonly localeOf: GuildLocale;
  readonly services: BackgroundServices;
  readonly reminders: Pick<ReminderService, "datedSubjects">;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  /** When turned off, it deletes the entries it made. */
  readonly isOn: boolean;
}

const EVERY_MS = 5 * MINUTE_MS;
const JITTER_MS = MINUTE_MS;
const READ_WITHIN_MS = 10_000;
const SERVER_WITHIN_MS = 60_000;

/** Keeps entries in servers' Events up to date with the platform's dates. */
export class CalendarWorker extends PollingWorker implements ServerCalendar {
  readonly #parts: CalendarWorkerDeps;
  readonly #turns: KeyedQueue;
  readonly #troubles = new Map<string, RefusalName>();
  /** Dates that were seen once, by server and subject: they count when seen again. */
  readonly #unsure = new Map<string, string>();

  constructor(parts: CalendarWorkerDeps) {
    super(parts.clock);
    this.#parts = parts;
    this.#turns = new KeyedQueue(parts.nodes, "calendar");
  }

  troubleOf(guildId: string): RefusalName | undefined {
    return this.#troubles.get(guildId);
  }

  refresh(guildId: string, withinMs: number): Promise<void> {
    return this.#turns.take(guildId, () => this.#server(guildId, AbortSignal.timeout(withinMs)));
  }

  /** Updates one server after the other; a failure affects no other. */
  async poll(): Promise<void> {
    const { rows, log } = this.#parts;
    const { guilds } = this.#parts.services;
    const wanting = guilds.ids().filter((id) => this.#isOn(id));
    for (const id of new Set([...wanting, ...(await rows.guildIds())])) {
      if (this.isStopped) return;
      const refreshing = this.#turns.take(id, () => this.#server(id, this.within(SERVER_WITHIN_MS)));
      await refreshing.catch((error: unknown) =>
        log.error(
          "a server's calendar could not be looked after; it is tried again",
          { reference: id },
          error,
        ),
      );
    }
  }

  protected override async next(): Promise<number> {
    await this.poll();
    return EVERY_MS + Math.floor(this.#parts.random() * JITTER_MS);
  }

  protected override failed(error: unknown): number {
    this.#parts.log.error("servers' calendars could not be looked after; they are tried again", {}, error);
    return EVERY_MS;
  }

  #isOn(guildId: string): boolean {
    const { isOn, services } = this.#parts;
    return isOn && services.guilds.of(guildId).isCalendarOn;
  }

  async #server(guildId: string, signal: AbortSignal): Promise<void> {
    const { services, reminders, rows, events, clock, localeOf } = this.#parts;
    const { guilds } = services;
    this.#troubles.delete(guildId);
    const isOn = this.#isOn(guildId);
    const locale = guilds.of(guildId).locale ?? (isOn ? await localeOf(guildId, signal) : ENGLISH);
    if (typeof locale !== "string") return void this.#troubles.set(guildId, locale.name);
    const context = systemContext({ services, now: clock.now(), locale, guildId, signal });
    const entries = new ServerEntries({
      rows,
      events,
      clock,
      guildId,
      look: (wanted, isNew) => lookOf(context, wanted, isNew),
      isSure: (wanted) => this.#isSure(guildId, wanted),
      onTrouble: (name) => void this.#troubles.set(guildId, name),
      signal,
    });
    if (!isOn) return entries.clear();
    const things = await reminders.datedSubjects({ locale, signal, withinMs: READ_WITHIN_MS });
    await entries.follow(wantedEntries(things, clock.now()));
  }

  /** Returns whether a moved date was seen twice. */
  #isSure(guildId: string, { thing, startAt, endAt }: WantedEntry): boolean {
    const key = `${guildId} ${thing}`;
    const seen = `${startAt} ${endAt}`;
    const isSure = this.#unsure.get(key) === seen;
    if (isSure) this.#unsure.delete(key);
    else this.#unsure.set(key, seen);
    return isSure;
  }
}
