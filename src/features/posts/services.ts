import type { ServerChannels } from "../../discord/post/server-channels.ts";
import type { RefusalName } from "../../discord/rest/refusal.ts";
import { definersFor } from "../kit/command/define-command.ts";
import type * as kit from "../kit/command/command-context.ts";
import type { OwnDataServices } from "../kit/own-data/own-accounts.ts";
import type { BoardService } from "./board-service.ts";
import type { RoleToggle } from "./engine/role-toggle.ts";
import type { OwnCalendars } from "./store/own-calendar-rows.ts";
import type { ReminderService } from "./reminder-service.ts";

/** Entries in servers' Events. */
export interface ServerCalendar {
  /** Updates one server's entries now, waiting this long for other updates. */
  refresh(guildId: string, withinMs: number): Promise<void>;
  /** Returns why the last entry could not be created or changed. */
  troubleOf(guildId: string): RefusalName | undefined;
}

/** What commands about posts use. */
export interface PostsServices extends OwnDataServices {
  readonly reminders: ReminderService;
  readonly boards: BoardService;
  /** Absent where the operator turned servers' Events off. */
  readonly calendar?: ServerCalendar | undefined;
  /** Members' own calendars: secret addresses, and what was shown. */
  readonly ownCalendars: OwnCalendars;
  /** The bot's own address on the web, if it has one. */
  readonly publicUrl?: string | undefined;
  /** The bot's permissions and posts in servers' channels. */
  readonly channels: ServerChannels;
  /** Gives and takes roles for public buttons. */
  readonly roleToggle: Pick<RoleToggle, "look" | "mayGive" | "press" | "troubleOf" | "forget">;
}

export type CommandContext = kit.CommandContext<PostsServices>;
export type ActionContext<Target = unknown> = kit.ActionContext<Target, PostsServices>;
export type ModalContext<Target> = kit.ModalContext<Target, PostsServices>;
export type AutocompleteContext = kit.AutocompleteContext<PostsServices>;

export const { defineGroup, defineModal, defineSubcommand } = definersFor<PostsServices>();
