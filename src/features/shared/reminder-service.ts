import type { RefusalName } from "../../discord/rest/refusal.ts";
import type { QuietHours } from "../../base/quiet-hours.ts";
import type { Rule } from "./schedule/next-slot.ts";
import type { Post } from "../../discord/reply/reply.ts";
import type { PostPart } from "./view/post-parts.ts";
import type { ReminderContent, Subject } from "./schedule/subject.ts";
import type { InvocationContext } from "../../discord/command/invocation-context.ts";

export const MAX_PERSONAL_REMINDERS = 25;
export const MAX_ANNOUNCEMENTS = 100;

/** Something that can be waited for, as the platform shows it now. */
export interface DatedSubject {
  readonly subject: Subject;
  /** Text of the platform, or ours, in the language asked for. Plain. */
  readonly label: string;
  /** Milliseconds since 1970; absent where the platform dates none. */
  readonly startAt?: number;
  readonly endAt?: number;
}

export interface ReminderDestination {
  readonly kind: "channel" | "dm";
  /** A channel's id, or the member's. */
  readonly target: string;
}

/** A place with what stands in its way, where something does. */
export interface DestinationState extends ReminderDestination {
  readonly state: "open" | "paused" | "disabled";
  /** Discord's code, `gone`, or why it is paused. */
  readonly reason?: string;
  readonly since: number;
}

/** One reminder as members and admins look after it. */
export interface ReminderView {
  readonly id: string;
  readonly revision: number;
  readonly ownerId: string;
  readonly editorId: string;
  readonly guildId?: string;
  readonly state: "active" | "paused" | "ended" | "disabled";
  readonly rule: Rule;
  readonly content: ReminderContent;
  readonly quiet?: QuietHours;
  readonly destinations: readonly DestinationState[];
  /** Undefined: nothing is planned, or the platform gave no date yet. */
  readonly nextAt?: number;
  /** The member put the last one off until then. */
  readonly snoozedUntil?: number;
  readonly madeAt: number;
  readonly changedAt: number;
}

export interface NewReminder {
  readonly ownerId: string;
  readonly guildId?: string;
  readonly destinations: readonly [ReminderDestination, ...ReminderDestination[]];
  readonly rule: Rule;
  readonly content: ReminderContent;
  readonly quiet?: QuietHours;
  readonly whenUnsure?: "at-most-once" | "at-least-once";
}

/** "made" is only said once it is on the disk. "same": the owner has this one already. */
export type MakeResult =
  | { readonly kind: "made" | "same"; readonly reminder: ReminderView }
  | { readonly kind: "full"; readonly most: number }
  /** Nothing would ever come of it: its time has passed. */
  | { readonly kind: "past" };

export type EditResult = "done" | "changed-meanwhile" | "gone";

export interface ReminderChanges {
  readonly rule?: Rule;
  readonly content?: ReminderContent;
  /** Null takes quiet hours away. */
  readonly quiet?: QuietHours | null;
  readonly whenUnsure?: "at-most-once" | "at-least-once";
  readonly state?: "active" | "paused";
  /** Where it posts from now on; what waits goes along. */
  readonly destinations?: readonly [ReminderDestination, ...ReminderDestination[]];
}

export type TestResult =
  | { readonly kind: "sent"; readonly channelId: string; readonly messageId: string }
  /** The name of the refusal, to be put in words with the fix. */
  | { readonly kind: "refused"; readonly reason: RefusalName }
  | { readonly kind: "nothing-to-say"; readonly reason: string };

export interface HistoryEntry {
  readonly slot: number;
  readonly destination: ReminderDestination;
  readonly state: "due" | "sending" | "sent" | "failed" | "held" | "skipped" | "missed";
  /** Why not, or why later: Discord's code or a word of ours. */
  readonly reason?: string;
  readonly settledAt?: number;
  readonly nextTryAt?: number;
  readonly lateMs: number;
  readonly message?: { readonly channelId: string; readonly messageId: string };
}

/** The reminders of members and servers, as commands use them. Whoever calls has checked who may. */
export interface ReminderService {
  /** What can be waited for now, soonest first; at hand, so that it can be suggested while somebody types. */
  datedSubjects(
    asked: Pick<InvocationContext, "locale" | "signal"> & {
      /** For how long the platform is waited for; by default as long as somebody who types would wait. */
      readonly withinMs?: number;
    },
  ): Promise<readonly DatedSubject[]>;
  make(wanted: NewReminder): Promise<MakeResult>;
  find(id: string): Promise<ReminderView | undefined>;
  ofMember(memberId: string): Promise<readonly ReminderView[]>;
  ofGuild(guildId: string): Promise<readonly ReminderView[]>;
  /** The next times it would fire, at most five; empty where the platform gave no date. */
  preview(rule: Rule): Promise<readonly number[]>;
  change(
    of: { readonly id: string; readonly revision: number; readonly by: string },
    changes: ReminderChanges,
  ): Promise<EditResult>;
  /** Adds or takes away where it posts. `guildId` is the server of its channels, where that is another one now. */
  move(
    of: { readonly id: string; readonly by: string; readonly guildId?: string | undefined },
    destinations: readonly [ReminderDestination, ...ReminderDestination[]],
  ): Promise<EditResult>;
  remove(id: string): Promise<boolean>;
  /** An announcement's next post, as it will look; undefined: nothing can be said of it now. */
  draft(id: string, signal: AbortSignal): Promise<Post | undefined>;
  /** All that a post of this slot lists, as it reads now; undefined where it lists nothing, or nobody knows what. */
  listed(id: string, slot: number, signal: AbortSignal): Promise<PostPart | undefined>;
  /** Posts it now, outside the ledger, marked as a test. */
  test(id: string, signal: AbortSignal): Promise<TestResult>;
  history(id: string, limit: number): Promise<readonly HistoryEntry[]>;
  /** The same once more, so much later; for a member who presses Snooze on the post of this slot. */
  snooze(
    id: string,
    memberId: string,
    wanted: { readonly ms: number; readonly slot?: number | undefined },
  ): Promise<{ readonly until: number } | "gone">;
  markDone(id: string, memberId: string, slot: number): Promise<EditResult>;
  /** Its owner is told, in their next private answer, that its public button could not give its role. */
  notifyRoleRefused(id: string): Promise<void>;
  /** What is waiting for this place is tried now: a permission came back, or DMs were opened. */
  retryDestination(target: string): Promise<void>;
  /** Removes everything a member owns in person: they are forgotten. */
  forgetMember(memberId: string): Promise<number>;
}
