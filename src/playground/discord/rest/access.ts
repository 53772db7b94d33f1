import { ChannelType } from "discord-api-types/v10";

import type { Core } from "../core.ts";
import type { StoredMessage } from "../message/message-store.ts";
import { known, refusal } from "../validation/api-error.ts";
import { channelPermissions, has, Permission, sendBit } from "../world/permissions.ts";
import {
  type Channel,
  type Guild,
  hasVoice,
  isPrivateConversation,
  type Membership,
} from "../world/world.ts";

/** Returns a channel the bot can see and has these permissions in; throws 10003, 50001 or 50013. */
export function botChannel(core: Core, id: string, needed = 0n): Channel {
  const channel = known(core.world.channels.get(id), "UnknownChannel");
  const permissions = channelPermissions(core.world, channel, core.world.bot.id);
  if (!has(permissions, Permission.ViewChannel)) throw refusal("MissingAccess");
  if (!has(permissions, needed)) throw refusal("MissingPermissions");
  return channel;
}

/** Returns a channel the bot may write in; throws also 40058, 50007, 50008 or 160005. */
export function writableChannel(core: Core, id: string, options: { readonly hasFiles: boolean }): Channel {
  const channel = botChannel(core, id);
  if (isPrivateConversation(channel)) {
    requireOpenDm(core, channel);
    return channel;
  }
  if (channel.type === ChannelType.GuildForum || channel.type === ChannelType.GuildCategory)
    throw refusal(
      channel.type === ChannelType.GuildForum
        ? "CannotSendAMessageInAForumChannel"
        : "CannotSendMessagesInNonTextChannel",
    );
  if (hasVoice(channel) && !mayJoin(core, channel)) throw refusal("MissingAccess");
  botChannel(core, id, sendBit(channel) | (options.hasFiles ? Permission.AttachFiles : 0n));
  if (channel.thread?.isLocked === true) botThreadManager(core, channel);
  return channel;
}

/** The chat of a voice channel needs Connect. */
function mayJoin(core: Core, channel: Channel): boolean {
  return has(channelPermissions(core.world, channel, core.world.bot.id), Permission.Connect);
}

function botThreadManager(core: Core, channel: Channel): void {
  const permissions = channelPermissions(core.world, channel, core.world.bot.id);
  if (!has(permissions, Permission.ManageThreads)) throw refusal("ThreadLocked");
}

function requireOpenDm(core: Core, channel: Channel): void {
  const person = channel.recipients?.find((id) => id !== core.world.bot.id) ?? "";
  const user = core.world.users.get(person);
  const isReachable = user?.hasInstalled === true || core.world.sharesGuildWithBot(person);
  if (user?.takesDms !== true || !isReachable) throw refusal("CannotSendMessagesToThisUser");
}

/** Returns a channel's message; throws 10008, for ephemeral ones too. */
export function channelMessage(core: Core, channel: Channel, id: string): StoredMessage {
  const message = core.messages.get(id);
  if (message === undefined || message.channelId !== channel.id || message.ownerId !== undefined) {
    throw refusal("UnknownMessage");
  }
  return message;
}

/** Returns a server the bot is in; throws 10004 or 50001. */
export function botGuild(core: Core, id: string): Guild {
  const guild = known(core.world.guilds.get(id), "UnknownGuild");
  if (!guild.isBotIn) throw refusal("MissingAccess");
  return guild;
}

/** Returns a member of a server, for "@me" the bot; throws 10007 or 10013. */
export function memberOf(core: Core, guild: Guild, asked: string): Membership {
  const id = asked === "@me" ? core.world.bot.id : asked;
  return known(guild.members.get(id), core.world.users.has(id) ? "UnknownMember" : "UnknownUser");
}

/** Throws unless the application is the bot's own. */
export function ownApplication(core: Core, id: string): void {
  if (id !== core.world.application.id)
    throw refusal(core.world.users.has(id) ? "MissingAccess" : "UnknownApplication");
}
