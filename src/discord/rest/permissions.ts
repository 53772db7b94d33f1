import type { REST } from "@discordjs/rest";
import { ChannelFlags, ChannelType, PermissionFlagsBits as FLAG, Routes } from "discord-api-types/v10";

import type { Clock } from "../../base/clock.ts";
import type { permissions as texts } from "../../messages/en/permissions.ts";
import { CachedLookup } from "./cached-lookup.ts";
import { type Refusal, refusalOf } from "./refusal.ts";

/** A permission we may need, by the name of its text: Discord's own wording is in the catalog. */
export type PermissionName = keyof typeof texts;

const BITS: Readonly<Record<PermissionName, bigint>> = {
  viewChannel: FLAG.ViewChannel,
  sendMessages: FLAG.SendMessages,
  sendInThreads: FLAG.SendMessagesInThreads,
  embedLinks: FLAG.EmbedLinks,
  connect: FLAG.Connect,
  attachFiles: FLAG.AttachFiles,
  readHistory: FLAG.ReadMessageHistory,
  mentionRoles: FLAG.MentionEveryone,
  pinMessages: FLAG.PinMessages,
  manageMessages: FLAG.ManageMessages,
  manageThreads: FLAG.ManageThreads,
  manageRoles: FLAG.ManageRoles,
};

/**
 * What the bot is installed with to post: to be seen, to write, to be read on a lock screen, to show pictures, to find a
 * post again, and to pin a board. README.md names the same.
 */
export const POSTING = [
  "viewChannel",
  "sendMessages",
  "sendInThreads",
  "embedLinks",
  "attachFiles",
  "readHistory",
  "pinMessages",
] as const satisfies readonly PermissionName[];

/** Permissions as Discord's number. */
export function permissionBits(names: readonly PermissionName[]): bigint {
  return names.reduce((sum, name) => sum | BITS[name], 0n);
}

/** What of `wanted` is lacking, in that order. */
export function missing(permissions: bigint, wanted: readonly PermissionName[]): readonly PermissionName[] {
  return wanted.filter((name) => (permissions & BITS[name]) === 0n);
}

/** A channel as the bot sees it. Types are Discord's numbers. */
export interface SeenChannel {
  readonly kind: "seen";
  readonly id: string;
  readonly guildId: string | undefined;
  readonly name: string;
  readonly type: number;
  readonly isThread: boolean;
  readonly isAgeRestricted: boolean;
  /** The bot's own here, all counted together. */
  readonly permissions: bigint;
  /** Roles of the server that anybody may mention. */
  readonly mentionable: ReadonlySet<string>;
  /** Of a forum. */
  readonly forum?: ForumTags;
}

/** The tags a forum's posts may be given by the bot. */
export interface ForumTags {
  /** Each post has to have one. */
  readonly isRequired: boolean;
  readonly tags: readonly { readonly id: string; readonly name: string }[];
}

type Kind = Pick<SeenChannel, "isThread" | "type">;

/** What is needed to post in a channel, with an embed, and to find the post again. */
export function neededToPost(channel: Kind): readonly PermissionName[] {
  return [...neededToWrite(channel), "embedLinks", "readHistory"];
}

/** What is needed to write in a channel; the chat of a voice channel is for those who may join it. */
export function neededToWrite({ isThread, type }: Kind): readonly PermissionName[] {
  const toSee = VOICE.has(type) ? (["viewChannel", "connect"] as const) : (["viewChannel"] as const);
  return [...toSee, isThread ? "sendInThreads" : "sendMessages"];
}

/** The bot's own permissions, asked of Discord and remembered for a minute: `intents: []` brings none. */
export interface OwnPermissions {
  /** Refused as "missing-access" for a channel the bot can't see, as "channel-gone" for one that is gone. */
  in(
    at: { readonly guildId: string; readonly channelId: string },
    signal: AbortSignal,
  ): Promise<SeenChannel | Refusal>;
  /** Asks anew from now on: somebody says it was mended. */
  forget(guildId: string): void;
}

const VOICE: ReadonlySet<number> = new Set([ChannelType.GuildVoice, ChannelType.GuildStageVoice]);
const FORUMS: ReadonlySet<number> = new Set([ChannelType.GuildForum, ChannelType.GuildMedia]);
const THREADS: ReadonlySet<number> = new Set([
  ChannelType.AnnouncementThread,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
]);
const ALL = Object.values(FLAG).reduce((all, bit) => all | bit, 0n);
const TIMED_OUT = FLAG.ViewChannel | FLAG.ReadMessageHistory;

export function createOwnPermissions(parts: { readonly rest: REST; readonly clock: Clock }): OwnPermissions {
  const asked = new AskedPermissions(parts);
  return {
    in: (at, signal) => asked.look(at, signal).catch(refusalOf),
    forget: (guildId) => asked.forget(guildId),
  };
}

