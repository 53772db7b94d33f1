import type {
  APIApplicationCommand,
  APIApplicationCommandOptionChoice,
  APIMessage,
  APIModalInteractionResponseCallbackData,
} from "discord-api-types/v10";

import type { ScheduledEvent } from "../world/scheduled-events.ts";
import type { Membership, Role, User } from "../world/world.ts";

export type Id = string;

/** On whose behalf. */
export interface As {
  readonly as: Id;
}

export interface Done {
  readonly ok: true;
}

/** Who somebody is in this world. */
export interface Person extends Readonly<User> {
  readonly avatarUrl: string;
}

export interface Home {
  readonly servers: readonly SeenServer[];
  readonly conversations: readonly SeenChannel[];
}

export interface SeenServer {
  readonly id: Id;
  readonly name: string;
  readonly locale: string;
  readonly isBotInstalled: boolean;
  readonly roles: readonly SeenRole[];
  readonly members: readonly SeenMember[];
  readonly channels: readonly SeenChannel[];
  /** Its own calendar, what comes next first. */
  readonly events: readonly SeenEvent[];
}

/** An entry of a server's calendar, its description empty where there is none. */
type SeenEvent = Pick<ScheduledEvent, "id" | "name" | "location" | "startsAt" | "endsAt"> & {
  readonly description: string;
  /** Whether its cover is at `/guild-events/<id>.png`. */
  readonly hasCover: boolean;
};

type SeenRole = Pick<Role, "id" | "name" | "color"> & { readonly permissions: string };
type SeenMember = Pick<User, "id" | "name" | "isBot"> & Readonly<Pick<Membership, "roles">>;

/** "dm": with the bot. "conversation": between people, without the bot. */
export type ChannelKind = "category" | "text" | "announcement" | "forum" | "thread" | "dm" | "conversation";

export interface SeenChannel {
  readonly id: Id;
  readonly kind: ChannelKind;
  readonly name: string;
  /** Of a conversation of two: the other one. */
  readonly with?: Id;
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

export interface SeenMessage {
  readonly id: Id;
  readonly channelId: Id;
  /** Discord's own shape; attachment addresses are served by the local Discord. */
  readonly message: APIMessage;
  readonly isEphemeral: boolean;
  /** Deferred: "is thinking". */
  readonly isThinking: boolean;
  /** Its thinking ended without an answer: the interaction's token is dead. */
  readonly isAbandoned?: boolean;
  /** Grows with each change: of two states of a message the greater is the newer, whatever any clock says. */
  readonly version: number;
  readonly interactionId?: Id;
}

/** `name_localized` and `description_localized` of the command and its options are in the person's language. */
export interface SeenCommand {
  readonly command: APIApplicationCommand;
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
  /** A minute at most, and where it is left out. */
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
  /** What a person's phone shows of a new message; empty where it has no content. */
  | {
      readonly type: "notification";
      readonly channelId: Id;
      readonly messageId: Id;
      readonly title: string;
      readonly text: string;
    }
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

export interface OverwriteInput {
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
