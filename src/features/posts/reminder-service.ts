import type { RefusalName } from "../../discord/rest/refusal.ts";
import type { QuietHours } from "../../base/quiet-hours.ts";
import type { Rule } from "../../schedule/next-slot.ts";
import type { Post } from "../../discord/reply/reply.ts";
import type { PostPart } from "./view/post-parts.ts";
import type { ReminderContent } from "../../schedule/subject.ts";
import type { DatedSubject } from "./read/read-subject.ts";
import type { InvocationContext } from "../../discord/command/invocation-context.ts";

export const MAX_PERSONAL_REMINDERS = 25;
export const MAX_ANNOUNCEMENTS = 100;
/** How many announcements of a server may carry a file, and its bytes: Discord takes 10 MiB. */
export const MAX_POST_FILES = 10;
export const MAX_POST_FILE_BYTES = 8 * 1024 * 1024;

export interface ReminderDestination {
  readonly kind: "channel" | "dm";
  /** The id of a channel or of the member. */
  readonly target: string;
}

/** A destination, with its trouble if it has any. */
export interface DestinationState extends ReminderDestination {
  readonly state: "open" | "paused" | "disabled";
  /** A refusal's name, `gone`, or why it is paused. */
  readonly reason?: string;
  readonly since: number;
}

/** A reminder as its owner or admins see it. */
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
  /** Undefined where nothing is planned, or the platform gives no date yet. */
  readonly nextAt?: number;
  /** Until when the member snoozed the last post. */
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

/** "made" is returned only once it is on disk. "same": the owner already has this reminder. */
export type MakeResult =
  | { readonly kind: "made" | "same"; readonly reminder: ReminderView }
  | { readonly kind: "full"; readonly most: number }
  /** It would never be due: its time has passed. */
  | { readonly kind: "past" };

/** "files-full": the server's announcements carry as many files as they may. */
export type EditResult = "done" | "changed-meanwhile" | "gone" | "files-full";

export interface ReminderChanges {
  readonly rule?: Rule;
  readonly content?: ReminderContent;
  /** The bytes of `content.file`; null removes them. */
  readonly file?: Buffer | null;
  /** Null removes quiet hours. */
  readonly quiet?: QuietHours | null;
  readonly whenUnsure?: "at-most-once" | "at-least-once";
  readonly state?: "active" | "paused";
  /** Where it posts from now on; waiting posts move along. */
  readonly destinations?: readonly [ReminderDestination, ...ReminderDestination[]];
}

export type TestResult =
  | { readonly kind: "sent"; readonly channelId: string; readonly messageId: string }
  /** The refusal's name. */
  | { readonly kind: "refused"; readonly reason: RefusalName }
  | { readonly kind: "nothing-to-say"; readonly reason: string };

export interface HistoryEntry {
  readonly slot: number;
  readonly destination: ReminderDestination;
  readonly state: "due" | "sending" | "sent" | "failed" | "held" | "skipped" | "missed";
  /** Whether it was a test, which somebody pressed a button for. */
  readonly isTest?: true;
  /** Why it was not posted, or posted late: a refusal's name or a word of ours. */
  readonly reason?: string;
  readonly settledAt?: number;
  readonly nextTryAt?: number;
  readonly lateMs: number;
  readonly message?: { readonly channelId: string; readonly messageId: string };
}

/** A post that takes sign-ups. */
export interface InvitingPost {
  readonly reminderId: string;
  readonly slot: number;
}

export interface SigningUp extends InvitingPost, Record<"locale" | "zone" | "memberId", string> {
  readonly startAt: number;
}

/** Where a member is in a list: `place` counts from 1, among those who come or those who wait. */
export interface SignedUp {
  readonly comes: boolean;
  readonly place: number;
  /** Whether a DM comes before the start. */
  readonly isTold: boolean;
}

/** Where a member signed up; `slot` and `joinedAt` in milliseconds since 1970. */
export interface MemberSignUp extends InvitingPost {
  readonly joinedAt: number;
  readonly comes: boolean;
}

/** The reminders of members and servers. Callers have checked permissions. */
export interface ReminderService {
  /** Returns what can be waited for now, soonest first. Fast enough for autocomplete. */
  datedSubjects(
    asked: Pick<InvocationContext, "locale" | "signal"> & {
      /** How long to wait for the platform; by default no longer than autocomplete can. */
      readonly withinMs?: number;
    },
  ): Promise<readonly DatedSubject[]>;
  make(wanted: NewReminder): Promise<MakeResult>;
  find(id: string): Promise<ReminderView | undefined>;
  ofMember(memberId: string): Promise<readonly ReminderView[]>;
  ofGuild(guildId: string): Promise<readonly ReminderView[]>;
  /** Returns up to five next times; none where the platform gave no date. */
  preview(rule: Rule): Promise<readonly number[]>;
  change(
    of: { readonly id: string; readonly revision: number; readonly by: string },
    changes: ReminderChanges,
  ): Promise<EditResult>;
  /** Adds or removes destinations. `guildId`: the server of its channels, if that changes. */
  move(
    of: { readonly id: string; readonly by: string; readonly guildId?: string | undefined },
    destinations: readonly [ReminderDestination, ...ReminderDestination[]],
  ): Promise<EditResult>;
  remove(id: string): Promise<boolean>;
  /** Returns an announcement's next post as it will look; undefined where nothing can be said now. */
  draft(id: string, signal: AbortSignal): Promise<Post | undefined>;
  /**
   * Returns everything a post of this slot lists, as of now; undefined where it lists nothing or that is no longer
   * known.
   */
  listed(id: string, slot: number, signal: AbortSignal): Promise<PostPart | undefined>;
  /** Posts it now, marked as a test, beside what is planned. */
  test(id: string, signal: AbortSignal): Promise<TestResult>;
  /** Deletes its test posts. Returns how many Discord refused to delete. */
  takeBackTests(id: string, signal: AbortSignal): Promise<number>;
  history(id: string, limit: number): Promise<readonly HistoryEntry[]>;
  /** Posts the same again after this long, for the member who snoozed the post of this slot. */
  snooze(
    id: string,
    memberId: string,
    wanted: { readonly ms: number; readonly slot?: number | undefined },
  ): Promise<{ readonly until: number } | "gone">;
  markDone(id: string, memberId: string, slot: number): Promise<EditResult>;
  /** Signs a member up under the post of a slot, once however often. */
  signUp(
    signing: Omit<SigningUp, "startAt">,
  ): Promise<(SignedUp & { readonly startAt: number }) | "gone" | "closed" | "full">;
  /** Takes a member off that list, until it starts. */
  leave(of: InvitingPost & { readonly memberId: string }): Promise<"left" | "closed">;
  /** Returns what a member signed up for. */
  signUpsOf(memberId: string): Promise<readonly MemberSignUp[]>;
  /** Notifies the owner, in their next private reply, that the public button could not give its role. */
  notifyRoleRefused(id: string): Promise<void>;
  /** Tries what waits for this destination now, as after a permission came back or DMs were opened. */
  retryDestination(target: string): Promise<void>;
  /** Deletes all personal reminders of a member, and takes them off all lists. Returns how many reminders. */
  forgetMember(memberId: string): Promise<number>;
}
