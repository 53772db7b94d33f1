import { MINUTE_MS } from "../../../base/duration.ts";
import { type MilepostError, isMilepostError } from "../../../base/errors.ts";
import type { PostItem } from "../engine/ports.ts";
import type { Rule } from "../../../schedule/next-slot.ts";
import type { ReminderContent } from "../../../schedule/subject.ts";
import type { GuildSettings } from "../../kit/settings/settings.ts";
import type { OpenAway } from "../../../sessions/use/private-data.ts";
import type { Attachment } from "../../../discord/reply/reply.ts";
import type { PostSignUp, PostSubject } from "../view/post-parts.ts";
import type { Background } from "../engine/system-context.ts";
import type { KnownDatesStore } from "../engine/known-dates.ts";

export interface DescribeInput {
  readonly item: PostItem;
  readonly rule: Rule;
  readonly content: ReminderContent;
  readonly context: Background;
  readonly known: KnownDatesStore;
  readonly guild: GuildSettings | undefined;
  /** False where others wait for the same post, or a member waits for the reply. */
  readonly mayWait: boolean;
  /** Whether another post, due there at the same time, lists the same. */
  readonly isListedElsewhere: boolean;
  /** For a test or a preview: what is listed now counts as new. */
  readonly isSample: boolean;
  /** Returns whether a post about a session that ended then was already sent. */
  readonly wasTold: (since: number) => Promise<boolean>;
  /** Absent where private commands are off. */
  readonly openAway: OpenAway | undefined;
}

export type Description =
  | {
      readonly kind: "described";
      readonly title: string;
      readonly subject: PostSubject;
      /** When its subject ends, so that the post is edited. */
      readonly endAt?: number | undefined;
      /** Who signed up, where the post takes sign-ups. */
      readonly signUp?: PostSignUp | undefined;
      /** What the post carries. */
      readonly file?: Attachment | undefined;
      readonly code?: string;
      /** JSON stored with the occurrence, from which the post is made again once some of it has ended. */
      readonly note?: string;
    }
  | { readonly kind: "skip"; readonly reason: string }
  | { readonly kind: "suspend"; readonly reason: string; readonly retryAfterMs: number };

const SUSPENDED_MS = 5 * MINUTE_MS;
const SOON_MS = 15_000;
/** How much time its reader is left with. */
const LONGEST_KEPT_MS = 30 * MINUTE_MS;

/** Why the platform can't answer now. */
export type PlatformTrouble = "maintenance" | "platform";

export function troubleOf(error: MilepostError): PlatformTrouble {
  return error.code === "platform-maintenance" ? "maintenance" : "platform";
}

/** Returns whether the platform took longer than there was time. */
export function isOverdue(error: unknown): boolean {
  return error instanceof Error && (error.name === "TimeoutError" || error.name === "AbortError");
}

/** Returns the answer, or why the platform gives none. Rethrows other errors. */
export async function orTrouble<T>(asking: Promise<T>): Promise<T | PlatformTrouble> {
  try {
    return await asking;
  } catch (error) {
    if (isMilepostError(error)) return troubleOf(error);
    if (isOverdue(error)) return "platform";
    throw error;
  }
}

/**
 * Returns a suspension while there is time; undefined once half of the time has passed, or all but half an hour: then
 * what is known has to do.
 */
export function suspendUntil(
  { item, context, mayWait }: DescribeInput,
  trouble: PlatformTrouble,
): Extract<Description, { kind: "suspend" }> | undefined {
  const leftMs = item.usefulUntil - context.now;
  const kept = Math.min(LONGEST_KEPT_MS, Math.max(MINUTE_MS, (item.usefulUntil - item.slot) / 2));
  if (!mayWait || leftMs <= kept) return undefined;
  const retryAfterMs = Math.min(SUSPENDED_MS, Math.max(SOON_MS, leftMs - kept));
  return { kind: "suspend", reason: trouble, retryAfterMs };
}
