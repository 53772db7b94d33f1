import { definersFor } from "../kit/command/define-command.ts";
import type * as kit from "../kit/command/command-context.ts";
import type { ChangeOwnLook } from "../../discord/rest/own-look.ts";
import type { PostsServices } from "../posts/services.ts";
import type { GuildData } from "./store/guild-data.ts";

/** What /setup uses. */
export interface ServersServices extends PostsServices {
  readonly guildData: GuildData;
  readonly changeOwnLook: ChangeOwnLook;
}

export type CommandContext = kit.CommandContext<ServersServices>;
export type ActionContext<Target = unknown> = kit.ActionContext<Target, ServersServices>;

export const { defineCommand, defineModal } = definersFor<ServersServices>();
