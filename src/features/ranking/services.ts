import { definersFor } from "../kit/command/define-command.ts";
import type * as kit from "../kit/command/command-context.ts";
import type { OwnDataServices } from "../kit/own-data/own-accounts.ts";
import type { RankingRows } from "./store/ranking-rows.ts";

/** What the ranking uses. */
export interface RankingServices extends OwnDataServices {
  /** Absent where the operator turned private commands off: nobody is visible then. */
  readonly ranking?: { readonly rows: RankingRows; wake(): void } | undefined;
}

export type CommandContext = kit.CommandContext<RankingServices>;

export const { defineCommand } = definersFor<RankingServices>();
