import type { ErrorCode } from "../base/errors.ts";
import type { Stat } from "./stats.ts";

/** What a player does in the game, as far as everybody may see it. */
export type PlayerGame =
  | {
      readonly state: "shown";
      readonly characters: readonly {
        readonly label?: string | undefined;
        readonly lastPlayed?: number | undefined;
      }[];
      /** Few of many statistics, of all time. */
      readonly figures: readonly Stat[];
    }
  | { readonly state: "private" }
  | { readonly state: "failed"; readonly code: ErrorCode };
