import type { AnyModal } from "./modal.ts";
import type { OptionTable, OptionValues } from "./options.ts";
import type { ActionState, Reply } from "../reply/reply.ts";
import type { Resolved } from "../interaction/resolved.ts";

/** Who asked. Names are Discord's, shown as plain text only. */
export interface Member {
  /** Discord's id of the user. */
  readonly id: string;
  readonly name: string;
  /** May use what is for admins here: Manage Server. */
  readonly isAdmin: boolean;
  /** May manage messages here. */
  readonly isModerator: boolean;
  /** Their roles in this server, by Discord's word; absent where there is none. */
  readonly roleIds?: readonly string[];
}

/** Where it was asked. */
export interface InvocationSite {
  readonly kind: "guild" | "bot-dm" | "private-channel";
  readonly guildId?: string;
  readonly channelId: string;
  /** The channel a thread is in. */
  readonly parentId?: string;
  /** The channel is age-restricted. */
  readonly isAgeRestricted: boolean;
  /** The bot itself was added to this server, not only by this member to their account. */
  readonly isInstalledHere: boolean;
  /** Discord's code of the server's own language. */
  readonly guildLocale?: string;
}

/** What every run gets beside its options and the services. */
export interface InvocationContext {
  readonly member: Member;
  readonly site: InvocationSite;
  /** Discord's code of the reader's language: the member's for private replies, the server's for public ones. */
  readonly locale: string;
  /**
   * Of the people who were named, in options or a choice: those who are in the server, by Discord's word. A client
   * may send the id of anybody.
   */
  readonly namedHere?: ReadonlySet<string>;
  /** What Discord says of the channels and roles named in options, a choice or a form. */
  readonly resolved?: Resolved;
  /** Whether the answer will be seen by this member only. */
  readonly isPrivate: boolean;
  /** Aborted at the deadline and on shutdown. */
  readonly signal: AbortSignal;
  /** Milliseconds since 1970, by the bot's clock. */
  readonly now: number;
  /** Under which the log has what fails meanwhile. */
  readonly reference?: string;
  /** Clickable mention of one of our commands: `</trending:123>`. */
  readonly mention: (command: string) => string;
}

/** What a run may do beside returning its reply. */
export interface Running {
  /**
   * Shows this in the reply's place, before or after the run has ended, in the order of the calls. Gives whether
   * it is shown: Discord takes changes for 15 minutes, and not once the message is deleted.
   */
  readonly update: (reply: Reply) => Promise<boolean>;
}

/** A command that could not run yet, small enough to be carried by a control's state. */
export interface InterruptedCommand {
  /** As typed: `progress`, `remind new`. */
  readonly command: string;
  readonly options: Readonly<Record<string, string | undefined>>;
}

/**
 * - "private": only the member sees the answer.
 * - "public": the channel, unless the member chose `show: only me`, or the place asks for private answers.
 */
export type Visibility = "public" | "private";

/**
 * What a press is answered with. "edit": in place; "private": a new answer only the presser sees; "public": a new
 * answer for the channel, private where the bot may not post. Only an owner's press posts publicly.
 */
type ActionAnswer = "edit" | "private" | "public";

export interface Action<Services> {
  /**
   * "owner": whoever the reply was for; the control's tag is checked. Another presser gets a private copy of
   * the action's answer where `others` is "copy", else a polite refusal.
   * "anyone": acts on the presser's own data; then `answer` is "private".
   * "moderators": whoever may manage messages here (`Member.isModerator`), on anybody's message; others get a
   * polite refusal.
   */
  readonly for: "owner" | "anyone" | "moderators";
  readonly others?: "copy" | "refuse";
  readonly answer: ActionAnswer;
  /** What must be there before it runs: handed to the runtime's `prepare`, like a command's. */
  readonly needs?: string;
  run(context: Services & ActionInvocation & ActionRunning): Promise<Reply>;
}

export interface ActionInvocation extends InvocationContext {
  readonly state: ActionState;
  /** The value of a select; the first where there are several. */
  readonly chosen?: string;
  /** All values of a select; none where nothing was chosen. */
  readonly allChosen?: readonly string[];
}

export interface ActionRunning extends Running {
  /** Runs a command that was interrupted; its answer is this action's. What it needs is asked for again. */
  readonly rerun: (interrupted: InterruptedCommand) => Promise<Reply>;
}

/** A form of the same command to open, and what it is opened with. */
export interface ModalCall {
  readonly form: string;
  readonly state?: ActionState;
}

/** What runs: a command, or one of several that share a name. `Given` is what `needs` brings. */
export interface Subcommand<
  Services,
  Options extends OptionTable<Services> = OptionTable<Services>,
  Given = unknown,
> {
  readonly visibility: Visibility;
  /** Whether only the member sees the answer to these options, as where they ask for nothing. Decided before it runs. */
  isForMember?(options: OptionValues<Options>): boolean;
  readonly options: Options;
  /** What must be there before it runs: the runtime's `prepare` brings it, or answers in its place. */
  readonly needs?: string;
  /**
   * Answers with a form at once, instead of running. It has no time: nothing but what is at hand. Undefined: runs.
   */
  opens?(
    context: Services & InvocationContext & { readonly options: OptionValues<Options> },
  ): ModalCall | undefined;
  run(
    context: Services & InvocationContext & Running & Given & { readonly options: OptionValues<Options> },
  ): Promise<Reply>;
}

interface Shared<Services> {
  readonly name: string;
  /** Where it may be used; everywhere by default. */
  readonly contexts?: readonly InvocationSite["kind"][];
  /** Hidden from members without Manage Server. */
  readonly forAdmins?: boolean;
  readonly actions?: Readonly<Record<string, Action<Services>>>;
  /** What controls and `opens` may open. No action has the name of a form. */
  readonly forms?: Readonly<Record<string, AnyModal<Services>>>;
}

/**
 * One slash command as data. Its description and those of its options come from the message catalog by name.
 * `run` returns a Reply; sending, deferring, visibility, limits and errors belong to the runtime.
 */
export interface Command<
  Services,
  Options extends OptionTable<Services> = OptionTable<Services>,
  Given = unknown,
>
  extends Shared<Services>, Subcommand<Services, Options, Given> {
  /**
   * Also offered in the menu of a user; gets the user's id as this option. What a menu answers only the member
   * who opened it sees.
   */
  readonly userMenu?: keyof Options & string;
}

/** Commands under one name: `/remind new`, `/remind list`. They share actions and forms. */
export interface CommandGroup<Services> extends Shared<Services> {
  readonly subcommands: Readonly<Record<string, AnySubcommand<Services>>>;
}

// oxlint-disable-next-line typescript/no-explicit-any -- a list of commands holds commands of any options
export type AnyCommand<Services> = Command<Services, any, any>;
// oxlint-disable-next-line typescript/no-explicit-any -- as above
export type AnySubcommand<Services> = Subcommand<Services, any, any>;
/** What a bot's list of commands holds. */
export type CommandEntry<Services> = AnyCommand<Services> | CommandGroup<Services>;
