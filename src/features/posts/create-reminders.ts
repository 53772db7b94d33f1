import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import type { InvocationContext } from "../../discord/command/invocation-context.ts";
import type { Poster } from "../../discord/post/poster.ts";
import type { WritePost } from "../../discord/post/post-writer.ts";
import { whileMeant } from "../../discord/rest/bot-rest.ts";
import { resolveHosts } from "../../platform/profile/hosts.ts";
import { ConversationOpener } from "./engine/conversation-opener.ts";
import { PostUpdater } from "./engine/update-posts.ts";
import { ReminderEngine } from "./engine/reminder-engine.ts";
import { reminderStore } from "./engine/ports.ts";
import type { Lease, Nodes } from "../../storage/nodes.ts";
import type { Queries } from "../../storage/schema.ts";
import { conversationRows } from "./store/member-rows.ts";
import { postUpdateRows } from "./store/delivery-rows.ts";
import { forgetDataOfOtherPlatform, knownDateRows } from "./store/platform-rows.ts";
import { occurrenceRows } from "./store/occurrence-rows.ts";
import type { AwaySessions } from "../../sessions/use/private-data.ts";
import { newReminderId } from "./store/sign-up-rows.ts";
import { systemContext, type BackgroundServices } from "./engine/system-context.ts";
import type { ReminderService } from "./reminder-service.ts";
import { createReminderService } from "./create-reminder-service.ts";
import { createDatesFetcher, createSubjectList } from "./content/read-dated-subjects.ts";
import { KnownDatesStore } from "./engine/known-dates.ts";
import { createNameWatch } from "./engine/name-watch.ts";
import { createNewEntriesWatch } from "./engine/new-entries-watch.ts";
import { recordNotice, reminderNoticesAbove, boardNotices } from "./notices.ts";
import { PlatformWatch } from "./engine/platform-watch.ts";
import { createPostComposer, sendTestPost } from "./content/compose-post.ts";
import { createSessionWatch } from "./engine/session-watch.ts";
import { sweepReminders } from "./engine/sweep.ts";
import { boardRows } from "./store/guild-rows.ts";
import { BoardWorker, type BoardWorkerDeps } from "./engine/board-worker.ts";

export interface RemindersOptions {
  readonly queries: Queries;
  readonly nodes: Nodes;
  readonly services: BackgroundServices;
  /** Sessions of members who are away; absent where private commands are off. */
  readonly away?: AwaySessions | undefined;
  readonly poster: Poster;
  readonly write: WritePost;
  /** Returns a clickable mention of a command, once Discord has given it an id. */
  readonly mention: InvocationContext["mention"];
  /** Records what is deleted for good, so that a restored backup doesn't bring it back. */
  readonly noteDeleted?: ((ids: readonly string[]) => void) | undefined;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
}

/** The reminders: the service for commands, on every node, and the workers of the node that posts. */
export type Reminders = ReturnType<typeof createReminders>;

/** The hint to the posting node that something is due or waits for the platform's dates. */
const DUE_CHANGED = "reminders";
const DATES_WANTED = "reminder-dates";
/** Each tick lets one post leave per destination. */
const MAX_TICKS = 100;
/** The language titles are stored in, for when the platform can't give them in the reader's. */
const REMEMBERED_IN = "en-US";

export function createReminders(options: RemindersOptions) {
  const deps = createDeps(options);
  return {
    service: createService(options, deps),
    /** Adds notices about their reminders to members' replies. */
    afterCommand: reminderNoticesAbove(options.queries),
    /** Creates the workers that run while this node holds the lease; nothing runs before `start`. */
    createWorkers: (lease: Lease) => runningWorkers(options, createWorkers(options, deps, lease)),
    /** Deletes what has been kept for as long as promised. */
    sweep: () => sweepReminders(options),
  };
}

function runningWorkers(
  { queries, services, nodes, clock }: RemindersOptions,
  { engine, postUpdater, platformWatch, opener, wake }: ReturnType<typeof createWorkers>,
) {
  const listening: (() => void)[] = [];
  const occurrences = occurrenceRows(queries);
  return {
    async start() {
      const { profile } = services;
      await forgetDataOfOtherPlatform(queries, `${profile.id} ${resolveHosts(profile).portal}`);
      listening.push(nodes.onChange(DUE_CHANGED, wake));
      listening.push(nodes.onChange(DATES_WANTED, () => platformWatch.wake()));
      for (const worker of [engine, postUpdater, platformWatch, opener]) worker.start();
    },
    /** Waits this long for posts under way. */
    async stop(withinMs: number) {
      for (const stopListening of listening.splice(0)) stopListening();
      await Promise.all([platformWatch.stop(), postUpdater.stop(), opener.stop(), engine.stop(withinMs)]);
    },
    /** Polls every worker once, in the order of their dependencies. */
    async pollAll() {
      await platformWatch.poll();
      for (let looks = 0; looks < MAX_TICKS; looks += 1) {
        await engine.tick();
        await engine.idle();
        if (((await occurrences.nextAt()) ?? Number.POSITIVE_INFINITY) > clock.now()) break;
      }
      await postUpdater.poll();
    },
  };
}

