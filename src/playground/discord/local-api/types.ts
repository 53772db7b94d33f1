import type {
  APIApplicationCommand,
  APIApplicationCommandOptionChoice,
  APIMessage,
  APIModalInteractionResponseCallbackData,
} from "discord-api-types/v10";

import type { ScheduledEvent } from "../world/scheduled-events.ts";
import type { Membership, Role, User } from "../world/world.ts";

export type Id = string;

/** The person who acts. */
export interface As {
  readonly as: Id;
}

export interface Done {
  readonly ok: true;
}

/** A user of this world. */
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
  /** The server's calendar, earliest first. */
  readonly events: readonly SeenEvent[];
}

/** An entry of a server's calendar. Its description is empty where there is none. */
type SeenEvent = Pick<ScheduledEvent, "id" | "name" | "location" | "startsAt" | "endsAt"> & {
  readonly description: string;
  /** How it comes again, in Discord's words for it, such as "Daily". */
  readonly recurs?: string | undefined;
  /** Whether its cover is served at `/guild-events/<id>.png`. */
  readonly hasCover: boolean;
};

type SeenRole = Pick<Role, "id" | "name" | "color"> & { readonly permissions: string };
type SeenMember = Pick<User, "id" | "name" | "isBot"> & Readonly<Pick<Membership, "roles">>;

/** "dm": with the bot; "conversation": between people. */
export type ChannelKind = "category" | "text" | "announcement" | "forum" | "thread" | "dm" | "conversation";

export interface SeenChannel {
  readonly id: Id;
  readonly kind: ChannelKind;
  readonly name: string;
  /** The other person of a conversation of two. */
  readonly with?: Id;
  readonly topic?: string;
  readonly serverId?: Id;
  readonly parentId?: Id;
  readonly isAgeRestricted: boolean;
  /** Not visible to everyone in the server. */
  readonly isPrivate: boolean;
  readonly isArchived: boolean;
  readonly isLocked: boolean;
  readonly canSend: boolean;
  readonly canUseCommands: boolean;
  /** The person's permissions here, in decimal. */
  readonly permissions: string;
}

export interface SeenMessage {
  readonly id: Id;
  readonly channelId: Id;
  /** In Discord's shape; attachments are served by the local Discord. */
  readonly message: APIMessage;
  readonly isEphemeral: boolean;
  /** A deferred reply, shown as "is thinking". */
  readonly isThinking: boolean;
  /** The interaction's token expired before the deferred reply was filled in. */
  readonly isAbandoned?: boolean;
  /** Grows with each change, so that the newer state is known whatever the clock says. */
  readonly version: number;
  readonly interactionId?: Id;
}

/** Has `name_localized` and `description_localized` in the person's language, also in options. */
export interface SeenCommand {
  readonly command: APIApplicationCommand;
  readonly through: readonly ("server" | "account")[];
}

export interface CommandInput extends As {
  readonly channel: Id;
  /** Its name or id. */
  readonly command: string;
  /** Such as `["new"]` or `["group", "new"]`. */
  readonly subcommand?: readonly string[];
  /** By option name; ids for people, roles, channels and uploads. */
  readonly options?: Readonly<Record<string, string | number | boolean>>;
}

export type ModalValue = string | boolean | readonly string[];

export interface Started {
  readonly interaction: Id;
}

export interface AnswerWanted {
  readonly interaction: Id;
  /** "first": also a deferral; "final" (default): not before a deferred reply is filled in. */
  readonly until?: "first" | "final";
  /** At most a minute, which is the default. */
  readonly timeoutMs?: number;
}

export type Answer =
  /** A message; with "first" it may still be "thinking". `isUpdate`: it has the used control. */
  | { readonly kind: "message"; readonly seen: SeenMessage; readonly isUpdate: boolean }
  | { readonly kind: "modal"; readonly modal: SeenModal }
  /** A deferred update; with "final" only on a timeout, or where its message was deleted. */
  | { readonly kind: "acknowledged" }
  | { readonly kind: "choices"; readonly choices: readonly APIApplicationCommandOptionChoice[] }
  | { readonly kind: "failed"; readonly reason: FailedReason; readonly text: string }
  | { readonly kind: "timeout" };

/** "no-answer": "The application did not respond"; "refused": "This interaction failed". */
export type FailedReason = "no-answer" | "refused";

export interface SeenModal {
  /** The id of the interaction that opened it, for `submitModal`. */
  readonly id: Id;
  readonly channelId: Id;
  readonly modal: APIModalInteractionResponseCallbackData;
}

export type LocalEvent =
  | { readonly type: "message"; readonly seen: SeenMessage }
  | { readonly type: "message-updated"; readonly seen: SeenMessage }
  /** What a lock screen shows of a new message; `text` is empty where it has no content. */
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
  /** A deferred update: no message of its own. */
  | { readonly type: "acknowledged"; readonly interactionId: Id }
  | {
      readonly type: "failed";
      readonly interactionId: Id;
      readonly channelId: Id;
      readonly reason: FailedReason;
      readonly text: string;
    }
  | { readonly type: "typing"; readonly channelId: Id; readonly personId: Id }
  /** Servers, channels, permissions, installs or commands changed: read them again. */
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
  /** Grows by one an entry; for `after`. */
  readonly n: number;
  readonly at: number;
  /** By the system's clock, which can't be moved: gives the order. */
  readonly realAt: number;
  readonly from: "bot" | "discord";
  readonly over: "http" | "gateway";
  /** `POST /channels/1/messages`, or the name of a gateway message. Tokens are `***`. */
  readonly what: string;
  readonly status?: number;
  readonly ms?: number;
  readonly bytes: number;
  /** Discord's code and message, and the paths of the faults. */
  readonly refused?: { readonly code: number; readonly message: string; readonly paths: readonly string[] };
  /** Masked, and cut at 4,000 characters. */
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
