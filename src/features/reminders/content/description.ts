import { MINUTE_MS } from "../../../base/duration.ts";
import { type MilepostError, isMilepostError } from "../../../base/errors.ts";
import type { PostItem } from "../engine/ports.ts";
import type { Rule } from "../../shared/schedule/next-slot.ts";
import type { ReminderContent } from "../../shared/schedule/subject.ts";
import type { GuildSettings } from "../../shared/guild-settings.ts";
import type { OpenAway } from "../../shared/own-data/private-data.ts";
import type { PostSubject } from "../../shared/view/post-parts.ts";
import type { Background } from "../../shared/system-context.ts";
import type { KnownDatesStore } from "../engine/known-dates.ts";

export interface DescribeInput {
  readonly item: PostItem;
  readonly rule: Rule;
  readonly content: ReminderContent;
  readonly context: Background;
  readonly known: KnownDatesStore;
  readonly guild: GuildSettings | undefined;
  /** False: others wait for the same post, or a member waits for the answer. */
  readonly mayWait: boolean;
  /** What it would list stands in another post that is due there at the same time. */
  readonly isListedElsewhere: boolean;
  /** For a test or a preview: what is listed now is taken for what will be new. */
  readonly isSample: boolean;
  /** Whether a post about the session that ended then was sent already. */
  readonly wasTold: (since: number) => Promise<boolean>;
  /** Absent where private commands are off. */
  readonly openAway: OpenAway | undefined;
}

export type Description =
  | {
      readonly kind: "described";
      readonly title: string;
      readonly subject: PostSubject;
      /** When its subject ends: the post is edited then. */
      readonly endAt?: number | undefined;
      readonly code?: string;
      /** JSON, kept with the occurrence: what was posted is made from it again once some of it has ended. */
      readonly note?: string;
    }
  | { readonly kind: "skip"; readonly reason: string }
  | { readonly kind: "suspend"; readonly reason: string; readonly retryAfterMs: number };

const SUSPENDED_MS = 5 * MINUTE_MS;
const SOON_MS = 15_000;
/** So much time is kept for whoever reads it. */
const LONGEST_KEPT_MS = 30 * MINUTE_MS;

/** Why the platform can't be asked now. */
export type PlatformTrouble = "maintenance" | "platform";

export function troubleOf(error: MilepostError): PlatformTrouble {
  return error.code === "platform-maintenance" ? "maintenance" : "platform";
}

/** The platform took longer than there was. */
export function isOverdue(error: unknown): boolean {
  return error instanceof Error && (error.name === "TimeoutError" || error.name === "AbortError");
}

/** Asks the platform; why it does not answer, where it doesn't. Anything else is thrown. */
export async function orTrouble<T>(asking: Promise<T>): Promise<T | PlatformTrouble> {
  try {
    return await asking;
  } catch (error) {
    if (isMilepostError(error)) return troubleOf(error);
    if (isOverdue(error)) return "platform";
    throw error;
  }
}

/** Waits while there is time; undefined: half of it is gone, or all but half an hour, and what is known has to do. */
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
