import {
  type APIAttachment,
  type APIRole,
  type APIUser,
  ApplicationCommandOptionType,
  type ApplicationCommandType,
  type InteractionType,
  PermissionFlagsBits as FLAG,
} from "discord-api-types/v10";

import type { InvocationSite, Member } from "../command/invocation-context.ts";
import type { Application } from "../command/describe-application.ts";

/**
 * The parts we read of an interaction from Discord.
 * https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-object
 */
export interface Incoming {
  readonly id: string;
  readonly token: string;
  readonly type: InteractionType;
  readonly application_id: string;
  /** Whether it may have been delivered before, to the process whose gateway session this one resumed. */
  readonly isRepeated?: boolean;
  readonly guild_id?: string;
  readonly channel_id?: string;
  readonly channel?: {
    readonly id?: string;
    readonly type?: number;
    readonly name?: string | null;
    readonly parent_id?: string | null;
    readonly nsfw?: boolean;
  };
  readonly context?: number;
  readonly app_permissions?: string;
  readonly locale?: string;
  readonly guild_locale?: string;
  readonly member?: {
    readonly user: IncomingUser;
    readonly nick?: string | null;
    readonly permissions: string;
    readonly roles?: readonly string[];
  };
  readonly user?: IncomingUser;
  readonly authorizing_integration_owners?: Readonly<Record<string, string>>;
  readonly message?: {
    readonly id?: string;
    readonly flags?: number;
    /** The interaction the message was the response to, if any. */
    readonly interaction_metadata?: { readonly id: string };
  };
  readonly data?: IncomingData;
}

type IncomingUser = Pick<APIUser, "id" | "username"> & Partial<Pick<APIUser, "global_name">>;

/** The parts we read of the objects an interaction names. */
export interface IncomingResolved {
  /** Which of the people are members of this server. */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly channels?: Readonly<Record<string, IncomingChannel>>;
  readonly roles?: Readonly<Record<string, Partial<APIRole>>>;
  readonly attachments?: Readonly<Record<string, Partial<APIAttachment>>>;
  readonly messages?: Readonly<Record<string, IncomingMessage>>;
}

export interface IncomingMessage {
  readonly id?: string;
  readonly channel_id?: string;
  readonly content?: string;
  readonly embeds?: readonly { readonly title?: string; readonly description?: string }[];
  readonly components?: readonly IncomingText[];
  /** What a forward carries instead of words of its own. */
  readonly message_snapshots?: readonly { readonly message?: Omit<IncomingMessage, "message_snapshots"> }[];
}

interface IncomingText {
  readonly content?: string;
  readonly components?: readonly IncomingText[];
}

interface IncomingChannel {
  readonly name?: string | null;
  readonly type?: number;
  readonly permissions?: string;
  /** The bot's permissions in it. */
  readonly app_permissions?: string;
}

/** The parts we read of the data of a command, a component or a modal. */
export interface IncomingData {
  readonly name?: string;
  readonly type?: ApplicationCommandType;
  readonly target_id?: string;
  readonly options?: readonly IncomingOption[];
  /** The objects behind the ids in options, picks and modals. */
  readonly resolved?: IncomingResolved;
  readonly custom_id?: string;
  readonly values?: readonly string[];
  /** Only in a modal. */
  readonly components?: readonly IncomingComponent[];
}

/** A part of a submitted modal. `value` may be a secret. */
export interface IncomingComponent {
  readonly custom_id?: string;
  readonly value?: unknown;
  readonly values?: readonly string[];
  readonly component?: IncomingComponent;
  readonly components?: readonly IncomingComponent[];
}

export interface IncomingOption {
  readonly name: string;
  readonly type: ApplicationCommandOptionType;
  readonly value?: unknown;
  readonly focused?: boolean;
  /** Only in a subcommand. */
  readonly options?: readonly IncomingOption[];
}

/** Returns the command as typed, `remind new`, and its options. */
export function typedCommand({ name = "", options = [] }: IncomingData): {
  readonly path: string;
  readonly given: readonly IncomingOption[];
} {
  const [first] = options;
  if (first?.type !== ApplicationCommandOptionType.Subcommand) return { path: name, given: options };
  return { path: `${name} ${first.name}`, given: first.options ?? [] };
}

const PLACES = ["guild", "bot-dm", "private-channel"] as const;

export function memberOf({ member, user, locale }: Incoming): Member | undefined {
  const account = member?.user ?? user;
  if (account === undefined) return undefined;
  const permissions = BigInt(member?.permissions ?? "0");
  const may = (permission: bigint) => (permissions & (permission | FLAG.Administrator)) !== 0n;
  return {
    id: account.id,
    name: member?.nick ?? account.global_name ?? account.username,
    isAdmin: may(FLAG.ManageGuild),
    isModerator: may(FLAG.ManageMessages),
    ...(member?.roles !== undefined && { roleIds: member.roles }),
    ...(locale !== undefined && { locale }),
  };
}

export function placeOf(incoming: Incoming): InvocationSite {
  const { guild_id: guildId, channel, channel_id, context, authorizing_integration_owners } = incoming;
  const kind = PLACES[context ?? (guildId === undefined ? 1 : 0)] ?? "private-channel";
  const isThread = channel?.type !== undefined && channel.type >= 10 && channel.type <= 12;
  return {
    kind,
    ...(guildId !== undefined && { guildId }),
    channelId: channel?.id ?? channel_id ?? "",
    // Other channels have a parent, too: their category.
    ...(isThread && channel?.parent_id != null && { parentId: channel.parent_id }),
    isAgeRestricted: channel?.nsfw === true,
    isInstalledHere: kind === "guild" && authorizing_integration_owners?.["0"] !== undefined,
    ...(incoming.guild_locale !== undefined && { guildLocale: incoming.guild_locale }),
  };
}

export interface SourceHealth {
  readonly isReady: boolean;
  /** The shards of this process. */
  readonly shards: readonly { readonly id: number; readonly isReady: boolean; readonly pingMs: number }[];
  /** Why no interactions arrive, in plain clauses. */
  readonly reasons: readonly string[];
}

/**
 * Where interactions come from: Discord's gateway, or the requests Discord posts to our endpoint. Without intents the
 * gateway brings nothing else; `forget-guilds` finds out which servers the bot has left. Without the gateway the bot is
 * shown as offline.
 */
export interface InteractionSource {
  /** Tries once. Throws "bad-settings" where trying again can't help, else "busy". */
  open(application: Promise<Application>, signal: AbortSignal): Promise<void>;
  /** Whether another node answers interactions once this one stops; if not, members are told to try again. */
  readonly hasOthers: boolean;
  /** Stops for good, after load balancers had `noticeMs` to notice. Never rejects. */
  close(noticeMs?: number): Promise<void>;
  health(): SourceHealth;
}
