import { PermissionFlagsBits } from "discord-api-types/v10";

import { type Channel, type Guild, isThread, type World } from "./world.ts";

export const Permission = PermissionFlagsBits;

const ALL_PERMISSIONS = Object.values(PermissionFlagsBits).reduce((sum, bit) => sum | bit, 0n);

/** Everyone's permissions in a private conversation. */
const IN_PRIVATE =
  Permission.ViewChannel |
  Permission.SendMessages |
  Permission.EmbedLinks |
  Permission.AttachFiles |
  Permission.ReadMessageHistory |
  Permission.MentionEveryone |
  Permission.UseExternalEmojis |
  Permission.AddReactions |
  Permission.UseApplicationCommands |
  Permission.UseExternalApps;

export function guildPermissions(guild: Guild, userId: string): bigint {
  if (guild.ownerId === userId) return ALL_PERMISSIONS;
  const member = guild.members.get(userId);
  if (member === undefined) return 0n;
  let sum = guild.roles.get(guild.id)?.permissions ?? 0n;
  for (const role of member.roles) sum |= guild.roles.get(role)?.permissions ?? 0n;
  return (sum & Permission.Administrator) === 0n ? sum : ALL_PERMISSIONS;
}

/** Returns permissions as Discord computes them: roles, then overwrites; threads use their parent's. */
export function channelPermissions(world: World, channel: Channel, userId: string): bigint {
  const guild = world.guildOf(channel);
  if (guild === undefined) return channel.recipients?.includes(userId) === true ? IN_PRIVATE : 0n;
  const base = guildPermissions(guild, userId);
  if (base === ALL_PERMISSIONS || base === 0n) return base;
  const ruling = isThread(channel) ? world.channels.get(channel.parentId ?? "") : channel;
  if (ruling === undefined) return 0n;
  return withImplied(overwritten(base, guild, ruling, userId), channel);
}

function overwritten(base: bigint, guild: Guild, channel: Channel, userId: string): bigint {
  const everyone = channel.overwrites.get(guild.id);
  let sum = (base & ~(everyone?.deny ?? 0n)) | (everyone?.allow ?? 0n);
  let allow = 0n;
  let deny = 0n;
  for (const role of guild.members.get(userId)?.roles ?? []) {
    const overwrite = channel.overwrites.get(role);
    allow |= overwrite?.allow ?? 0n;
    deny |= overwrite?.deny ?? 0n;
  }
  sum = (sum & ~deny) | allow;
  const own = channel.overwrites.get(userId);
  return (sum & ~(own?.deny ?? 0n)) | (own?.allow ?? 0n);
}

const NEEDS_SENDING =
  Permission.MentionEveryone | Permission.SendTTSMessages | Permission.AttachFiles | Permission.EmbedLinks;

/** Without ViewChannel nothing is allowed; without sending, no attachment, embed or mass mention. */
function withImplied(sum: bigint, channel: Channel): bigint {
  if ((sum & Permission.ViewChannel) === 0n) return 0n;
  const sending = isThread(channel) ? Permission.SendMessagesInThreads : Permission.SendMessages;
  return (sum & sending) === 0n ? sum & ~NEEDS_SENDING : sum;
}

export function has(permissions: bigint, needed: bigint): boolean {
  return (permissions & needed) === needed;
}

export function canSee(world: World, channel: Channel, userId: string): boolean {
  return has(channelPermissions(world, channel, userId), Permission.ViewChannel);
}

/** Returns the permission needed to write here. */
export function sendBit(channel: Channel): bigint {
  return isThread(channel) ? Permission.SendMessagesInThreads : Permission.SendMessages;
}

/** Returns the permissions of an app that only its user installed: some of that user's own. */
export function userInstallPermissions(world: World, channel: Channel, userId: string): bigint {
  const guild = world.guildOf(channel);
  if (guild === undefined) return IN_PRIVATE;
  return (
    channelPermissions(world, channel, userId) &
    (Permission.EmbedLinks |
      Permission.AttachFiles |
      Permission.UseExternalEmojis |
      Permission.MentionEveryone)
  );
}
