import type { REST } from "@discordjs/rest";
import {
  type APIGuildForumChannel,
  type APIGuildMember,
  type APIOverwrite,
  type APIRole,
  type APIUser,
  ChannelFlags,
  ChannelType,
  PermissionFlagsBits as FLAG,
  Routes,
} from "discord-api-types/v10";

import type { Clock } from "../../base/clock.ts";
import type { permissions as texts } from "../../messages/en/permissions.ts";
import { CachedLookup } from "./cached-lookup.ts";
import { ForeignChannel, type Refusal, refusalOf } from "./refusal.ts";

/** A permission the bot may need, by the name of its text; the catalog has Discord's wording. */
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
 * What the bot is installed with to post: see and write in channels, show embeds and pictures, find a post again, and
 * pin a board. README.md names the same.
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

/** Returns the permissions as Discord's bit set. */
export function permissionBits(names: readonly PermissionName[]): bigint {
  return names.reduce((sum, name) => sum | BITS[name], 0n);
}

/** Returns which of `wanted` are missing, in that order. */
export function missing(permissions: bigint, wanted: readonly PermissionName[]): readonly PermissionName[] {
  return wanted.filter((name) => (permissions & BITS[name]) === 0n);
}

/** A channel as the bot sees it; types are Discord's. */
export interface SeenChannel {
  readonly kind: "seen";
  readonly id: string;
  readonly name: string;
  readonly type: number;
  readonly isThread: boolean;
  readonly isAgeRestricted: boolean;
  /** The bot's own permissions here, roles and overwrites included. */
  readonly permissions: bigint;
  /** The roles everyone may mention. */
  readonly mentionable: ReadonlySet<string>;
  /** Only for a forum. */
  readonly forum?: ForumTags;
}

/** The tags the bot may give a forum's posts. */
export interface ForumTags {
  /** Whether every post needs a tag. */
  readonly isRequired: boolean;
  readonly tags: readonly { readonly id: string; readonly name: string }[];
}

type Kind = Pick<SeenChannel, "isThread" | "type">;

/** Returns what it takes to post in a channel and to find the post again. */
export function neededToPost(channel: Kind): readonly PermissionName[] {
  return [...neededToWrite(channel), "embedLinks", "readHistory"];
}

/** Returns what it takes to write in a channel; voice channels need Connect. */
export function neededToWrite({ isThread, type }: Kind): readonly PermissionName[] {
  const toSee = VOICE.has(type) ? (["viewChannel", "connect"] as const) : (["viewChannel"] as const);
  return [...toSee, isThread ? "sendInThreads" : "sendMessages"];
}

const VOICE: ReadonlySet<number> = new Set([ChannelType.GuildVoice, ChannelType.GuildStageVoice]);
const FORUMS: ReadonlySet<number> = new Set([ChannelType.GuildForum, ChannelType.GuildMedia]);
const THREADS: ReadonlySet<number> = new Set([
  ChannelType.AnnouncementThread,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
]);
export const ALL = Object.values(FLAG).reduce((all, bit) => all | bit, 0n);
const TIMED_OUT = FLAG.ViewChannel | FLAG.ReadMessageHistory;

export type OwnPermissions = ReturnType<typeof createOwnPermissions>;

/** The bot's permissions, looked up and cached for a minute, since without intents Discord doesn't send them. */
export function createOwnPermissions({ rest, clock }: { readonly rest: REST; readonly clock: Clock }) {
  const asked = new CachedLookup({ rest, clock });
  let ownId: string | undefined;
  const look = async (at: ChannelPlace, signal: AbortSignal): Promise<SeenChannel> => {
    const { guildId, channelId } = at;
    const ask = <T>(route: `/${string}`) => asked.get<T>(route, guildId, signal);
    const own = async () => (ownId ??= (await asked.get<APIUser>(Routes.user(), "", signal)).id);
    const [{ channel, ruling }, roles, id] = await Promise.all([
      askForChannel(asked, at, signal),
      ask<readonly APIRole[]>(Routes.guildRoles(guildId)),
      own(),
    ]);
    const member = await ask<APIGuildMember>(Routes.guildMember(guildId, id));
    const isSilenced = Date.parse(member.communication_disabled_until ?? "") > clock.now();
    const permissions = permissionsIn(ruling, { id, guildId, roles, member });
    return {
      kind: "seen",
      id: channelId,
      name: channel.name ?? "",
      type: channel.type,
      isThread: THREADS.has(channel.type),
      isAgeRestricted: ruling.nsfw === true,
      permissions: isSilenced ? permissions & TIMED_OUT : permissions,
      ...(FORUMS.has(channel.type) && { forum: forumOf(channel, permissions) }),
      mentionable: new Set(roles.filter(({ mentionable }) => mentionable).map((role) => role.id)),
    };
  };
  return {
    /** Returns the channel; "missing-access" where the bot can't see it, "channel-gone" where it was deleted. */
    in: (at: ChannelPlace, signal: AbortSignal): Promise<SeenChannel | Refusal> =>
      look(at, signal).catch(refusalOf),
    /** Drops the cache: someone says that it was fixed. */
    forget: (guildId: string): void => asked.forget(guildId),
  };
}

export interface ChannelPlace {
  readonly guildId: string;
  readonly channelId: string;
}

/**
 * Returns the channel and the one whose overwrites count for it: a thread's parent, else itself. Rejects for a channel
 * that is not of that server.
 */
export async function askForChannel(
  asked: CachedLookup,
  { guildId, channelId }: ChannelPlace,
  signal: AbortSignal,
): Promise<{ readonly channel: Channel; readonly ruling: Channel }> {
  const ask = (id: string) => asked.get<Channel>(Routes.channel(id), guildId, signal);
  const channel = await ask(channelId);
  if (channel.guild_id !== guildId) throw new ForeignChannel("a channel of another server");
  const { type, parent_id: parentId } = channel;
  return { channel, ruling: THREADS.has(type) && parentId != null ? await ask(parentId) : channel };
}

/** The parts we read of a channel of any type. */
type Channel = Pick<APIGuildForumChannel, "name" | "permission_overwrites"> &
  Partial<Pick<APIGuildForumChannel, "flags" | "available_tags" | "guild_id" | "parent_id" | "nsfw">> & {
    readonly type: ChannelType;
  };

/** Returns a forum's tags; moderated ones need Manage Threads. */
function forumOf({ flags, available_tags: all = [] }: Channel, permissions: bigint): ForumTags {
  const mayModerate = (permissions & FLAG.ManageThreads) !== 0n;
  const tags = all.filter(({ moderated }) => mayModerate || !moderated);
  return {
    isRequired: ((flags ?? 0) & ChannelFlags.RequireTag) !== 0,
    tags: tags.map(({ id, name }) => ({ id, name })),
  };
}

interface Holder {
  readonly id: string;
  readonly guildId: string;
  readonly roles: readonly APIRole[];
  readonly member: Pick<APIGuildMember, "roles">;
}

/**
 * Computes a member's permissions: their roles', then the channel's overwrites for everyone, for roles and for them.
 * https://discord.com/developers/docs/topics/permissions#permission-overwrites
 */
export function permissionsIn({ permission_overwrites: all = [] }: Channel, holder: Holder): bigint {
  const { id, guildId, roles, member } = holder;
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

function overwritten(sum: bigint, overwrites: readonly APIOverwrite[]): bigint {
  const deny = overwrites.reduce((bits, one) => bits | BigInt(one.deny), 0n);
  const allow = overwrites.reduce((bits, one) => bits | BigInt(one.allow), 0n);
  return (sum & ~deny) | allow;
}
