import { ChannelType } from "discord-api-types/v10";

import type { Clock } from "../../../base/clock.ts";
import type { ScheduledEvent } from "./scheduled-events.ts";
import { Snowflakes } from "./snowflake.ts";

export interface User {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  readonly isBot: boolean;
  /** One sentence about the person. */
  readonly about: string;
  locale: string;
  takesDms: boolean;
  hasInstalled: boolean;
}

export interface Role {
  readonly id: string;
  readonly name: string;
  readonly color: number;
  readonly position: number;
  permissions: bigint;
  /** Belongs to the bot. */
  readonly isManaged: boolean;
  /** Everyone may ping it; otherwise that needs MentionEveryone. */
  readonly isMentionable: boolean;
}

export interface Membership {
  readonly userId: string;
  roles: readonly string[];
  readonly joinedAt: number;
  /** Names and pictures of the server's own, as data URIs. */
  look?: Partial<Record<"nick" | "avatar" | "banner", string | null | undefined>>;
}

export interface Guild {
  readonly id: string;
  readonly name: string;
  readonly locale: string;
  readonly ownerId: string;
  readonly roles: Map<string, Role>;
  readonly members: Map<string, Membership>;
  readonly channels: Map<string, Channel>;
  isBotIn: boolean;
  /** For load tests: so many more channels and roles are generated when the server is sent. */
  readonly padding?: { readonly channels: number; readonly roles: number };
}

export interface Overwrite {
  /** 0: role, 1: member. */
  readonly type: 0 | 1;
  readonly allow: bigint;
  readonly deny: bigint;
}

export interface Channel {
  readonly id: string;
  readonly type: ChannelType;
  name: string;
  readonly guildId?: string;
  readonly parentId?: string;
  topic?: string;
  isAgeRestricted: boolean;
  readonly position: number;
  readonly overwrites: Map<string, Overwrite>;
  /** The people of a private conversation. */
  readonly recipients?: readonly string[];
  thread?: ThreadState;
  /** The announcement channel whose published messages are copied here. */
  readonly follows?: string;
  /** Of forums. */
  readonly tags?: readonly ForumTag[];
  /** Whether its posts need a tag. */
  isTagRequired?: boolean;
  /** Of posts. */
  readonly appliedTags?: readonly string[];
  readonly pins: string[];
  lastMessageId?: string;
}

interface ForumTag {
  readonly id: string;
  readonly name: string;
  /** Only people with ManageThreads may apply it. */
  readonly isModerated?: boolean;
}

interface ThreadState {
  readonly ownerId: string;
  readonly autoArchiveMinutes: number;
  readonly archiveStampMs: number;
  readonly isArchived: boolean;
  readonly isLocked: boolean;
}

export interface AppEmoji {
  readonly id: string;
  name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** The bot's account and application, which share an id. */
export interface Application {
  readonly id: string;
  readonly name: string;
  description: string;
  isPublic: boolean;
  tags: readonly string[];
  customInstallUrl: string | null;
  /** Where interactions are posted; null: they use the gateway. */
  interactionsEndpointUrl: string | null;
  installParams: unknown;
  integrationTypesConfig: Record<string, unknown>;
  flags: number;
}

/** Users, servers, channels and the application. */
export class World {
  readonly ids: Snowflakes;
  readonly clock: Clock;
  readonly users = new Map<string, User>();
  readonly guilds = new Map<string, Guild>();
  readonly channels = new Map<string, Channel>();
  readonly emojis = new Map<string, AppEmoji>();
  readonly scheduledEvents = new Map<string, ScheduledEvent>();
  readonly bot: User;
  readonly application: Application;

  constructor(clock: Clock, bot: { readonly id: string; readonly name: string }) {
    this.clock = clock;
    this.ids = new Snowflakes(clock);
    this.bot = {
      id: bot.id,
      username: bot.name,
      name: bot.name,
      isBot: true,
      about: "The bot.",
      locale: "en-US",
      takesDms: true,
      hasInstalled: false,
    };
    this.users.set(bot.id, this.bot);
    this.application = {
      id: bot.id,
      name: bot.name,
      description: "",
      isPublic: true,
      tags: [],
      customInstallUrl: null,
      interactionsEndpointUrl: null,
      installParams: null,
      integrationTypesConfig: { "0": {}, "1": {} },
      flags: 0,
    };
  }

  addChannel(channel: Channel): Channel {
    this.channels.set(channel.id, channel);
    if (channel.guildId !== undefined) this.guilds.get(channel.guildId)?.channels.set(channel.id, channel);
    return channel;
  }

  removeChannel(id: string): void {
    const channel = this.channels.get(id);
    if (channel === undefined) return;
    const guild = channel.guildId === undefined ? undefined : this.guilds.get(channel.guildId);
    for (const other of guild?.channels.values() ?? []) {
      if (other.parentId === id && other.type !== ChannelType.GuildText) this.removeChannel(other.id);
    }
    this.channels.delete(id);
    guild?.channels.delete(id);
  }

  /** Returns the channel's guild; undefined for private conversations. */
  guildOf(channel: Channel): Guild | undefined {
    return channel.guildId === undefined ? undefined : this.guilds.get(channel.guildId);
  }

  dmWith(userId: string): Channel {
    const known = this.channels.get(this.#dms.get(userId) ?? "");
    return known ?? this.addChannel(this.#newDm(userId));
  }

  botGuilds(): readonly Guild[] {
    return [...this.guilds.values()].filter((guild) => guild.isBotIn);
  }

  sharesGuildWithBot(userId: string): boolean {
    for (const guild of this.guilds.values()) if (guild.isBotIn && guild.members.has(userId)) return true;
    return false;
  }

  readonly #dms = new Map<string, string>();

  #newDm(userId: string): Channel {
    const id = this.ids.next();
    this.#dms.set(userId, id);
    return newChannel({ id, type: ChannelType.DM, name: this.bot.name, recipients: [userId, this.bot.id] });
  }
}

/** Returns a channel, with defaults for what isn't given. */
export function newChannel(given: Pick<Channel, "id" | "type" | "name"> & Partial<Channel>): Channel {
  return { isAgeRestricted: false, position: 0, overwrites: new Map(), pins: [], ...given };
}

export function isThread(channel: Channel): boolean {
  return channel.type >= ChannelType.AnnouncementThread && channel.type <= ChannelType.PrivateThread;
}

export function hasVoice({ type }: Channel): boolean {
  return type === ChannelType.GuildVoice || type === ChannelType.GuildStageVoice;
}

export function isPrivateConversation(channel: Channel): boolean {
  return channel.type === ChannelType.DM || channel.type === ChannelType.GroupDM;
}
