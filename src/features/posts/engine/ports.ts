import type { PostTarget } from "../../../discord/post/post-search.ts";
import type { Clock } from "../../../base/clock.ts";
import type { Log } from "../../../base/log.ts";
import type { PostBody } from "../../../discord/post/post-writer.ts";
import type { Poster } from "../../../discord/post/poster.ts";
import { deliveryRows } from "../store/delivery-rows.ts";
import { occurrenceRows } from "../store/occurrence-rows.ts";
import { type ReminderRow, reminderRows } from "../store/reminder-rows.ts";
import { postFileRows } from "../store/post-file-rows.ts";
import { signUpRows } from "../store/sign-up-rows.ts";
import type { Queries } from "../../../storage/schema.ts";
import type { Dates } from "../../../schedule/next-slot.ts";

/** What the engine stores. Each database has to pass test/features/posts/store/store.slow.test.ts. */
export type ReminderStore = ReturnType<typeof reminderStore>;

export function reminderStore(queries: Queries) {
  return {
    reminders: reminderRows(queries),
    occurrences: occurrenceRows(queries),
    deliveries: deliveryRows(queries),
    signUps: signUpRows(queries),
    files: postFileRows(queries),
  };
}

/** What every worker needs. */
export interface WorkerDeps {
  readonly store: ReminderStore;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
}

/** One occurrence that a post is about. */
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
  /** The id the post is marked with and found again by. */
  readonly deliveryId: string;
  /** Whether it may have been posted before, and the server prefers a repeat: the post then says so. */
  readonly mayBeDouble: boolean;
  /** Whether it is a test, which says so. */
  readonly isTest?: boolean;
}

interface ComposedPost {
  readonly kind: "post";
  readonly body: PostBody;
  /** Codes by reminder, stored with the delivery to find what must be posted only once. */
  readonly codes?: ReadonlyMap<string, string>;
  /** When its subject ends, so that the post is edited. */
  readonly editAt?: number;
  readonly publishes?: boolean;
}

/** `omitted`: why a reminder is not in the post, by its id. */
export type Composed = (ComposedPost | NotComposed) & { readonly omitted?: ReadonlyMap<string, NotComposed> };

/** Why a reminder is not posted now. */
export type NotComposed =
  /** Nothing to post: already done, ended, turned off. */
  | { readonly kind: "skip"; readonly reason: string }
  /** Not known now, as during maintenance: asked again later, nothing is canceled. */
  | { readonly kind: "suspend"; readonly reason: string; readonly retryAfterMs?: number };

/** Composes posts: reads what they are about and makes the message's body. */
export interface ContentPort {
  compose(input: ComposeInput, signal: AbortSignal): Promise<Composed>;
  /** Returns the code of a post that was found again, for a reminder and the time it was sent. */
  codeOf?(reminder: ReminderRow, sentAt: number): Promise<string | undefined>;
}

/** What an existing post was about. */
export type PostedItem = Omit<PostItem, "usefulUntil">;

/** An existing post. */
export interface Posted extends Omit<ComposeInput, "items" | "mayBeDouble" | "isTest"> {
  readonly items: readonly [PostedItem, ...PostedItem[]];
  /** Whether it consists of components only, as earlier versions posted. */
  readonly isV2: boolean;
}

export type Closing =
  | {
      readonly kind: "edit";
      readonly body: PostBody;
      /** When its next subject ends. */
      readonly again?: number;
    }
  /** It has not ended yet. */
  | { readonly kind: "later"; readonly at: number }
  | { readonly kind: "nothing" };

/** Composes what becomes of a post once its subject has ended. */
export interface PostUpdateContent {
  close(posted: Posted, signal: AbortSignal): Promise<Closing>;
  /** Returns whether this reminder's posts are published. */
  publishes(reminder: ReminderRow): boolean;
}

/** Returns the platform's dates of a subject; undefined where they are not known now, which never ends anything. */
export interface DatesSource {
  datesOf(thing: string): Promise<Dates | undefined>;
}

/** Posts, and finds what was posted. */
export type PostPort = Pick<Poster, "send" | "find">;

/** Edits and publishes posts. */
export type PostUpdatePort = Pick<Poster, "edit" | "publish">;

/** Something a reminder's owner and last editor have to know. */
export interface Trouble {
  readonly ownerId: string;
  readonly reminderId: string;
  readonly target: string;
  /** "role-refused": its public button could not give its role, which is then the target. */
  readonly what: "missing-permission" | "channel-gone" | "dm-closed" | "refused" | "role-refused";
  /** Discord's refusal; absent where `what` says everything. */
  readonly reason?: string;
}

/** Stores the notice in the transaction it belongs to. */
export type NotifyOwner = (trouble: Trouble, queries: Queries) => Promise<void>;
