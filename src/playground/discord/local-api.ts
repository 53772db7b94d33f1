import type {
  APIApplicationCommand,
  APIApplicationCommandOptionChoice,
  APIMessage,
  APIModalInteractionResponseCallbackData,
} from "discord-api-types/v10";

import type { Fault, FaultSet } from "./fault.ts";

/**
 * The people's side of the local Discord: what a person may do and see, and what the playground may change.
 * The page and the tests use it; the bot never does.
 *
 * Served as `POST /local/<method>` with the method's one argument as JSON (no argument: `{}`); the answer is the
 * method's result as JSON. A refusal is HTTP 400 `{code, message}`. Events are Server-Sent Events at
 * `GET /local/events?as=<person>`: one `data:` line of JSON a LocalEvent. `LocalClient` speaks all of it.
 */
export interface LocalApi {
  // What there is, as a person sees it
  people(): Promise<readonly Person[]>;
  /** Servers with the channels this person may see, and private conversations. */
  home(ask: As): Promise<Home>;
  /** Oldest first. Ephemeral messages are only in their owner's history. At most 100, by default 50. */
  history(
    ask: As & { readonly channel: Id; readonly limit?: number; readonly before?: Id },
  ): Promise<readonly SeenMessage[]>;
  message(ask: As & { readonly message: Id }): Promise<SeenMessage>;
  /** Commands offered to this person in this channel: installs, contexts, permissions and age applied. */
  commands(ask: As & { readonly channel: Id }): Promise<readonly SeenCommand[]>;

  /** Keeps a file (base64, at most 10 MiB) for an option of a command; the option's value is its id. */
  upload(ask: As & { readonly name: string; readonly data: string }): Promise<{ readonly id: Id }>;

  // What a person does with the bot. Each gives the interaction's id; what comes of it are events, or `answer`
  runCommand(ask: CommandInput): Promise<Started>;
  /** Suggestions for `focused`; an empty list when the bot gave none in time. */
  autocomplete(
    ask: CommandInput & { readonly focused: string },
  ): Promise<readonly APIApplicationCommandOptionChoice[]>;
  /** A user or message command on a target, a person's or message's id. */
  runMenu(
    ask: As & { readonly channel: Id; readonly command: string; readonly target: Id },
  ): Promise<Started>;
  press(ask: As & { readonly message: Id; readonly customId: string }): Promise<Started>;
  /** Values of a string select, or ids of people, roles or channels. */
  choose(
    ask: As & { readonly message: Id; readonly customId: string; readonly values: readonly string[] },
  ): Promise<Started>;
  /** `modal` is the id of the interaction it answered; `values` by custom id. */
  submitModal(
    ask: As & { readonly modal: Id; readonly values: Readonly<Record<string, ModalValue>> },
  ): Promise<Started>;
  /** Waits for what came of an interaction. */
  answer(ask: As & AnswerWanted): Promise<Answer>;
  /** Dismisses an ephemeral message. */
  dismiss(ask: As & { readonly message: Id }): Promise<Done>;
  /** Opens the conversation with the bot. */
  openDm(ask: As): Promise<SeenChannel>;
  /** Writes a plain message. */
  say(ask: As & { readonly channel: Id; readonly content: string }): Promise<SeenMessage>;

  // Settings
  /** Adds the bot to a server, with these permissions for its own role (decimal; the usual ones by default). */
  installOnServer(ask: { readonly server: Id; readonly permissions?: string }): Promise<Done>;
  removeFromServer(ask: { readonly server: Id }): Promise<Done>;
  installForPerson(ask: { readonly person: Id }): Promise<Done>;
  removeFromPerson(ask: { readonly person: Id }): Promise<Done>;
  /** Overrides a command's default_member_permissions in one server; `permissions: null` takes it back. */
  setCommandAccess(ask: {
    readonly server: Id;
    readonly command: string;
    readonly permissions: string | null;
  }): Promise<Done>;
  setMemberRoles(ask: {
    readonly server: Id;
    readonly person: Id;
    readonly roles: readonly Id[];
  }): Promise<Done>;
  /** Permissions of a role or person (or the bot) in one channel, decimal; both "0" removes the entry. */
  setOverwrite(ask: OverwriteInput): Promise<Done>;
  setRolePermissions(ask: {
    readonly server: Id;
    readonly role: Id;
    readonly permissions: string;
  }): Promise<Done>;
  setLocale(ask: { readonly person: Id; readonly locale: string }): Promise<Done>;
  /** Whether this person takes messages from the bot (code 50007 when not). */
  setDms(ask: { readonly person: Id; readonly open: boolean }): Promise<Done>;
  setThread(ask: {
    readonly thread: Id;
    readonly archived: boolean;
    readonly locked?: boolean;
  }): Promise<Done>;
  setAgeRestricted(ask: { readonly channel: Id; readonly restricted: boolean }): Promise<Done>;
  deleteChannel(ask: { readonly channel: Id }): Promise<Done>;
  /** Removes a message as a moderator would. */
  deleteMessage(ask: { readonly message: Id }): Promise<Done>;
  /** Adds plain members to a server, for load. */
  addPeople(ask: {
    readonly count: number;
    readonly server: Id;
  }): Promise<{ readonly people: readonly Id[] }>;
  /** Adds servers with the bot in them, for load. Their people are nobody. */
  addServers(ask: {
    readonly count: number;
    readonly channels?: number;
    readonly roles?: number;
  }): Promise<Done>;

