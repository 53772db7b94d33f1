import { ChannelType } from "discord-api-types/v10";

import type { Json } from "../json.ts";
import { guildJson, interactionChannel, memberJson, roleJson, userJson } from "../message/message-json.ts";
import { channelPermissions, userInstallPermissions } from "../world/permissions.ts";
import type { Channel, Guild, World } from "../world/world.ts";
import type { Interaction } from "./interaction-store.ts";

const ATTACHMENT_LIMIT = 10 * 1024 * 1024;

export function interactionPayload(world: World, interaction: Interaction, rest: Json): Json {
  const channel = world.channels.get(interaction.channelId);
  const user = world.users.get(interaction.userId);
  if (channel === undefined || user === undefined) return rest;
  const guild = world.guildOf(channel);
  return {
    id: interaction.id,
    application_id: world.application.id,
    type: interaction.kind,
    token: interaction.token,
    version: 1,
    channel_id: channel.id,
    channel: interactionChannel(world, channel, user.id),
    locale: user.locale,
    app_permissions: appPermissions(world, channel, user.id).toString(),
    entitlements: [],
    entitlement_sku_ids: [],
    authorizing_integration_owners: interaction.origin.owners,
    context: contextOf(world, channel),
    attachment_size_limit: ATTACHMENT_LIMIT,
    ...(guild === undefined ? { user: userJson(user) } : inGuild(world, guild, channel, user.id)),
    ...rest,
  };
}

function inGuild(world: World, guild: Guild, channel: Channel, userId: string): Json {
  const membership = guild.members.get(userId);
  const member = membership === undefined ? {} : memberJson(world, membership);
  return {
    guild_id: guild.id,
    guild: { id: guild.id, locale: guild.locale, features: guildJson(guild)["features"] },
    guild_locale: guild.locale,
    member: { ...member, permissions: channelPermissions(world, channel, userId).toString() },
  };
}

/** Returns 0 for a server, 1 for DMs with the bot, 2 for other private conversations. */
export function contextOf(world: World, channel: Channel): 0 | 1 | 2 {
  if (channel.guildId !== undefined) return 0;
  const isOwn = channel.type === ChannelType.DM && channel.recipients?.includes(world.bot.id) === true;
  return isOwn ? 1 : 2;
}

function appPermissions(world: World, channel: Channel, userId: string): bigint {
  const guild = world.guildOf(channel);
  if (guild?.isBotIn === true) return channelPermissions(world, channel, world.bot.id);
  return userInstallPermissions(world, channel, userId);
}

export function resolve(world: World, guildId: string | undefined, ids: Wanted): Json {
  const guild = guildId === undefined ? undefined : world.guilds.get(guildId);
  const users: Record<string, Json> = {};
  const members: Record<string, Json> = {};
  for (const id of ids.users ?? []) {
    const user = world.users.get(id);
    if (user !== undefined) users[id] = userJson(user);
    const membership = guild?.members.get(id);
    if (membership !== undefined) members[id] = partialMember(world, membership, guild);
  }
  const roles = shown(ids.roles, (id) => guild?.roles.get(id), roleJson);
  const channels = shown(
    ids.channels,
    (id) => world.channels.get(id),
    (channel) => interactionChannel(world, channel, ids.asker),
  );
  return dropEmpty({ users, members, roles, channels });
}

interface Wanted {
  readonly asker: string;
  readonly users?: readonly string[];
  readonly roles?: readonly string[];
  readonly channels?: readonly string[];
}

/** Returns what was found for the ids, by id, in Discord's shape. */
function shown<T>(
  ids: readonly string[] = [],
  find: (id: string) => T | undefined,
  show: (found: T) => Json,
): Readonly<Record<string, Json>> {
  const found = ids.map((id) => [id, find(id)] as const);
  return Object.fromEntries(found.flatMap(([id, one]) => (one === undefined ? [] : [[id, show(one)]])));
}

function partialMember(
  world: World,
  membership: Parameters<typeof memberJson>[1],
  guild: Guild | undefined,
): Json {
  const { user: _user, deaf: _deaf, mute: _mute, ...member } = memberJson(world, membership);
  const channel = guild?.channels.values().next().value;
  const permissions = channel === undefined ? 0n : channelPermissions(world, channel, membership.userId);
  return { ...member, permissions: permissions.toString() };
}

function dropEmpty(groups: Readonly<Record<string, Readonly<Record<string, Json>>>>): Json {
  return Object.fromEntries(Object.entries(groups).filter(([, group]) => Object.keys(group).length > 0));
}
