import type { OptionTable, OptionValues } from "./options.ts";
import type { ActionState, Reply } from "./reply.ts";

/** Who asked. Names are Discord's, shown as plain text only. */
export interface Member {
  /** Discord's id of the user. */
  readonly id: string;
  readonly name: string;
  /** May use what is for admins here: Manage Server. */
  readonly isAdmin: boolean;
  /** May manage messages here. */
  readonly isModerator: boolean;
}

/** Where it was asked. */
export interface Place {
  readonly kind: "guild" | "bot-dm" | "private-channel";
  readonly guildId?: string;
  readonly channelId: string;
  /** The channel is age-restricted. */
  readonly isAgeRestricted: boolean;
  /** The bot itself was added to this server, not only by this member to their account. */
  readonly isInstalledHere: boolean;
}

/** What every run gets beside its options and the services. */
export interface Asked {
  readonly member: Member;
  readonly place: Place;
  /** Discord's code of the reader's language: the member's for private replies, the server's for public ones. */
  readonly locale: string;
  /** Whether the answer will be seen by this member only. */
  readonly isPrivate: boolean;
  /** Aborted at the deadline and on shutdown. */
  readonly signal: AbortSignal;
  /** Milliseconds since 1970, by the bot's clock. */
  readonly now: number;
  /** Clickable mention of one of our commands: `</trending:123>`. */
  readonly mention: (command: string) => string;
}

/**
 * - "private": only the member sees the answer.
 * - "public": the channel, unless the member chose `show: only me`, or the place asks for private answers.
 */
type Visibility = "public" | "private";

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
  run(context: Services & ActionAsked): Promise<Reply>;
}

export interface ActionAsked extends Asked {
  readonly state: ActionState;
  /** The value of a select. */
  readonly chosen?: string;
}

/**
 * One slash command as data. Its description and those of its options come from the message catalog by name.
 * `run` returns a Reply; sending, deferring, visibility, limits and errors belong to the runtime.
 */
export interface Command<Services, Options extends OptionTable<Services> = OptionTable<Services>> {
  readonly name: string;
  readonly visibility: Visibility;
  /** Where it may be used; everywhere by default. */
  readonly contexts?: readonly Place["kind"][];
  /** Hidden from members without Manage Server. */
  readonly forAdmins?: boolean;
  readonly options: Options;
  readonly actions?: Readonly<Record<string, Action<Services>>>;
  /** Also offered in the menu of a user; gets the user's id as this option. */
  readonly userMenu?: keyof Options & string;
  run(context: Services & Asked & { readonly options: OptionValues<Options> }): Promise<Reply>;
}

// oxlint-disable-next-line typescript/no-explicit-any -- a list of commands holds commands of any options
export type AnyCommand<Services> = Command<Services, any>;
