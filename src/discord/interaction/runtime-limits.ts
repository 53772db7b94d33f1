import type { BucketRule } from "../../base/limit.ts";
import { LIVES_MS } from "./live-reply.ts";

/** How much at once, and how long. Every number can be set apart in tests. */
export interface RuntimeLimits {
  /** Per member. */
  readonly commands: BucketRule;
  readonly presses: BucketRule;
  readonly suggestions: BucketRule;
  readonly runs: { readonly running: number; readonly waiting: number };
  readonly suggestingAtOnce: number;
  readonly runWithinMs: number;
  /** How long it may take to find out whether no other process acts on an interaction. */
  readonly firstWithinMs: number;
  /**
   * How long what only reads may take to be the first answer itself. Later, "thinking" is the better answer: it stands
   * there before a person wonders, and leaves most of Discord's three seconds to get there.
   */
  readonly answerAtOnceWithinMs: number;
  readonly suggestWithinMs: number;
  /** How long an answer waits for its pictures; then the words go out alone. */
  readonly drawWithinMs: number;
  /** How long a picture may take to be added to them. */
  readonly pictureWithinMs: number;
}

export const DEFAULT_LIMITS: RuntimeLimits = {
  commands: { capacity: 5, refillMs: 20_000 },
  presses: { capacity: 15, refillMs: 20_000 },
  suggestions: { capacity: 40, refillMs: 20_000 },
  runs: { running: 64, waiting: 256 },
  suggestingAtOnce: 64,
  runWithinMs: 30_000,
  firstWithinMs: 5_000,
  answerAtOnceWithinMs: 200,
  suggestWithinMs: 2200,
  drawWithinMs: 1500,
  pictureWithinMs: LIVES_MS,
};
