import { PollingWorker } from "../../../base/async/poller.ts";
import type { Clock } from "../../../base/clock.ts";
import { MINUTE_MS } from "../../../base/duration.ts";
import type { Log } from "../../../base/log.ts";
import { ENGLISH } from "../../../messages/languages.ts";
import type { Nodes } from "../../../storage/nodes.ts";
import type { GuildLocale } from "../../../discord/rest/guild.ts";
import type { RefusalName } from "../../../discord/rest/refusal.ts";
import type { ScheduledEvents } from "../../../discord/rest/scheduled-events.ts";
import { KeyedQueue } from "../engine/keyed-queue.ts";
import { systemContext, type BackgroundServices, type Background } from "../engine/system-context.ts";
import type { CalendarRows } from "../store/guild-rows.ts";
import type { ReminderService } from "../reminder-service.ts";
import type { ServerCalendar } from "../services.ts";
import {
  type WantedEntry,
  recurringEntries,
  wantedEntries,
  ServerEntries,
  type EntryLook,
} from "./server-entries.ts";
import { isMilepostError } from "../../../base/errors.ts";
import { listWords } from "../../../base/list-words.ts";
import { plain } from "../../../base/markdown.ts";
import { readPictureHeader } from "../../../base/picture/picture-header.ts";
import { clip } from "../../../base/text.ts";
import { imageData } from "../../../base/picture/picture-type.ts";
import { sourceOf } from "../content/dated-sources.ts";
import { lookUpNames } from "../../kit/read/look-up-names.ts";
import { isTimed, subjectOfKey, type TimedSubject } from "../../../schedule/subject.ts";
import { inOneLine } from "../../kit/view/view-context.ts";

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
    const now = clock.now();
    await entries.follow([...recurringEntries(things, now), ...wantedEntries(things, now)]);
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

/** Discord's limits. */
const LENGTHS = { location: 100, description: 1000 };
const OURS = { about: 300, reward: 60, rewards: 5 };

/** Returns the description, rewards and link of an entry, as far as the platform gives them now. */
async function lookOf(
  context: Background,
  { thing, trendingAs = thing }: WantedEntry,
  isNew: boolean,
): Promise<EntryLook> {
  const { profile, locale } = context;
  const { setup, posts, language } = context.messages(locale);
  const [subject, shown] = [timedSubject(thing), timedSubject(trendingAs)];
  const details = shown && (await orNothing(sourceOf(shown).details(context, shown), context));
  const names = subject === undefined ? [] : await rewardsOf(context, subject);
  const command = context.mention(subjectOfKey(thing)?.kind === "ritual" ? "trending" : "milestones");
  const parts = [
    String(plain(inOneLine(details?.about ?? "", OURS.about))),
    names.length > 0 ? String(plain(posts.rewards(listWords(names, language)))) : "",
    details?.pageUrl ?? "",
  ].filter((part) => part !== "");
  return {
    description: fitting(parts, setup.calendar.description(profile.name, command)),
    location: clip(profile.name, LENGTHS.location),
    image: isNew ? await coverOf(context, details?.pictureUrl) : undefined,
  };
}

function timedSubject(key: string): TimedSubject | undefined {
  const subject = subjectOfKey(key);
  return subject !== undefined && isTimed(subject) ? subject : undefined;
}

async function rewardsOf(context: Background, subject: TimedSubject): Promise<readonly string[]> {
  const { rewards = [] } = (await orNothing(sourceOf(subject).rewards(context, subject), context)) ?? {};
  const item = rewards.slice(0, OURS.rewards);
  const names = await lookUpNames(context, { item });
  return item.flatMap((hash) => inOneLine(names.of("item", hash)?.name ?? "", OURS.reward) || []);
}

/** Doesn't even start where time is up. */
async function orNothing<T>(reading: Promise<T>, { signal }: Background): Promise<T | undefined> {
  return reading.catch((error: unknown) => {
    if (isMilepostError(error) || signal.aborted) return undefined;
    throw error;
  });
}

/** Returns as many parts as fit, and always the last. */
function fitting(parts: readonly string[], last: string): string {
  const room = LENGTHS.description - last.length - 1;
  const shown = parts.filter((_, index) => parts.slice(0, index + 1).join("\n").length <= room);
  return [...shown, last].join("\n");
}

/** Discord shows covers at 5:2, so an icon is none. */
async function coverOf({ images, signal }: Background, url: string | undefined): Promise<string | undefined> {
  const bytes = await images.get(url, signal);
  const { width = 0, height = 1 } = (bytes && readPictureHeader(Buffer.from(bytes))) ?? {};
  return bytes && width >= height * 1.5 ? imageData(bytes) : undefined;
}
