import { definersFor } from "../kit/command/define-command.ts";
import type * as kit from "../kit/command/command-context.ts";
import type { OwnDataServices } from "../kit/own-data/own-accounts.ts";
import type { RecentPlayers } from "./recent-players.ts";

/** What commands about players use. */
export interface ProfileServices extends OwnDataServices {
  readonly recentPlayers: RecentPlayers;
}

export type CommandContext = kit.CommandContext<ProfileServices>;
export type ActionContext<Target = unknown> = kit.ActionContext<Target, ProfileServices>;
export type AutocompleteContext = kit.AutocompleteContext<ProfileServices>;

export const { defineCommand, defineModal } = definersFor<ProfileServices>();