class AskedPermissions {
  readonly #asked: CachedLookup;
  readonly #clock: Clock;
  #ownId: string | undefined;

  constructor(parts: { readonly rest: REST; readonly clock: Clock }) {
    this.#asked = new CachedLookup(parts);
    this.#clock = parts.clock;
  }

  forget(guildId: string): void {
    this.#asked.forget(guildId);
  }

  async look(
    { guildId, channelId }: Parameters<OwnPermissions["in"]>[0],
    signal: AbortSignal,
  ): Promise<SeenChannel> {
    const ask = <T>(route: `/${string}`) => this.#asked.get<T>(route, guildId, signal);
    const [channel, roles, id] = await Promise.all([
      ask<Channel>(Routes.channel(channelId)),
      ask<readonly Role[]>(Routes.guildRoles(guildId)),
      this.#own(signal),
    ]);
    const member = await ask<Member>(Routes.guildMember(guildId, id));
    const isThread = THREADS.has(channel.type);
    const ruling =
      isThread && channel.parent_id != null ? await ask<Channel>(Routes.channel(channel.parent_id)) : channel;
    const isSilenced = Date.parse(member.communication_disabled_until ?? "") > this.#clock.now();
    const permissions = permissionsIn(ruling, { id, guildId, roles, member });
    return {
      kind: "seen",
      id: channelId,
      guildId: channel.guild_id,
      name: channel.name ?? "",
      type: channel.type,
      isThread,
      isAgeRestricted: ruling.nsfw === true,
      permissions: isSilenced ? permissions & TIMED_OUT : permissions,
      ...(FORUMS.has(channel.type) && { forum: forumOf(channel, permissions) }),
      mentionable: new Set(roles.filter((role) => role.mentionable === true).map((role) => role.id)),
    };
  }

  async #own(signal: AbortSignal): Promise<string> {
    this.#ownId ??= (await this.#asked.get<{ readonly id: string }>(Routes.user(), "", signal)).id;
    return this.#ownId;
  }
}

interface Role {
  readonly id: string;
  readonly permissions: string;
  readonly mentionable?: boolean;
}

interface Member {
  readonly roles: readonly string[];
  readonly communication_disabled_until?: string | null;
}

interface Overwrite {
  readonly id: string;
  readonly allow: string;
  readonly deny: string;
}

interface Channel {
  readonly flags?: number;
  readonly available_tags?: readonly {
    readonly id: string;
    readonly name: string;
    readonly moderated?: boolean;
  }[];
  readonly type: number;
  readonly name?: string | null;
  readonly guild_id?: string;
  readonly parent_id?: string | null;
  readonly nsfw?: boolean;
  readonly permission_overwrites?: readonly Overwrite[];
}

/** Moderated tags are for those who manage threads. */
function forumOf({ flags = 0, available_tags: all = [] }: Channel, permissions: bigint): ForumTags {
  const mayModerate = (permissions & FLAG.ManageThreads) !== 0n;
  const tags = all.filter(({ moderated }) => mayModerate || moderated !== true);
  return {
    isRequired: (flags & ChannelFlags.RequireTag) !== 0,
    tags: tags.map(({ id, name }) => ({ id, name })),
  };
}

interface Self {
  readonly id: string;
  readonly guildId: string;
  readonly roles: readonly Role[];
  readonly member: Member;
}

/**
 * Roles first, then what the channel takes and gives: to everyone, to the roles together, to the member.
 * https://discord.com/developers/docs/topics/permissions#permission-overwrites
 */
function permissionsIn({ permission_overwrites: all = [] }: Channel, self: Self): bigint {
  const { id, guildId, roles, member } = self;
  const mine = new Set([guildId, ...member.roles]);
  const base = roles
    .filter((role) => mine.has(role.id))
    .reduce((sum, role) => sum | BigInt(role.permissions), 0n);
  if ((base & FLAG.Administrator) !== 0n) return ALL;
  const everyone = all.filter((one) => one.id === guildId);
  const byRole = all.filter((one) => one.id !== guildId && mine.has(one.id));
  const personal = all.filter((one) => one.id === id);
  const sum = [everyone, byRole, personal].reduce(overwritten, base);
  return (sum & FLAG.ViewChannel) === 0n ? 0n : sum;
}

function overwritten(sum: bigint, overwrites: readonly Overwrite[]): bigint {
  const deny = overwrites.reduce((bits, one) => bits | BigInt(one.deny), 0n);
  const allow = overwrites.reduce((bits, one) => bits | BigInt(one.allow), 0n);
  return (sum & ~deny) | allow;
}
