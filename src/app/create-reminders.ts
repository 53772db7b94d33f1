import { randomBytes } from "node:crypto";

import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { Asked, CommandEntry } from "../discord/command.ts";
import type { Poster } from "../discord/post.ts";
import type { WritePost } from "../discord/post-writer.ts";
import { AfterPosts } from "../reminders/after-posts.ts";
import { ReminderEngine } from "../reminders/engine.ts";
import { reminderStore } from "../reminders/ports.ts";
import type { Queries } from "../storage/schema.ts";
import { afterPosts } from "../storage/tables/after-posts.ts";
import { knownDates } from "../storage/tables/known-dates.ts";
import { reminderNotices } from "../storage/tables/reminder-notices.ts";
import { openAwayWith, probeAwayWith } from "./open-away.ts";
import { asNobody } from "./reminders/asking.ts";
import type { ReminderBook } from "./reminders/book.ts";
import { createReminderBook } from "./reminders/create-book.ts";
import { forgetOtherPlatform } from "./reminders/other-platform.ts";
import { freshDates } from "./reminders/fresh-dates.ts";
import { KnownThings } from "./reminders/known-things.ts";
import { lookForNewsWith } from "./reminders/look-for-news.ts";
import { tellingReminders, tellWith } from "./reminders/notices.ts";
import { PlatformWatch } from "./reminders/platform-watch.ts";
import { PostContent } from "./reminders/post-content.ts";
import { watchSessionsWith } from "./reminders/session-watch.ts";
import { sweepReminders } from "./reminders/sweep.ts";
import { testWith } from "./reminders/test-post.ts";
import { thingsOf } from "./reminders/things.ts";
import type { Services } from "./services.ts";

export interface RemindersWiring {
  readonly queries: Queries;
  /** Everything but the reminders themselves. */
  readonly services: Services;
  readonly poster: Poster;
  readonly write: WritePost;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
}

/** The reminders of a bot: their book for commands, and what works by itself between `start` and `stop`. */
export interface Reminders {
  readonly book: ReminderBook;
  /** The same commands, which tell members what stands in the way of their reminders. */
  telling(commands: readonly CommandEntry<Services>[]): readonly CommandEntry<Services>[];
  /** `mention` makes clickable mentions of commands, as the runtime does once it is connected. */
  start(mention: Asked["mention"]): Promise<void>;
  /** Lets what is being posted end, for so long. */
  stop(withinMs: number): Promise<void>;
  /** Forgets what was kept for as long as promised. */
  sweep(): Promise<void>;
  /** One look of every part, in the order in which they follow from each other; they make them by themselves too. */
  look(): Promise<void>;
}

/** The language titles are remembered in, for when the platform can't say them in the reader's. */
/** One post a place leaves at each look. */
const MOST_LOOKS = 100;
const UNKNOWN_ID: Asked["mention"] = (name) => `/${name}`;
const REMEMBERED_IN = "en-US";

export function createReminders(wiring: RemindersWiring): Reminders {
  const { queries, services, poster, write, clock, random, log } = wiring;
  const { sessions, guilds } = services;
  const store = reminderStore(queries);
  const dates = knownDates(queries);
  const known = new KnownThings(dates, clock);
  const notices = { store, rows: reminderNotices(queries), clock, log };
  let mention = UNKNOWN_ID;
  const ask = (asked: { readonly locale: string; readonly signal: AbortSignal }) =>
    asNobody({ services, now: clock.now(), ...asked });
  const content = new PostContent({
    services,
    store,
    known,
    openAway: sessions === undefined ? undefined : openAwayWith(sessions),
    write,
    mention: (name) => mention(name),
    clock,
  });
  const engine = new ReminderEngine({
    store,
    content,
    post: poster,
    dates: known,
    tell: tellWith(notices),
    clock,
    random,
    log,
    worker: newId(),
    isAlone: true,
  });
  const after = new AfterPosts({
    store,
    rows: afterPosts(queries),
    content,
    post: poster,
    clock,
    random,
    log,
  });
  const wake = () => {
    engine.wake();
    after.wake();
  };
  const lookForNews = lookForNewsWith({ queries, guilds, log, wake });
  const watchSessions =
    sessions === undefined
      ? async () => {}
      : watchSessionsWith({ store, sessions, probe: probeAwayWith(sessions), log, wake });
  const watch = new PlatformWatch({
    store,
    known,
    ask: (signal) => ask({ locale: REMEMBERED_IN, signal }),
    async lookForNews(context, watches) {
      await lookForNews(context, watches);
      await watchSessions(context, watches);
    },
    clock,
    random,
    log,
    wake,
  });
  const book = createReminderBook({
    queries,
    store,
    things: thingsOf({ ask, known: dates, clock }),
    dates: freshDates({ known, ask: (signal) => ask({ locale: REMEMBERED_IN, signal }) }),
    tell: tellWith(notices),
    draft: (row, signal) => content.draft(row, signal),
    test: testWith({ content, post: poster, newId }),
    clock,
    newId,
    wake,
    lookNow: () => watch.wake(),
  });
  return {
    book,
    telling: (commands) => tellingReminders(commands, notices),
    async start(mentionWith) {
      mention = mentionWith;
      await forgetOtherPlatform({ queries, profile: services.profile });
      engine.start();
      after.start();
      watch.start();
    },
    async stop(withinMs) {
      await Promise.all([watch.stop(), after.stop(), engine.stop(withinMs)]);
    },
    sweep: () => sweepReminders({ queries, store, known: dates, clock, log }),
    async look() {
      await watch.look();
      for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
        await engine.tick();
        await engine.idle();
        if (((await store.occurrences.nextAt()) ?? Number.POSITIVE_INFINITY) > clock.now()) break;
      }
      await after.look();
    },
  };
}

/** 12 characters: with a delivery's id it fits into a custom id. */
function newId(): string {
  return randomBytes(9).toString("base64url");
}
