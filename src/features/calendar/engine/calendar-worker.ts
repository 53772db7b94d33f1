import { PollingWorker } from "../../../base/async/poller.ts";
import { SerialQueue } from "../../../base/async/serial-queue.ts";
import type { Clock } from "../../../base/clock.ts";
import { MINUTE_MS } from "../../../base/duration.ts";
import type { Log } from "../../../base/log.ts";
import type { Refusal, RefusalName } from "../../../discord/rest/refusal.ts";
import {
  type CalendarEvent,
  type LiveEvent,
  MOST_LIVE_EVENTS,
  type ScheduledEvents,
} from "../../../discord/rest/scheduled-events.ts";
import type { Services } from "../../services.ts";
import type { ServerCalendar } from "../../shared/server-calendar.ts";
import type { CalendarRow, CalendarRows } from "../store/calendar-rows.ts";
import {
  firstStart,
  isSameEntry,
  kindOf,
  movedStart,
  type WantedEntry,
  wantedEntries,
  whenMissing,
} from "./plan-entries.ts";

export interface CalendarWorkerDeps {
  readonly rows: CalendarRows;
  readonly events: ScheduledEvents;
  readonly services: Pick<Services, "guilds" | "reminders" | "profile" | "messages">;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
}

const EVERY_MS = 5 * MINUTE_MS;
const JITTER_MS = MINUTE_MS;
const READ_WITHIN_MS = 10_000;
const SERVER_WITHIN_MS = 60_000;
/** The language of servers that have not chosen one. */
const OWN_LANGUAGE = "en-US";

/** Keeps what stands in servers' own calendars like the platform's dates. */
export class CalendarWorker extends PollingWorker implements ServerCalendar {
  readonly #parts: CalendarWorkerDeps;
  readonly #turns = new SerialQueue();
  readonly #troubles = new Map<string, RefusalName>();
  /** Dates that were seen once: by server and thing. They count when they are seen again. */
  readonly #unsure = new Map<string, string>();

  constructor(parts: CalendarWorkerDeps) {
    super(parts.clock);
    this.#parts = parts;
  }

  troubleOf(guildId: string): RefusalName | undefined {
    return this.#troubles.get(guildId);
  }

  refresh(guildId: string, signal: AbortSignal): Promise<void> {
    return this.#turns.take(() => this.#server(guildId, signal));
  }

