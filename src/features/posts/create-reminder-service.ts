import type { Clock } from "../../base/clock.ts";
import { MINUTE_MS } from "../../base/duration.ts";
import type { DatesSource, ReminderStore, NotifyOwner } from "./engine/ports.ts";
import { checkRule, type Dates, nextSlot, preview, type Rule } from "../../schedule/next-slot.ts";
import { spreadWithin } from "../../schedule/spread.ts";
import { knownDateRows } from "./store/platform-rows.ts";
import { startOf } from "./content/describe-sign-up.ts";
import type { PostPart } from "./view/post-parts.ts";
import type { Post } from "../../discord/reply/reply.ts";
import type { Queries } from "../../storage/schema.ts";
import { repeatsAndSnoozes } from "./store/occurrence-rows.ts";
import { ALWAYS, isOwnNote, MOVED, type ReminderRow, reminderRows } from "./store/reminder-rows.ts";
import { writeTest } from "./store/write-occurrences.ts";
import { writeTransaction } from "../../storage/write-transaction.ts";
import type {
  EditResult,
  HistoryEntry,
  InvitingPost,
  MakeResult,
  NewReminder,
  ReminderChanges,
  ReminderService,
  ReminderDestination,
  TestResult,
} from "../posts/reminder-service.ts";
import {
  changeReminder,
  checkReminder,
  countedWith,
  insertOrFind,
  isOver,
  moveReminder,
} from "./store/change-reminder.ts";
import { reopenDestinations } from "./store/update-destinations.ts";
import { entryOf, memberReminders, reminderView, reminderViews, viewOf } from "./store/reminder-view.ts";

export interface ReminderServiceDeps {
  readonly queries: Queries;
  readonly store: ReminderStore;
  readonly datedSubjects: ReminderService["datedSubjects"];
  /** Dates that are known or can be read now. */
  readonly dates: DatesSource;
  readonly sendTest: (
    row: ReminderRow,
    destination: ReminderDestination,
    signal: AbortSignal,
  ) => Promise<TestResult>;
  /** Deletes a post. */
  readonly takeBack: (
    message: { readonly channelId: string; readonly messageId: string },
    signal: AbortSignal,
  ) => Promise<"removed" | "refused">;
  /** This and the next two: absent where nothing is posted. */
  readonly notifyOwner?: NotifyOwner;
  readonly draft?: (row: ReminderRow, signal: AbortSignal) => Promise<Post | undefined>;
  readonly listed?: (row: ReminderRow, slot: number, signal: AbortSignal) => Promise<PostPart | undefined>;
  /** Records what is deleted for good, so that a restored backup doesn't bring it back. */
  readonly noteDeleted?: ((ids: readonly string[]) => void) | undefined;
  readonly clock: Clock;
  /** At most 12 characters, since custom ids carry it. */
  readonly newId: () => string;
  /** Wakes the engine after a change. */
  readonly wake: () => void;
  /** Asks the platform soon: something waits for its dates. */
  readonly pollPlatform?: () => void;
}

const SNOOZE_GRACE_MS = 6 * 60 * MINUTE_MS;

export function createReminderService(parts: ReminderServiceDeps): ReminderService {
  const { queries, store, clock, newId, wake } = parts;
  const rows = store.reminders;
  const service: ReminderService = {
    datedSubjects: parts.datedSubjects,
    ...memberReminders(queries, clock),

    make: (wanted) => makeReminder(parts, wanted),

    async find(id) {
      const row = await rows.find(id);
      return row && reminderView(queries, row, clock);
    },

    ofGuild: async (guildId) => reminderViews(queries, await rows.list({ guildId }), "announcement", clock),

    async preview(rule) {
      const dates = await datesFor(parts, rule);
      return preview(rule, clock.now(), { ...(dates !== undefined && { dates }) });
    },

    change: (of, changes) => editReminder(parts, of, changes),

    async move({ id, by, guildId }, destinations) {
      const isMoved = await writeTransaction(queries, (transaction) =>
        moveReminder(transaction, { id, by, guildId, destinations, newId }, clock.now()),
      );
      wake();
      return isMoved ? "done" : "gone";
    },

    remove(id) {
      parts.noteDeleted?.([id]);
      return rows.remove(id);
    },

    async draft(id, signal) {
      const row = await rows.find(id);
      return row && parts.draft?.(row, signal);
    },

    async listed(id, slot, signal) {
      const row = await rows.find(id);
      return row && parts.listed?.(row, slot, signal);
    },

    async test(id, signal) {
      const row = await rows.find(id);
      const place = (await rows.destinations(id)).find(({ reason }) => reason !== MOVED);
      if (row === undefined || place === undefined) return { kind: "nothing-to-say", reason: "channel-gone" };
      const tested = await parts.sendTest(row, place, signal);
      if (tested.kind !== "sent") return tested;
      await writeTransaction(queries, async (transaction) => {
        if ((await reminderRows(transaction).hold(id)) === undefined) return;
        await writeTest(transaction, { ...tested, destination: place }, clock.now());
      });
      if (place.kind === "dm") await service.retryDestination(place.target);
      return tested;
    },

    async takeBackTests(id, signal) {
      const tests = await store.deliveries.tests(id);
      let left = 0;
      for (const { slot, channel_id: channelId, message_id: messageId } of tests) {
        const isGone =
          channelId === null ||
          messageId === null ||
          (await parts.takeBack({ channelId, messageId }, signal)) === "removed";
        if (isGone) await store.deliveries.forgetTest(id, slot);
        else left += 1;
      }
      return left;
    },

    history: (id, limit) => readHistory(store, id, limit),

    async snooze(id, memberId, { ms, slot }) {
      const row = await rows.find(id);
      if (row?.owner_id !== memberId) return "gone";
      const now = clock.now();
      // In whole minutes, so that a second press gives the same time.
      const at = Math.ceil((now + ms) / MINUTE_MS) * MINUTE_MS;
      const usefulUntil = isOwnNote(row) ? ALWAYS : at + SNOOZE_GRACE_MS;
      const snoozed = { reminderId: id, at, usefulUntil, slot };
      const isThere = await repeatsAndSnoozes(queries).snooze(snoozed, now);
      wake();
      return isThere ? { until: at } : "gone";
    },

    async markDone(id, memberId, slot) {
      if ((await rows.find(id))?.owner_id !== memberId) return "gone";
      await repeatsAndSnoozes(queries).done({ reminderId: id, slot }, clock.now());
      return "done";
    },

    async signUp(signing) {
      const startAt = await startOfPost(parts, signing);
      const now = clock.now();
      if (startAt === undefined) return "gone";
      if (startAt <= now) return "closed";
      const signed = await store.signUps.join({ ...signing, startAt }, now);
      wake();
      return typeof signed === "string" ? signed : { ...signed, startAt };
    },

    async leave(post) {
      const [startAt, now] = [await startOfPost(parts, post), clock.now()];
      if (startAt !== undefined && startAt <= now) return "closed";
      await store.signUps.leave(post, now);
      wake();
      return "left";
    },

    async notifyRoleRefused(id) {
      const row = await rows.find(id);
      const roleId = viewOf(row, [])?.content.offers?.roleId;
      if (row === undefined || roleId === undefined) return;
      const to = { ownerId: row.owner_id, reminderId: id, target: roleId };
      await parts.notifyOwner?.({ ...to, what: "role-refused" }, queries);
    },

    async retryDestination(target) {
      const now = clock.now();
      await writeTransaction(queries, (transaction) => reopenDestinations(transaction, target, now));
      await store.deliveries.retryNow(now, target);
      wake();
    },
  };
  return service;
}