  // The machine
  addFault(ask: Fault): Promise<{ readonly id: number }>;
  faults(): Promise<readonly FaultSet[]>;
  /** Without an id: all of them. */
  clearFaults(ask: { readonly id?: number }): Promise<Done>;
  /** Rate limits: "discord" as Discord has them (the default), "off" for load tests. */
  setRateLimits(ask: { readonly mode: "discord" | "off" }): Promise<Done>;
  clock(): Promise<ClockSeen>;
  /** Sets the distance to the system's clock. Refused when the clock belongs to someone else. */
  moveClock(ask: { readonly offsetMs: number }): Promise<ClockSeen>;
  /** What passed between the bot and Discord, newest last; secrets are masked. */
  traffic(ask: { readonly after?: number; readonly limit?: number }): Promise<readonly TrafficEntry[]>;
  /** The bot's connections and some counts. */
  state(): Promise<LocalState>;
}

/** A Discord id. */
export type Id = string;

/** On whose behalf. */
export interface As {
  readonly as: Id;
}

export interface Done {
  readonly ok: true;
}

export interface Person {
  readonly id: Id;
  readonly username: string;
  /** The name shown. */
  readonly name: string;
  readonly locale: string;
  readonly isBot: boolean;
  readonly avatarUrl: string;
  /** One sentence: who they are in this world. */
  readonly about: string;
  /** Whether they added the bot to their account. */
  readonly hasInstalled: boolean;
  readonly takesDms: boolean;
}

export interface Home {
  readonly servers: readonly SeenServer[];
  /** The conversation with the bot, when there is one, and those with others. */
  readonly conversations: readonly SeenChannel[];
}

export interface SeenServer {
  readonly id: Id;
  readonly name: string;
  readonly locale: string;
  readonly isBotInstalled: boolean;
  readonly roles: readonly SeenRole[];
  readonly members: readonly SeenMember[];
  /** In order; threads and forum posts after their parent. */
  readonly channels: readonly SeenChannel[];
}

interface SeenRole {
  readonly id: Id;
  readonly name: string;
  readonly color: number;
  readonly permissions: string;
}

interface SeenMember {
  readonly id: Id;
  readonly name: string;
  readonly isBot: boolean;
  readonly roles: readonly Id[];
}

/** "dm": with the bot. "conversation": between people, without the bot. */
export type ChannelKind = "category" | "text" | "announcement" | "forum" | "thread" | "dm" | "conversation";

export interface SeenChannel {
  readonly id: Id;
  readonly kind: ChannelKind;
  readonly name: string;
  readonly topic?: string;
  readonly serverId?: Id;
  readonly parentId?: Id;
  readonly isAgeRestricted: boolean;
  /** Not everyone in the server sees it. */
  readonly isPrivate: boolean;
  readonly isArchived: boolean;
  readonly isLocked: boolean;
  readonly canSend: boolean;
  readonly canUseCommands: boolean;
  /** The person's permissions here, decimal. */
  readonly permissions: string;
}

/** A message as this person sees it. */
export interface SeenMessage {
  readonly id: Id;
  readonly channelId: Id;
  /** Discord's own shape; attachment addresses are served by the local Discord. */
  readonly message: APIMessage;
  readonly isEphemeral: boolean;
  /** Deferred: "is thinking". */
  readonly isThinking: boolean;
  /** Grows with each change: of two states of a message the greater is the newer, whatever any clock says. */
  readonly version: number;
  /** The interaction it answers. */
  readonly interactionId?: Id;
}

/** `name_localized` and `description_localized` of the command and its options are in the person's language. */
export interface SeenCommand {
  readonly command: APIApplicationCommand;
  /** Through which install it is offered. */
  readonly through: readonly ("server" | "account")[];
}