  /** One server after the other: one's failure is nobody else's. */
  async poll(): Promise<void> {
    const { services, rows, log } = this.#parts;
    const { guilds } = services;
    const wanting = guilds.ids().filter((id) => guilds.of(id).isCalendarOn);
    for (const id of new Set([...wanting, ...(await rows.guildIds())])) {
      if (this.isStopped) return;
      await this.refresh(id, this.within(SERVER_WITHIN_MS)).catch((error: unknown) =>
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

  async #server(guildId: string, signal: AbortSignal): Promise<void> {
    const { services, rows, clock } = this.#parts;
    const { guilds, reminders } = services;
    const { isCalendarOn, locale = OWN_LANGUAGE } = guilds.of(guildId);
    const kept = await rows.ofGuild(guildId);
    this.#troubles.delete(guildId);
    if (!isCalendarOn) {
      for (const row of kept) if (!(await this.#remove(row, signal))) return;
      return;
    }
    const soon = AbortSignal.any([signal, AbortSignal.timeout(READ_WITHIN_MS)]);
    const wanted = wantedEntries(await reminders.datedSubjects({ locale, signal: soon }), clock.now());
    const turn = { guildId, locale, wanted, signal };
    if (await this.#tidy(turn, kept)) await this.#add(turn);
  }

  /** Changes what is there. False: Discord lets nothing be done. */
  async #tidy(turn: Turn, kept: readonly CalendarRow[]): Promise<boolean> {
    const { rows, clock } = this.#parts;
    const now = clock.now();
    for (const row of kept) {
      const wanted = turn.wanted.find(({ thing }) => thing === row.thing);
      const isListed = turn.wanted.some(({ thing }) => kindOf(thing) === kindOf(row.thing));
      if (wanted !== undefined) {
        if (!(await this.#keep(turn, row, wanted))) return false;
      } else if (row.end_at <= now) await rows.remove(row);
      else if (isListed && !(await this.#miss(row, turn.signal))) return false;
    }
    return true;
  }

  async #keep(turn: Turn, row: CalendarRow, wanted: WantedEntry): Promise<boolean> {
    const { rows, events, clock } = this.#parts;
    const now = clock.now();
    // The last period is over, and Discord ended its entry: this is the next one.
    if (row.end_at <= now) return rows.remove(row).then(() => true);
    const { guild_id: guildId, event_id: eventId } = row;
    if (row.missing_since !== null) await rows.put({ ...row, missing_since: null });
    if (
      eventId === null ||
      row.state === "dismissed" ||
      isSameEntry(row, wanted) ||
      !this.#isSure(row, wanted)
    )
      return true;
    const event = this.#eventOf(turn, wanted, movedStart(wanted, row, now));
    const changed = await events.change({ guildId, eventId }, event, turn.signal);
    if (changed.kind === "refused" && isInTheWay(changed)) return this.#refused(guildId, changed);
    const state = changed.kind === "refused" ? "dismissed" : "made";
    await rows.put({ ...toRow(turn.guildId, wanted), event_id: eventId, state });
    return true;
  }

  /** A date that moves counts once a second answer has it too. */
  #isSure({ guild_id: guildId }: CalendarRow, { thing, title, startAt, endAt }: WantedEntry): boolean {
    const key = `${guildId} ${thing}`;
    const seen = `${startAt} ${endAt} ${title}`;
    const isSure = this.#unsure.get(key) === seen;
    if (isSure) this.#unsure.delete(key);
    else this.#unsure.set(key, seen);
    return isSure;
  }

  async #miss(row: CalendarRow, signal: AbortSignal): Promise<boolean> {
    const { rows, clock } = this.#parts;
    const now = clock.now();
    const what = whenMissing(row, now);
    if (what === "noted") await rows.put({ ...row, missing_since: now });
    return what !== "over" || this.#remove(row, signal);
  }

  async #remove(row: CalendarRow, signal: AbortSignal): Promise<boolean> {
    const { rows, events } = this.#parts;
    const { guild_id: guildId, event_id: eventId } = row;
    const isThere = eventId !== null && row.state !== "dismissed";
    const removed = isThere ? await events.remove({ guildId, eventId }, signal) : undefined;
    if (removed?.kind === "refused" && isInTheWay(removed)) return this.#refused(guildId, removed);
    await rows.remove(row);
    return true;
  }

  /** Makes what is lacking, at most as many as Discord takes. */
  async #add(turn: Turn): Promise<void> {
    const { rows, events } = this.#parts;
    const kept = await rows.ofGuild(turn.guildId);
    const known = new Set(
      kept.flatMap(({ thing, event_id: id, state }) => (id === null && state !== "dismissed" ? [] : thing)),
    );
    const lacking = turn.wanted.filter(({ thing }) => !known.has(thing));
    if (lacking.length === 0) return;
    const listed = await events.live(turn.guildId, turn.signal);
    if (listed.kind === "refused") return void this.#refused(turn.guildId, listed);
    const ids = new Set(kept.map(({ event_id: id }) => id));
    const free = listed.events.filter(({ id, isOwn }) => isOwn && !ids.has(id));
    let room = MOST_LIVE_EVENTS - listed.events.length;
    for (const wanted of lacking) {
      const tried = kept.find(({ thing }) => thing === wanted.thing);
      const found = tried === undefined ? undefined : free.find((event) => isEntry(event, tried));
      if (tried !== undefined && found !== undefined)
        await rows.put({ ...tried, event_id: found.id, state: "made" });
      else if (room <= 0) return void this.#troubles.set(turn.guildId, "calendar-full");
      else if (!(await this.#create(turn, wanted))) return;
      else room -= 1;
    }
  }

  /** Written down first: an entry whose answer is lost is found again by it. */
  async #create(turn: Turn, wanted: WantedEntry): Promise<boolean> {
    const { rows, events, clock } = this.#parts;
    const { guildId, signal } = turn;
    const row = toRow(guildId, wanted);
    await rows.put(row);
    const created = await events.create(
      guildId,
      this.#eventOf(turn, wanted, firstStart(wanted, clock.now())),
      signal,
    );
    if (created.kind === "created") {
      await rows.put({ ...row, event_id: created.id, state: "made" });
      return true;
    }
    if (created.isCertain) await rows.remove(row);
    return this.#refused(guildId, created);
  }

  #eventOf({ locale }: Turn, { title, endAt }: WantedEntry, startsAt: number | undefined): CalendarEvent {
    const { profile, messages } = this.#parts.services;
    const { calendar } = messages(locale).setup;
    return {
      name: title,
      description: calendar.description(profile.name),
      location: calendar.location(profile.name).slice(0, 100),
      startsAt,
      endsAt: endAt,
    };
  }

  #refused(guildId: string, refused: Refusal): false {
    this.#troubles.set(guildId, refused.name);
    return false;
  }
}

/** Nothing more is tried in that server until the next poll. */
function isInTheWay({ name }: Refusal): boolean {
  return name !== "event-gone" && name !== "event-over";
}

interface Turn {
  readonly guildId: string;
  readonly locale: string;
  readonly wanted: readonly WantedEntry[];
  readonly signal: AbortSignal;
}

function toRow(guildId: string, { thing, title, startAt, endAt }: WantedEntry): CalendarRow {
  return {
    guild_id: guildId,
    thing,
    event_id: null,
    title,
    start_at: startAt,
    end_at: endAt,
    state: "trying",
    missing_since: null,
  };
}

/** One that was made, though nobody learned of it. */
function isEntry({ name, endsAt }: LiveEvent, { title, end_at: end }: CalendarRow): boolean {
  return name === title && endsAt === end;
}
