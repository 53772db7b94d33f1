import type { Reply } from "../reply/reply.ts";

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

/** A channel of the server, as Discord describes one that was named or is written in. */
export interface ResolvedChannel {
  readonly id: string;
  readonly name: string;
  /** Discord's number of the type. */
  readonly type: number;
  /** What the member who asked may do in it. */
  readonly permissions: bigint;
  /** What the bot may do in it. */
  readonly appPermissions?: bigint;
}

/** A role of the server, as Discord describes one that was named. */
export interface ResolvedRole {
  readonly id: string;
  readonly name: string;
  /** Anybody may mention it. */
  readonly isMentionable: boolean;
  /** It belongs to a bot, a subscription or the like: nobody can be given it by hand. */
  readonly isManaged: boolean;
}

/** A message that was named. */
export interface NamedMessage {
  readonly url: string;
  /** What stands in it, whoever wrote it; empty where it is pictures alone. */
  readonly text: string;
}

/** What Discord says of the channels and roles an interaction names; undefined for what it says nothing of. */
export interface Resolved {
  /** The channel it was asked in counts as named. */
  channel(id: string | undefined): ResolvedChannel | undefined;
  role(id: string | undefined): ResolvedRole | undefined;
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
  /** What Discord says of the channels and roles named in options, a choice or a modal. */
  readonly resolved?: Resolved;
  /** Whether the answer will be seen by this member only. */
  readonly isPrivate: boolean;
  /** Aborted at the deadline and on shutdown. */
  readonly signal: AbortSignal;
  /** Milliseconds since 1970, by the bot's clock. */
  readonly now: number;
  /** Discord's id of the bot's application; nobody asked for what runs by itself. */
  readonly applicationId?: string;
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