/** Reads everything the decision depends on in the transaction that writes. */
async function makeReminder(parts: ReminderServiceDeps, wanted: NewReminder): Promise<MakeResult> {
  const { queries, clock, newId, wake, pollPlatform } = parts;
  checkReminder(wanted);
  const dates = await datesFor(parts, wanted.rule);
  const now = clock.now();
  const rule = spreadWithin(wanted.rule, { now, dates });
  const next = nextSlot(rule, now, dates);
  if (next === undefined && isOver(rule, dates)) return { kind: "past" };
  const made = await writeTransaction(
    queries,
    (transaction) => insertOrFind(transaction, { ...wanted, rule }, { newId, now, next }),
    `reminders ${Object.values(countedWith(wanted)).join()}`,
  );
  if (typeof made !== "object") return { kind: "full", most: made };
  if (next === undefined) pollPlatform?.();
  else wake();
  const { row, destinations } = made.reminder;
  // A new one has no snooze.
  const reminder = made.kind === "made" ? viewOf(row, destinations) : await reminderView(queries, row, clock);
  return reminder === undefined ? { kind: "past" } : { kind: made.kind, reminder };
}

/** Reads the current state in the transaction that writes, since the engine plans and ends reminders meanwhile. */
async function editReminder(
  parts: ReminderServiceDeps,
  of: Parameters<ReminderService["change"]>[0],
  changes: ReminderChanges,
): Promise<EditResult> {
  const { queries, store, clock, newId, wake, pollPlatform } = parts;
  const before = await store.reminders.find(of.id);
  const wanted = changes.rule ?? viewOf(before, [])?.rule;
  if (wanted === undefined) return "gone";
  checkRule(wanted);
  const dates = await datesFor(parts, wanted);
  const now = clock.now();
  const rule = changes.rule && spreadWithin(changes.rule, { now, dates });
  const next = nextSlot(rule ?? wanted, now, dates);
  const fitted = { ...changes, ...(rule !== undefined && { rule }) };
  const edited = await writeTransaction(
    queries,
    (transaction) => changeReminder(transaction, { ...of, changes: fitted, newId, next }, now),
    ...(changes.file ? [`post files ${before?.guild_id}`] : []),
  );
  if (edited === "done" && changes.content?.offers?.signUp !== undefined)
    await store.signUps.refill(of.id, now);
  if (edited === "done" && next === undefined) pollPlatform?.();
  wake();
  return edited;
}

async function startOfPost({ queries, store }: ReminderServiceDeps, { reminderId, slot }: InvitingPost) {
  const reminder = await store.reminders.find(reminderId);
  return reminder && startOf({ reminder, slot }, { find: knownDateRows(queries).get });
}

async function datesFor({ dates }: ReminderServiceDeps, rule: Rule): Promise<Dates | undefined> {
  return rule.kind === "dated" ? dates.datesOf(rule.thing) : undefined;
}

async function readHistory(
  { reminders, occurrences, deliveries }: ReminderStore,
  id: string,
  limit: number,
): Promise<readonly HistoryEntry[]> {
  const [sent, missed, destinations] = await Promise.all([
    deliveries.history(id, limit),
    occurrences.missed(id, limit),
    reminders.destinations(id),
  ]);
  const { kind, target } = destinations[0] ?? { kind: "channel" as const, target: "" };
  const passed = missed.map((slot): HistoryEntry => {
    return { slot, destination: { kind, target }, state: "missed", lateMs: 0 };
  });
  return [...sent.map(entryOf), ...passed].sort((a, b) => b.slot - a.slot).slice(0, limit);
}
