import type { ActionCall, Reply } from "../reply/reply.ts";
import type { AnyAction, AnyModal } from "./controls.ts";
import type { InvocationContext, InvocationSite, NamedMessage, Running } from "./invocation-context.ts";
import type { OptionTable, OptionValues } from "./options.ts";

/**
 * Who sees the reply. "private": only the member. "public": the channel, unless the member picked `show: only me` or
 * replies are private in this channel.
 */
export type Visibility = "public" | "private";

/** What runs when a command is used: the command itself, or one subcommand of a group. */
export interface Subcommand<Services, Options extends OptionTable<Services> = OptionTable<Services>> {
  readonly visibility: Visibility;
  /**
   * Returns whether the reply to these options is for the member alone, as where nothing was asked for. Called before
   * the run.
   */
  isForMember?(options: OptionValues<Options>): boolean;
  readonly options: Options;
  /**
   * Whether running it twice, in two processes, does no harm. Such a command starts before it is acknowledged, and its
   * reply is sent as the first response if it is quick.
   */
  readonly isReadOnly?: boolean;
  /**
   * Returns a modal to open instead of running, or undefined to run. Must return at once: a modal can't follow an
   * acknowledgment.
   */
  opens?(
    context: Services & InvocationContext & { readonly options: OptionValues<Options> },
  ): ActionCall | undefined;
  run(
    context: Services & InvocationContext & Running & { readonly options: OptionValues<Options> },
  ): Promise<Reply>;
}

interface Shared<Services> {
  readonly name: string;
  /** Where the command may be used; everywhere by default. */
  readonly contexts?: readonly InvocationSite["kind"][];
  /** Also offers the command in the menu of a message, where it opens this modal. */
  readonly messageMenu?: (
    context: Services & InvocationContext & { readonly message: NamedMessage },
  ) => ActionCall;
  /** Whether Discord hides it from members without Manage Server. */
  readonly forAdmins?: boolean;
  readonly actions?: Readonly<Record<string, AnyAction<Services>>>;
  /** The modals that controls and `opens` may open. No action may share a modal's name. */
  readonly modals?: Readonly<Record<string, AnyModal<Services>>>;
}

/**
 * One slash command as data. Descriptions come from the message catalog, by name. `run` returns a Reply; sending,
 * deferring, visibility, limits and errors are the runtime's work.
 */
export interface Command<Services, Options extends OptionTable<Services> = OptionTable<Services>>
  extends Shared<Services>, Subcommand<Services, Options> {
  /** Also offers the command in the menu of a user, whose id becomes this option. The reply is always private then. */
  readonly userMenu?: keyof Options & string;
}

/** Subcommands under one name, such as `/remind new` and `/remind list`. They share actions and modals. */
export interface CommandGroup<Services> extends Shared<Services> {
  readonly subcommands: Readonly<Record<string, AnySubcommand<Services>>>;
}

// oxlint-disable-next-line typescript/no-explicit-any -- a list of commands holds commands of any options
export type AnyCommand<Services> = Command<Services, any>;
// oxlint-disable-next-line typescript/no-explicit-any -- as above
export type AnySubcommand<Services> = Subcommand<Services, any>;
/** An entry in the list of commands. */
export type CommandEntry<Services> = AnyCommand<Services> | CommandGroup<Services>;
