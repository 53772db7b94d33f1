import type { Reply } from "../reply/reply.ts";

/** The member who used the command. Names come from Discord and are shown as plain text only. */
export interface Member {
  readonly id: string;
  readonly name: string;
  /** Whether they have Manage Server here. */
  readonly isAdmin: boolean;
  /** Whether they have Manage Messages here. */
  readonly isModerator: boolean;
  /** Their roles in this server; absent where Discord sent none. */
  readonly roleIds?: readonly string[];
  /** The language of their Discord, as its locale code. */
  readonly locale?: string;
}

/** Where the command was used. */
export interface InvocationSite {
  readonly kind: "guild" | "bot-dm" | "private-channel";
  readonly guildId?: string;
  readonly channelId: string;
  /** The parent channel, if this is a thread. */
  readonly parentId?: string;
  readonly isAgeRestricted: boolean;
  /** Whether the bot was added to this server, not only to this member's account. */
  readonly isInstalledHere: boolean;
  /** The server's own language, as Discord's locale code. */
  readonly guildLocale?: string;
}

/** A channel of the server, as Discord described it in the interaction. */
export interface ResolvedChannel {
  readonly id: string;
  readonly name: string;
  /** Discord's channel type. */
  readonly type: number;
  /** The member's permissions in it. */
  readonly permissions: bigint;
  /** The bot's permissions in it. */
  readonly appPermissions?: bigint;
}

/** A role of the server, as Discord described it in the interaction. */
export interface ResolvedRole {
  readonly id: string;
  readonly name: string;
  /** Whether everyone may mention it. */
  readonly isMentionable: boolean;
  /** Whether it belongs to an integration, such as a bot or a subscription: nobody can be given it by hand. */
  readonly isManaged: boolean;
}

/** The message whose menu was used. */
export interface NamedMessage {
  readonly url: string;
  /** Its text, whoever wrote it; empty where it holds only pictures. */
  readonly text: string;
}

/** The channels and roles Discord described in the interaction. */
export interface Resolved {
  /**
   * Returns the channel, or undefined where Discord did not describe it. The channel the command was used in is always
   * there.
   */
  channel(id: string | undefined): ResolvedChannel | undefined;
  role(id: string | undefined): ResolvedRole | undefined;
}

/** What every run gets beside its options and the services. */
export interface InvocationContext {
  readonly member: Member;
  readonly site: InvocationSite;
  /** The reader's language as Discord's locale code: the member's for private replies, the server's for public ones. */
  readonly locale: string;
  /** Which of the picked people are members of this server, by Discord's word: a client could send any id. */
  readonly namedHere?: ReadonlySet<string>;
  readonly resolved?: Resolved;
  /** Whether only this member will see the reply. */
  readonly isPrivate: boolean;
  /** Aborted at the run's deadline and on shutdown. */
  readonly signal: AbortSignal;
  /** Milliseconds since 1970, by the bot's clock. */
  readonly now: number;
  /** The bot's application id; absent where no interaction started the run. */
  readonly applicationId?: string;
  /** The reference under which failures of this run are logged. */
  readonly reference?: string;
  /** Returns a clickable mention of one of our commands: `</trending:123>`. */
  readonly mention: (command: string) => string;
}

/** What a run may do beside returning its reply. */
export interface Running {
  /**
   * Replaces the reply with this one, in the order of the calls, also after the run ended. Returns whether it is shown:
   * Discord accepts edits for 15 minutes, and none once the message is deleted.
   */
  readonly update: (reply: Reply) => Promise<boolean>;
}

/** A command that could not run yet, small enough for a control's state. */
export interface InterruptedCommand {
  /** The command as typed: `progress`, `remind new`. */
  readonly command: string;
  readonly options: Readonly<Record<string, string | undefined>>;
}
