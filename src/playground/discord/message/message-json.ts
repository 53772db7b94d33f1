import { createHash } from "node:crypto";

import { ChannelFlags } from "discord-api-types/v10";

import type { Json } from "../json.ts";
import { channelPermissions } from "../world/permissions.ts";
import {
  type Channel,
  type Guild,
  isThread,
  type Membership,
  type Role,
  type User,
  type World,
} from "../world/world.ts";
import type { StoredFile } from "./file-store.ts";
import type { Origin, StoredMessage } from "./message-store.ts";

/** The local Discord's origin: `http://127.0.0.1:PORT`. */
export interface Site {
  readonly origin: string;
}

export function userJson(user: User): Json {
  return {
    id: user.id,
    username: user.username,
    discriminator: "0",
    global_name: user.isBot ? null : user.name,
    avatar: null,
    avatar_decoration_data: null,
    banner: null,
    public_flags: 0,
    ...(user.isBot ? { bot: true } : {}),
  };
}

export function memberJson(world: World, membership: Membership): Json {
  const user = world.users.get(membership.userId) ?? world.bot;
  return { ...memberWithoutUser(membership), user: userJson(user) };
}

/** Returns what Discord calls a picture by; null where there is none. */
function hashOf(picture: string | null | undefined): string | null {
  return picture ? createHash("md5").update(picture).digest("hex") : null;
}

function memberWithoutUser(membership: Membership): Json {
  return {
    nick: membership.look?.nick ?? null,
    avatar: hashOf(membership.look?.avatar),
    banner: hashOf(membership.look?.banner),
    roles: membership.roles,
    joined_at: new Date(membership.joinedAt).toISOString(),
    premium_since: null,
    communication_disabled_until: null,
    deaf: false,
    mute: false,
    pending: false,
    flags: 0,
  };
}

export function roleJson(role: Role): Json {
  return {
    id: role.id,
    name: role.name,
    color: role.color,
    colors: { primary_color: role.color, secondary_color: null, tertiary_color: null },
    hoist: false,
    icon: null,
    unicode_emoji: null,
    position: role.position,
    permissions: role.permissions.toString(),
    managed: role.isManaged,
    mentionable: role.isMentionable,
    flags: 0,
  };
}

export function channelJson(channel: Channel): Json {
  const common = {
    id: channel.id,
    type: channel.type,
    last_message_id: channel.lastMessageId ?? null,
    flags: 0,
  };
  if (channel.guildId === undefined) return common;
  const inGuild = {
    ...common,
    guild_id: channel.guildId,
    name: channel.name,
    parent_id: channel.parentId ?? null,
    rate_limit_per_user: 0,
  };
  if (isThread(channel)) return { ...inGuild, ...threadJson(channel) };
  return {
    ...inGuild,
    topic: channel.topic ?? null,
    position: channel.position,
    nsfw: channel.isAgeRestricted,
    permission_overwrites: [...channel.overwrites].map(([id, overwrite]) => ({
      id,
      type: overwrite.type,
      allow: overwrite.allow.toString(),
      deny: overwrite.deny.toString(),
    })),
    ...(channel.tags !== undefined && {
      flags: channel.isTagRequired === true ? ChannelFlags.RequireTag : 0,
      available_tags: channel.tags.map(({ id, name, isModerated = false }) => ({
        id,
        name,
        moderated: isModerated,
        emoji_id: null,
        emoji_name: null,
      })),
    }),
  };
}

function threadJson(channel: Channel): Json {
  const { thread } = channel;
  return {
    ...(channel.appliedTags !== undefined && { applied_tags: channel.appliedTags }),
    owner_id: thread?.ownerId,
    message_count: 0,
    member_count: 1,
    total_message_sent: 0,
    thread_metadata: {
      archived: thread?.isArchived ?? false,
      locked: thread?.isLocked ?? false,
      auto_archive_duration: thread?.autoArchiveMinutes ?? 4320,
      archive_timestamp: new Date(thread?.archiveStampMs ?? 0).toISOString(),
    },
  };
}

export function channelWithPeople(world: World, channel: Channel): Json {
  if (channel.recipients === undefined) return channelJson(channel);
  const others = channel.recipients.filter((id) => id !== world.bot.id);
  return { ...channelJson(channel), recipients: others.flatMap((id) => userOrNone(world, id)) };
}

/** Returns a channel as interactions show it. */
export function interactionChannel(world: World, channel: Channel, userId: string): Json {
  return {
    ...channelWithPeople(world, channel),
    permissions: channelPermissions(world, channel, userId).toString(),
    app_permissions: channelPermissions(world, channel, world.bot.id).toString(),
  };
}