type Deps = ReturnType<typeof createDeps>;

function createDeps(options: RemindersOptions) {
  const { queries, services, away, clock } = options;
  const store = reminderStore(queries);
  const known = new KnownDatesStore(knownDateRows(queries), clock);
  return {
    store,
    known,
    content: createPostComposer({ ...options, store, known, openAway: away?.open }),
    background: (signal: AbortSignal, locale = REMEMBERED_IN) =>
      systemContext({ services, now: clock.now(), locale, signal }),
  };
}

function createWorkers(
  { queries, services, away, poster, clock, random, log }: RemindersOptions,
  { store, known, content, background }: Deps,
  lease: Lease,
) {
  const common = { store, content, clock, random, log };
  // What waits for the rate limit must not be posted once another node may do it.
  const send: Poster["send"] = (...given) =>
    whileMeant(
      () => lease.isHeld(),
      () => poster.send(...given),
    );
  const engine = new ReminderEngine({
    ...common,
    post: { send, find: (...given) => poster.find(...given) },
    dates: known,
    notifyOwner: recordNotice(clock),
    worker: newReminderId(),
    lease,
  });
  const rows = postUpdateRows(queries);
  const postUpdater = new PostUpdater({ ...common, post: poster, rows, routes: engine.routes });
  engine.onPublishable.add(() => postUpdater.wake());
  const opener = new ConversationOpener({ rows: conversationRows(queries), poster, clock, log });
  /** Wakes whoever posts: what is due may have changed. */
  const wake = () => {
    engine.wake();
    postUpdater.wake();
    opener.wake();
  };
  const { guilds, linking } = services;
  const lookForNews = createNewEntriesWatch({ queries, guilds, log, wake });
  const lookForNames = createNameWatch({ queries, guilds, log, wake, background });
  const watchSessions =
    linking &&
    away &&
    createSessionWatch({ store, sessions: linking.sessions.store, probe: away.probe, log, wake });
  const platformWatch = new PlatformWatch({
    ...common,
    known,
    background,
    async recheckPosts(thing) {
      await rows.recheck(thing, clock.now());
      postUpdater.wake();
    },
    async findNew(context, watches) {
      await lookForNews(context, watches);
      await lookForNames(context, watches);
      await watchSessions?.(context, watches);
    },
    wake,
  });
  return { engine, postUpdater, platformWatch, opener, wake };
}

function createService(
  { queries, nodes, poster, noteDeleted, clock, log }: RemindersOptions,
  { store, known, content, background }: Deps,
): ReminderService {
  return createReminderService({
    queries,
    store,
    datedSubjects: createSubjectList({ background, known: knownDateRows(queries), clock, log }),
    dates: createDatesFetcher(known, background),
    notifyOwner: recordNotice(clock),
    draft: (row, signal) => content.draft(row, signal),
    listed: (row, slot, signal) => content.listed(row, slot, signal),
    sendTest: (reminder, { kind, target }, signal) =>
      sendTestPost(
        content,
        poster,
        { reminder, kind, target, deliveryId: `test-${newReminderId()}` },
        signal,
      ),
    takeBack: async (message, signal) =>
      (await poster.remove(message, signal)).kind === "removed" ? "removed" : "refused",
    noteDeleted,
    clock,
    newId: newReminderId,
    wake: () => nodes.hint(DUE_CHANGED),
    pollPlatform: () => nodes.hint(DATES_WANTED),
  });
}

/** The live boards: the service for commands, and the worker that runs between `start` and `close`. */
export type Boards = ReturnType<typeof createBoards>;

type BoardsOptions = Omit<BoardWorkerDeps, "rows" | "newId"> & { readonly queries: Queries };

export function createBoards({ queries, ...parts }: BoardsOptions) {
  const rows = boardRows(queries);
  const keeper = new BoardWorker({
    ...parts,
    rows,
    newId: newReminderId,
  });
  return {
    service: keeper,
    /** Adds notices about a member's boards above their replies. */
    afterCommand: boardNotices(rows),
    /** Keeps the boards up to date until `close`, on one node at a time. */
    start: () => keeper.start(),
    close: () => keeper.close(),
  };
}
