import type { Clock } from "../../base/clock.ts";
import { MINUTE_MS } from "../../base/duration.ts";
import type { DatesSource, ReminderStore, NotifyOwner } from "./engine/ports.ts";
import { checkRule, type Dates, nextSlot, preview, type Rule } from "../shared/schedule/next-slot.ts";
import { spreadWithin } from "../shared/schedule/spread.ts";
import type { Post } from "../../discord/reply/reply.ts";
import type { Queries } from "../../storage/schema.ts";
import { repeatsAndSnoozes } from "./store/repeats-and-snoozes.ts";
import type { ReminderRow } from "./store/reminder-rows.ts";
import { writeTransaction } from "../../storage/write-transaction.ts";
import type {
  EditResult,
  HistoryEntry,
  MakeResult,
  NewReminder,
  ReminderService,
  ReminderChanges,
  ReminderDestination,
  ReminderView,
  TestResult,
} from "../shared/reminder-service.ts";
import { ALWAYS, isOwnNote } from "./store/reminder-columns.ts";
import { changeReminder } from "./store/change-reminder.ts";
import { countedWith, insertOrFind, isOver } from "./store/insert-reminder.ts";
import { checkReminder } from "./store/check-reminder.ts";
import { moveReminder, reopenDestinations } from "./store/update-destinations.ts";
import { memberReminders, reminderView } from "./store/member-reminders.ts";
import { entryOf, viewOf } from "./store/reminder-view.ts";

export interface ReminderServiceDeps {
  readonly queries: Queries;
  readonly store: ReminderStore;
  readonly datedSubjects: ReminderService["datedSubjects"];
  /** Dates that are known, or can be had now. */
  readonly dates: DatesSource;
  readonly sendTest: (
    row: ReminderRow,
    destination: ReminderDestination,
    signal: AbortSignal,
  ) => Promise<TestResult>;
  /** This and the next: absent where nothing is posted, as in a test. */
  readonly notifyOwner?: NotifyOwner;
  readonly draft?: (row: ReminderRow, signal: AbortSignal) => Promise<Post | undefined>;
  /** Notes what is deleted for good, for whoever restores a copy. */
  readonly noteDeleted?: ((ids: readonly string[]) => void) | undefined;
  readonly clock: Clock;
  /** At most 12 characters: custom ids of buttons carry it. */
  readonly newId: () => string;
  /** Wakes the engine: something changed. */
  readonly wake: () => void;
  /** Polls the platform: something waits for dates only the platform knows. */
  readonly pollPlatform?: () => void;
}

const SNOOZE_GRACE_MS = 6 * 60 * MINUTE_MS;

export function createReminderService(parts: ReminderServiceDeps): ReminderService {
  return new DatabaseReminderService(parts);
}

class DatabaseReminderService implements ReminderService {
  readonly #parts: ReminderServiceDeps;
  readonly datedSubjects: ReminderService["datedSubjects"];

  constructor(parts: ReminderServiceDeps) {
    this.#parts = parts;
    this.datedSubjects = parts.datedSubjects;
  }

  /** Everything that decides about it is read in the transaction that writes it. */
  async make(wanted: NewReminder): Promise<MakeResult> {
    const { queries, clock, newId, wake } = this.#parts;
    checkReminder(wanted);
    const dates = await this.#datesFor(wanted.rule);
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
    if (next === undefined) this.#parts.pollPlatform?.();
    else wake();
    const { row, destinations } = made.reminder;
    // A new one was never put off.
    const reminder = made.kind === "made" ? viewOf(row, destinations) : await this.#view(row);
    return reminder === undefined ? { kind: "past" } : { kind: made.kind, reminder };
  }

  async find(id: string): Promise<ReminderView | undefined> {
    const row = await this.#rows.find(id);
    return row && this.#view(row);
  }

  ofMember(memberId: string): Promise<readonly ReminderView[]> {
    return this.#ofMembers.ofMember(memberId);
  }

  async ofGuild(guildId: string): Promise<readonly ReminderView[]> {
    const rows = await this.#rows.list({ guildId });
    return this.#views(rows.filter(({ purpose }) => purpose === "announcement"));
  }

