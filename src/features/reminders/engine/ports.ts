import type { Clock } from "../../../base/clock.ts";
import type { Log } from "../../../base/log.ts";
import type { PostBody } from "../../../discord/post/post-body.ts";
import type { Poster, PostTarget } from "../../../discord/post/poster.ts";
import { deliveryRows } from "../store/delivery-rows.ts";
import { occurrenceRows } from "../store/occurrence-rows.ts";
import { type ReminderRow, reminderRows } from "../store/reminder-rows.ts";
import type { Queries } from "../../../storage/schema.ts";
import type { Dates } from "../../shared/schedule/next-slot.ts";

/** Everything the engine keeps. Each database has to pass test/features/reminders/store/store.slow.test.ts. */
export type ReminderStore = ReturnType<typeof reminderStore>;

export function reminderStore(queries: Queries) {
  return {
    reminders: reminderRows(queries),
    occurrences: occurrenceRows(queries),
    deliveries: deliveryRows(queries),
  };
}

/** What everything uses that works on reminders by itself. */
export interface WorkerDeps {
  readonly store: ReminderStore;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
}

/** One occurrence a post is about. */
export interface PostItem {
  readonly reminder: ReminderRow;
  readonly slot: number;
  readonly usefulUntil: number;
  /** 0 when it is on time. */
  readonly lateMs: number;
  /** JSON: what was new. */
  readonly note?: string;
}

export interface ComposeInput extends PostTarget {
  readonly items: readonly [PostItem, ...PostItem[]];
  /** What the post is marked with: that is how it is found again. */
  readonly deliveryId: string;
  /** It may have been posted before and the server prefers a second post to none: the post says that it may be one. */
  readonly mayBeDouble: boolean;
  /** It shows what would be posted now, and says so. */
  readonly isTest?: boolean;
}

interface ComposedPost {
  readonly kind: "post";
  readonly body: PostBody;
  /** By reminder, stored with the delivery: what is to be posted only once is found by it. */
  readonly codes?: ReadonlyMap<string, string>;
  /** When its subject ends: the post is edited then. */
  readonly editAt?: number;
  readonly publishes?: boolean;
}

/** `omitted`: by reminder, why it is not in the post. */
export type Composed = (ComposedPost | NotComposed) & { readonly omitted?: ReadonlyMap<string, NotComposed> };

/** Why a reminder is not posted now. */
export type NotComposed =
  /** Nothing to post: done already, ended, switched off. */
  | { readonly kind: "skip"; readonly reason: string }
  /** It can't be known now, as under maintenance. Asked again later; nothing is cancelled. */
  | { readonly kind: "suspend"; readonly reason: string; readonly retryAfterMs?: number };

/** Writes posts: reads what they are about and makes a message's body. */
export interface ContentPort {
  compose(input: ComposeInput, signal: AbortSignal): Promise<Composed>;
  /** Returns the code of a post that was found again, for a reminder and the time it was sent at. */
  codeOf?(reminder: ReminderRow, sentAt: number): Promise<string | undefined>;
}

/** What a post that is there was about. */
export type PostedItem = Omit<PostItem, "usefulUntil">;

/** A post that is there. */
export interface Posted extends Omit<ComposeInput, "items" | "mayBeDouble" | "isTest"> {
  readonly items: readonly [PostedItem, ...PostedItem[]];
  /** It is of components alone, as earlier versions posted. */
  readonly isV2: boolean;
}

export type Closing =
  | {
      readonly kind: "edit";
      readonly body: PostBody;
      /** When the next of what it is about ends. */
      readonly again?: number;
    }
  /** It has not ended yet. */
  | { readonly kind: "later"; readonly at: number }
  | { readonly kind: "nothing" };

/** Writes what becomes of a post once what it was about has ended. */
export interface PostUpdateContent {
  close(posted: Posted, signal: AbortSignal): Promise<Closing>;
  /** Whether this reminder's posts are published. */
  publishes(reminder: ReminderRow): boolean;
}

/** What the platform dates. Undefined: not known now, which never ends anything. */
export interface DatesSource {
  datesOf(thing: string): Promise<Dates | undefined>;
}

/** Posts, and finds what was posted. */
export type PostPort = Pick<Poster, "send" | "find">;

/** Changes posts that are there, and publishes them. */
export type PostUpdatePort = Pick<Poster, "edit" | "publish">;

/** Something the owner and the last editor of a reminder have to know. */
export interface Trouble {
  readonly ownerId: string;
  readonly reminderId: string;
  readonly target: string;
  /** "role-refused": its public button could not give its role, which then is the target. */
  readonly what: "missing-permission" | "channel-gone" | "dm-closed" | "refused" | "role-refused";
  /** Why Discord refused; absent where `what` says it all. */
  readonly reason?: string;
}

/** Writes it down on these queries: those of the transaction it belongs to. */
export type NotifyOwner = (trouble: Trouble, queries: Queries) => Promise<void>;
