import type { ActionCall, Reply } from "../reply/reply.ts";
import type { AnyAction } from "./action.ts";
import type { InvocationContext, InvocationSite, NamedMessage, Running } from "./invocation-context.ts";
import type { AnyModal } from "./modal.ts";
import type { OptionTable, OptionValues } from "./options.ts";

/**
 * - "private": only the member sees the answer.
 * - "public": the channel, unless the member chose `show: only me`, or the place asks for private answers.
 */
export type Visibility = "public" | "private";

/** What runs: a command, or one of several that share a name. */
export interface Subcommand<Services, Options extends OptionTable<Services> = OptionTable<Services>> {
  readonly visibility: Visibility;
  /** Whether only the member sees the answer to these options, as where they ask for nothing. Decided before it runs. */
  isForMember?(options: OptionValues<Options>): boolean;
  readonly options: Options;
  /**
   * Its run changes nothing that matters where two processes run it for the same interaction: it starts before it is
   * acknowledged, and answers at once where it is quick.
   */
  readonly isReadOnly?: boolean;
  /**
   * Answers with a modal of the command at once, instead of running. It has no time: nothing but what is at hand.
   * Undefined: runs.
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
  /** Where it may be used; everywhere by default. */
  readonly contexts?: readonly InvocationSite["kind"][];
  /** Also offered in the menu of a message, where it opens this modal. */
  readonly messageMenu?: (
    context: Services & InvocationContext & { readonly message: NamedMessage },
  ) => ActionCall;
  /** Hidden from members without Manage Server. */
  readonly forAdmins?: boolean;
  readonly actions?: Readonly<Record<string, AnyAction<Services>>>;
  /** What controls and `opens` may open. No action has the name of a modal. */
  readonly modals?: Readonly<Record<string, AnyModal<Services>>>;
}

/**
 * One slash command as data. Its description and those of its options come from the message catalog by name.
 * `run` returns a Reply; sending, deferring, visibility, limits and errors belong to the runtime.
 */
export interface Command<Services, Options extends OptionTable<Services> = OptionTable<Services>>
  extends Shared<Services>, Subcommand<Services, Options> {
  /**
   * Also offered in the menu of a user; gets the user's id as this option. What a menu answers only the member
   * who opened it sees.
   */
  readonly userMenu?: keyof Options & string;
}

/** Commands under one name: `/remind new`, `/remind list`. They share actions and modals. */
export interface CommandGroup<Services> extends Shared<Services> {
  readonly subcommands: Readonly<Record<string, AnySubcommand<Services>>>;
}

// oxlint-disable-next-line typescript/no-explicit-any -- a list of commands holds commands of any options
export type AnyCommand<Services> = Command<Services, any>;
// oxlint-disable-next-line typescript/no-explicit-any -- as above
export type AnySubcommand<Services> = Subcommand<Services, any>;
/** What a bot's list of commands holds. */
export type CommandEntry<Services> = AnyCommand<Services> | CommandGroup<Services>;