  async preview(rule: Rule): Promise<readonly number[]> {
    const dates = await this.#datesFor(rule);
    return preview(rule, this.#parts.clock.now(), { ...(dates !== undefined && { dates }) });
  }

  /** What it is now is read in the transaction that writes: the engine ends and plans meanwhile. */
  async change(
    { id, revision, by }: Parameters<ReminderService["change"]>[0],
    changes: ReminderChanges,
  ): Promise<EditResult> {
    const { queries, clock, newId, wake, pollPlatform: lookNow } = this.#parts;
    const wanted = changes.rule ?? (await this.find(id))?.rule;
    if (wanted === undefined) return "gone";
    checkRule(wanted);
    const dates = await this.#datesFor(wanted);
    const now = clock.now();
    const rule = changes.rule && spreadWithin(changes.rule, { now, dates });
    const next = nextSlot(rule ?? wanted, now, dates);
    const fitted = { ...changes, ...(rule !== undefined && { rule }) };
    const edited = await writeTransaction(queries, (transaction) =>
      changeReminder(transaction, { id, revision, by, changes: fitted, newId, next }, now),
    );
    if (edited === "done" && next === undefined) lookNow?.();
    wake();
    return edited;
  }

  async move(
    { id, by, guildId }: Parameters<ReminderService["move"]>[0],
    destinations: readonly [ReminderDestination, ...ReminderDestination[]],
  ): Promise<EditResult> {
    const { queries, clock, newId, wake } = this.#parts;
    const isMoved = await writeTransaction(queries, (transaction) =>
      moveReminder(transaction, { id, by, guildId, destinations, newId }, clock.now()),
    );
    wake();
    return isMoved ? "done" : "gone";
  }

  remove(id: string): Promise<boolean> {
    this.#parts.noteDeleted?.([id]);
    return this.#rows.remove(id);
  }

  async draft(id: string, signal: AbortSignal): Promise<Post | undefined> {
    const row = await this.#rows.find(id);
    return row === undefined ? undefined : this.#parts.draft?.(row, signal);
  }

  async test(id: string, signal: AbortSignal): Promise<TestResult> {
    const row = await this.#rows.find(id);
    const [place] = viewOf(row, await this.#rows.destinations(id))?.destinations ?? [];
    if (row === undefined || place === undefined) return { kind: "nothing-to-say", reason: "channel-gone" };
    const tested = await this.#parts.sendTest(row, place, signal);
    if (tested.kind === "sent" && place.kind === "dm") await this.retryDestination(place.target);
    return tested;
  }

  async history(id: string, limit: number): Promise<readonly HistoryEntry[]> {
    const { store } = this.#parts;
    const [sent, missed, destinations] = await Promise.all([
      store.deliveries.history(id, limit),
      store.occurrences.missed(id, limit),
      this.#rows.destinations(id),
    ]);
    const [first] = destinations;
    const place = first === undefined ? { kind: "channel" as const, target: "" } : first;
    return [
      ...sent.map(entryOf),
      ...missed.map((slot) => ({
        slot,
        destination: { kind: place.kind, target: place.target },
        state: "missed" as const,
        lateMs: 0,
      })),
    ]
      .sort((a, b) => b.slot - a.slot)
      .slice(0, limit);
  }

  async snooze(
    id: string,
    memberId: string,
    { ms, slot }: Parameters<ReminderService["snooze"]>[2],
  ): Promise<{ readonly until: number } | "gone"> {
    const { queries, clock, wake } = this.#parts;
    const row = await this.#rows.find(id);
    if (row?.owner_id !== memberId) return "gone";
    const now = clock.now();
    // Whole minutes: a second press at once gives the same time.
    const at = Math.ceil((now + ms) / MINUTE_MS) * MINUTE_MS;
    const usefulUntil = isOwnNote(row) ? ALWAYS : at + SNOOZE_GRACE_MS;
    const snoozed = { reminderId: id, at, usefulUntil, slot };
    const isThere = await repeatsAndSnoozes(queries).snooze(snoozed, now);
    wake();
    return isThere ? { until: at } : "gone";
  }

  async markDone(id: string, memberId: string, slot: number): Promise<EditResult> {
    const { queries, clock } = this.#parts;
    if ((await this.#rows.find(id))?.owner_id !== memberId) return "gone";
    await repeatsAndSnoozes(queries).done({ reminderId: id, slot }, clock.now());
    return "done";
  }

  async notifyRoleRefused(id: string): Promise<void> {
    const row = await this.#rows.find(id);
    const roleId = viewOf(row, [])?.content.offers?.roleId;
    if (row === undefined || roleId === undefined) return;
    const to = { ownerId: row.owner_id, reminderId: id, target: roleId };
    await this.#parts.notifyOwner?.({ ...to, what: "role-refused" }, this.#parts.queries);
  }

  async retryDestination(target: string): Promise<void> {
    const { queries, store, clock, wake } = this.#parts;
    const now = clock.now();
    await writeTransaction(queries, (transaction) => reopenDestinations(transaction, target, now));
    await store.deliveries.retryNow(now, target);
    wake();
  }

  forgetMember(memberId: string): Promise<number> {
    return this.#ofMembers.forgetMember(memberId);
  }

  get #ofMembers() {
    return memberReminders(this.#parts.queries, this.#parts.clock);
  }

  get #rows() {
    return this.#parts.store.reminders;
  }

  async #views(rows: readonly ReminderRow[]): Promise<readonly ReminderView[]> {
    const views = await Promise.all(rows.map((row) => this.#view(row)));
    return views.filter((view) => view !== undefined);
  }

  #view(row: ReminderRow): Promise<ReminderView | undefined> {
    return reminderView(this.#parts.queries, row, this.#parts.clock);
  }

  async #datesFor(rule: Rule): Promise<Dates | undefined> {
    return rule.kind === "dated" ? this.#parts.dates.datesOf(rule.thing) : undefined;
  }
}
