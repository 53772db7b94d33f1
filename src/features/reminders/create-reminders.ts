import { randomBytes } from "node:crypto";

import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import type { InvocationContext } from "../../discord/command/invocation-context.ts";
import type { Poster } from "../../discord/post/poster.ts";
import type { WritePost } from "../../discord/post/post-writer.ts";
import { resolveHosts } from "../../platform/profile/hosts.ts";
import { PostUpdater } from "./engine/update-posts.ts";
import { ReminderEngine } from "./engine/reminder-engine.ts";
import { type ReminderStore, reminderStore } from "./engine/ports.ts";
import type { Queries } from "../../storage/schema.ts";
import { postUpdateRows } from "./store/post-update-rows.ts";
import { type KnownDateRows, knownDateRows } from "./store/known-date-rows.ts";
import { reminderNotices } from "./store/notice-rows.ts";
import type { AwaySessions } from "../shared/own-data/private-data.ts";
import { systemContext, type Background } from "../shared/system-context.ts";
import type { ReminderService } from "../shared/reminder-service.ts";
import { createReminderService } from "./create-reminder-service.ts";
import { forgetOtherPlatform } from "./store/forget-other-platform.ts";
import { freshDates } from "./engine/fresh-dates.ts";
import { KnownDatesStore } from "./engine/known-things.ts";
import { createNewsWatch } from "./engine/news-watch.ts";
import { type NoticeParts, reminderNoticesAbove, recordNotice } from "./notices.ts";
import { PlatformWatch } from "./engine/platform-watch.ts";
import { PostContent } from "./content/post-content.ts";
import { createSessionWatch } from "./engine/session-watch.ts";
import { sweepReminders } from "./engine/sweep.ts";
import { createTestPost } from "./content/test-post.ts";
import { thingsOf } from "./content/things.ts";
import type { Services } from "../services.ts";
import type { AfterCommand } from "../shared/command-context.ts";

export interface RemindersOptions {
  readonly queries: Queries;
  /** Everything but the reminders themselves. */
  readonly services: Services;
  /** Sessions of members who are not there. Absent where private commands are off. */
  readonly away?: AwaySessions | undefined;
  readonly poster: Poster;
  readonly write: WritePost;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
}

/** The reminders of a bot: their book for commands, and what works by itself between `start` and `stop`. */
export interface Reminders {
  readonly book: ReminderService;
  /** Tells members what there is to tell about their reminders. */
  readonly afterCommand: AfterCommand;
  /** `mention` makes clickable mentions of commands, as the runtime does once it is connected. */
  start(mention: InvocationContext["mention"]): Promise<void>;
  /** Lets what is being posted end, for so long. */
  stop(withinMs: number): Promise<void>;
  /** Forgets what was kept for as long as promised. */
  sweep(): Promise<void>;
  /** One look of every part, in the order in which they follow from each other; they make them by themselves too. */
  look(): Promise<void>;
}

/** Looks at the engine, each of which lets one post leave to a place; what is due after so many waits. */
const MOST_LOOKS = 100;
/** The language titles are remembered in, for when the platform can't say them in the reader's. */
const REMEMBERED_IN = "en-US";

export function createReminders(wiring: RemindersOptions): Reminders {
  const { queries, services, clock, log } = wiring;
  const desk = deskOf(wiring);
  const { store, dates, notices } = desk;
  const workers = workersOf(wiring, desk);
  const { engine, after, watch } = workers;
  return {
    book: bookOf(wiring, desk, workers),
    afterCommand: reminderNoticesAbove(notices),
    async start(mention) {
      desk.mention = mention;
      const { profile } = services;
      await forgetOtherPlatform(queries, `${profile.id} ${resolveHosts(profile).portal}`);
      engine.start();
      after.start();
      watch.start();
    },
    async stop(withinMs) {
      await Promise.all([watch.stop(), after.stop(), engine.stop(withinMs)]);
    },
    sweep: () => sweepReminders({ queries, store, known: dates, clock, log }),
    async look() {
      await watch.poll();
      for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
        await engine.tick();
        await engine.idle();
        if (((await store.occurrences.nextAt()) ?? Number.POSITIVE_INFINITY) > clock.now()) break;
      }
      await after.poll();
    },
  };
}

/** What everybody who works on reminders uses. */
interface Desk {
  readonly store: ReminderStore;
  readonly dates: KnownDateRows;
  readonly known: KnownDatesStore;
  readonly notices: NoticeParts;
  readonly content: PostContent;
  /** Commands can be clicked once Discord has given them ids. */
  mention: InvocationContext["mention"];
  readonly ask: (asked: { readonly locale?: string; readonly signal: AbortSignal }) => Background;
}

function deskOf({ queries, services, away, write, clock, log }: RemindersOptions): Desk {
  const store = reminderStore(queries);
  const dates = knownDateRows(queries);
  const known = new KnownDatesStore(dates, clock);
  const content = new PostContent({
    services,
    store,
    known,
    openAway: away?.open,
    write,
    mention: (name) => desk.mention(name),
    clock,
    log,
  });
  const desk: Desk = {
    store,
    dates,
    known,
    notices: { store, rows: reminderNotices(queries), clock, log },
    content,
    mention: (name) => `/${name}`,
    ask: ({ locale = REMEMBERED_IN, signal }) =>
      systemContext({ services, now: clock.now(), locale, signal }),
  };
  return desk;
}

/** Those that look by themselves. */
interface Workers {
  readonly engine: ReminderEngine;
  readonly after: PostUpdater;
  readonly watch: PlatformWatch;
  /** What is due may have changed. */
  readonly wake: () => void;
}

function workersOf(wiring: RemindersOptions, { store, known, notices, content, ask }: Desk): Workers {
  const { queries, services, away, poster: post, clock, random, log } = wiring;
  const { sessions, guilds } = services;
  const common = { store, content, post, clock, random, log };
  const engine = new ReminderEngine({
    ...common,
    dates: known,
    notifyOwner: recordNotice(notices),
    worker: newId(),
    isAlone: true,
  });
  const rows = postUpdateRows(queries);
  const after = new PostUpdater({ ...common, rows });
  const wake = () => {
    engine.wake();
    after.wake();
  };
  const lookForNews = createNewsWatch({ queries, guilds, log, wake });
  const watchSessions =
    sessions === undefined || away === undefined
      ? async () => {}
      : createSessionWatch({ store, sessions: sessions.store, probe: away.probe, log, wake });
  const watch = new PlatformWatch({
    store,
    known,
    ask: (signal) => ask({ signal }),
    async lookAgain(thing) {
      await rows.lookAgain(thing, clock.now());
      after.wake();
    },
    async lookForNews(context, watches) {
      await lookForNews(context, watches);
      await watchSessions(context, watches);
    },
    clock,
    random,
    log,
    wake,
  });
  return { engine, after, watch, wake };
}

function bookOf(
  { queries, poster, clock, log }: RemindersOptions,
  { store, dates, known, notices, content, ask }: Desk,
  { watch, wake }: Workers,
): ReminderService {
  return createReminderService({
    queries,
    store,
    things: thingsOf({ ask, known: dates, clock, log }),
    dates: freshDates({ known, ask: (signal) => ask({ signal }) }),
    tell: recordNotice(notices),
    draft: (row, signal) => content.draft(row, signal),
    test: createTestPost({ content, post: poster, newId }),
    clock,
    newId,
    wake,
    lookNow: () => watch.wake(),
  });
}

/** 12 characters: with a delivery's id it fits into a custom id. */
function newId(): string {
  return randomBytes(9).toString("base64url");
}