export interface CommandInput extends As {
  readonly channel: Id;
  /** Name or id. */
  readonly command: string;
  /** `["new"]`, or `["group", "new"]`. */
  readonly subcommand?: readonly string[];
  /** Values by option name: text, numbers, booleans; ids of people, roles, channels and uploads. */
  readonly options?: Readonly<Record<string, string | number | boolean>>;
}

export type ModalValue = string | boolean | readonly string[];

export interface Started {
  readonly interaction: Id;
}

export interface AnswerWanted {
  readonly interaction: Id;
  /** "first": the first answer, a deferral too. "final": not before a deferral got its content. Default "final". */
  readonly until?: "first" | "final";
  /** Default 10 s. */
  readonly timeoutMs?: number;
}

export type Answer =
  /** A message, still "thinking" with `until: "first"`. `isUpdate`: the message the control stands on. */
  | { readonly kind: "message"; readonly seen: SeenMessage; readonly isUpdate: boolean }
  | { readonly kind: "modal"; readonly modal: SeenModal }
  /** Acknowledged by a deferred update; with "final" only when it timed out in that state. */
  | { readonly kind: "acknowledged" }
  | { readonly kind: "choices"; readonly choices: readonly APIApplicationCommandOptionChoice[] }
  | { readonly kind: "failed"; readonly reason: FailedReason; readonly text: string }
  | { readonly kind: "timeout" };

/** "no-answer": "The application did not respond". "refused": "This interaction failed". */
export type FailedReason = "no-answer" | "refused";

export interface SeenModal {
  /** The interaction it answered; what `submitModal` takes. */
  readonly id: Id;
  readonly channelId: Id;
  readonly modal: APIModalInteractionResponseCallbackData;
}

export type LocalEvent =
  | { readonly type: "message"; readonly seen: SeenMessage }
  | { readonly type: "message-updated"; readonly seen: SeenMessage }
  | { readonly type: "message-deleted"; readonly channelId: Id; readonly messageId: Id }
  | { readonly type: "modal"; readonly modal: SeenModal }
  | {
      readonly type: "choices";
      readonly interactionId: Id;
      readonly choices: readonly APIApplicationCommandOptionChoice[];
    }
  /** Acknowledged without a message of its own (deferred update). */
  | { readonly type: "acknowledged"; readonly interactionId: Id }
  | {
      readonly type: "failed";
      readonly interactionId: Id;
      readonly channelId: Id;
      readonly reason: FailedReason;
      readonly text: string;
    }
  | { readonly type: "typing"; readonly channelId: Id; readonly personId: Id }
  /** Servers, channels, permissions, installs or commands changed: ask again. */
  | { readonly type: "world" };

interface OverwriteInput {
  readonly channel: Id;
  readonly target: Id;
  readonly allow: string;
  readonly deny: string;
}

export interface ClockSeen {
  readonly now: number;
  readonly offsetMs: number;
}

export interface TrafficEntry {
  /** Counts up; for `after`. */
  readonly n: number;
  readonly at: number;
  /** By the system's clock, which no jump of the playground's moves: what came first. */
  readonly realAt: number;
  readonly from: "bot" | "discord";
  readonly over: "http" | "gateway";
  /** `POST /channels/1/messages`, or the name of a gateway message. Tokens show as `***`. */
  readonly what: string;
  readonly status?: number;
  readonly ms?: number;
  readonly bytes: number;
  /** What was refused: Discord's code, message, and the paths of the faults. */
  readonly refused?: { readonly code: number; readonly message: string; readonly paths: readonly string[] };
  /** The body, masked and cut at 4,000 characters. */
  readonly body?: string;
}

export interface LocalState {
  readonly applicationId: Id;
  readonly servers: number;
  readonly commands: number;
  readonly identifies: number;
  readonly resumes: number;
  readonly sessions: readonly {
    readonly id: string;
    readonly shard: readonly [number, number];
    readonly intents: number;
    readonly isConnected: boolean;
    readonly sequence: number;
  }[];
  readonly interactions: number;
  readonly messages: number;
}

/** Why the people's side refused. */
export type LocalRefusalCode =
  | "unknown-person"
  | "unknown-server"
  | "unknown-channel"
  | "unknown-message"
  | "unknown-command"
  | "unknown-control"
  | "unknown-interaction"
  | "not-allowed"
  | "bad-input"
  | "unknown-method";

export class LocalRefusal extends Error {
  readonly code: LocalRefusalCode;

  constructor(code: LocalRefusalCode, message: string) {
    super(message);
    this.name = "LocalRefusal";
    this.code = code;
  }
}