export function guildJson(guild: Guild): Json {
  return {
    id: guild.id,
    name: guild.name,
    icon: null,
    splash: null,
    discovery_splash: null,
    banner: null,
    description: null,
    features: ["COMMUNITY"],
    owner_id: guild.ownerId,
    preferred_locale: guild.locale,
    afk_channel_id: null,
    afk_timeout: 300,
    system_channel_id: null,
    system_channel_flags: 0,
    rules_channel_id: null,
    public_updates_channel_id: null,
    safety_alerts_channel_id: null,
    verification_level: 1,
    default_message_notifications: 1,
    explicit_content_filter: 2,
    mfa_level: 0,
    nsfw_level: 0,
    premium_tier: 0,
    premium_subscription_count: 0,
    premium_progress_bar_enabled: false,
    vanity_url_code: null,
    roles: [...guild.roles.values()].map(roleJson),
    emojis: [],
    stickers: [],
  };
}

export function messageJson(
  { world, site }: { readonly world: World; readonly site: Site },
  message: StoredMessage,
): Json {
  const { origin, mentions, copyOf } = message;
  return {
    id: message.id,
    channel_id: message.channelId,
    type: message.type,
    author: copyOf ? followed(world, copyOf) : userJson(world.users.get(message.authorId) ?? world.bot),
    content: message.content,
    timestamp: new Date(message.createdAt).toISOString(),
    edited_timestamp: message.editedAt === undefined ? null : new Date(message.editedAt).toISOString(),
    tts: false,
    flags: message.flags,
    pinned: message.isPinned,
    mention_everyone: mentions.everyone,
    mentions: mentions.users.flatMap((id) => userOrNone(world, id)),
    mention_roles: mentions.roles,
    attachments: message.files.map((file) => fileJson(message, file, site)),
    embeds: message.embeds,
    components: message.components,
    ...(message.nonce === undefined ? {} : { nonce: message.nonce }),
    ...(message.replyTo !== undefined && {
      message_reference: { type: 0, channel_id: message.channelId, message_id: message.replyTo },
    }),
    ...(origin === undefined ? {} : originJson(world, origin)),
    ...(copyOf === undefined ? {} : copyJson(world, copyOf)),
  };
}

/** Copies for followers have the followed channel as their author. */
function followed(world: World, { channelId }: { readonly channelId: string }): Json {
  const channel = world.channels.get(channelId);
  const server = channel && world.guildOf(channel)?.name;
  const username = `${server ?? "Unknown"} #${channel?.name ?? "unknown"}`;
  return {
    id: channelId,
    username,
    discriminator: "0000",
    global_name: null,
    avatar: null,
    public_flags: 0,
    bot: true,
  };
}

function copyJson(world: World, { channelId, messageId }: NonNullable<StoredMessage["copyOf"]>): Json {
  const guild_id = world.channels.get(channelId)?.guildId;
  return {
    webhook_id: channelId,
    message_reference: { type: 0, channel_id: channelId, message_id: messageId, guild_id },
  };
}

function originJson(world: World, origin: Origin): Json {
  return {
    application_id: world.application.id,
    webhook_id: world.application.id,
    interaction_metadata: metadata(world, origin),
  };
}

function metadata(world: World, origin: Origin): Json {
  const target = origin.targetUserId === undefined ? [] : userOrNone(world, origin.targetUserId);
  return {
    id: origin.id,
    type: origin.type,
    user: userJson(world.users.get(origin.userId) ?? world.bot),
    authorizing_integration_owners: origin.owners,
    ...(origin.name === undefined ? {} : { name: origin.name, command_type: origin.commandType ?? 1 }),
    ...(origin.originalId === undefined ? {} : { original_response_message_id: origin.originalId }),
    ...(origin.controlMessageId === undefined ? {} : { interacted_message_id: origin.controlMessageId }),
    ...(origin.targetMessageId === undefined ? {} : { target_message_id: origin.targetMessageId }),
    ...(target[0] === undefined ? {} : { target_user: target[0] }),
    triggering_interaction_metadata: origin.triggering && metadata(world, origin.triggering),
  };
}

export function fileUrl(message: { readonly channelId: string }, file: StoredFile, site: Site): string {
  return `${site.origin}/attachments/${message.channelId}/${file.id}/${encodeURIComponent(file.name)}`;
}

/** Returns a file as Discord describes it in messages. */
export function fileJson(
  message: Pick<StoredMessage, "channelId" | "ownerId">,
  file: StoredFile,
  site: Site,
): Json {
  const url = fileUrl(message, file, site);
  return {
    id: file.id,
    filename: file.name,
    size: file.size,
    url,
    proxy_url: url,
    content_type: file.contentType,
    ...(file.width === undefined ? {} : { width: file.width, height: file.height }),
    ...(file.description === undefined ? {} : { description: file.description }),
    ...(message.ownerId === undefined ? {} : { ephemeral: true }),
  };
}

function userOrNone(world: World, id: string): readonly Json[] {
  const user = world.users.get(id);
  return user === undefined ? [] : [userJson(user)];
}
