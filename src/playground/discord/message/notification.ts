import { MessageFlags } from "discord-api-types/v10";

import { withoutMarkup } from "../../../base/text.ts";
import { type Channel, isPrivateConversation, type World } from "../world/world.ts";
import type { StoredMessage } from "./message-store.ts";

/** What a phone's lock screen shows of a new message. */
export interface NotificationText {
  readonly title: string;
  /** Of the content alone, whatever else there is: empty where it has none. Times stay as they are written. */
  readonly text: string;
}

/** Whether a new message notifies a person: in their own conversations, and where they are mentioned. */
export function notifies(world: World, message: StoredMessage, personId: string): boolean {
  const { flags, authorId, ownerId, mentions } = message;
  const channel = world.channels.get(message.channelId);
  const isSilent = (flags & (MessageFlags.SuppressNotifications | MessageFlags.Loading)) !== 0;
  if (isSilent || ownerId !== undefined || authorId === personId || channel === undefined) return false;
  if (isPrivateConversation(channel)) return channel.recipients?.includes(personId) === true;
  const roles = world.guildOf(channel)?.members.get(personId)?.roles ?? [];
  return (
    mentions.everyone ||
    mentions.users.includes(personId) ||
    roles.some((role) => mentions.roles.includes(role))
  );
}

export function notificationText(world: World, message: StoredMessage): NotificationText {
  const channel = world.channels.get(message.channelId);
  const author = world.users.get(message.authorId) ?? world.bot;
  const isPrivate = channel === undefined || isPrivateConversation(channel);
  return {
    title: isPrivate ? author.name : `${author.name} (#${channel.name})`,
    text: withoutMarkup(named(world, channel, message.content)),
  };
}

const MENTION = /<(@&|@!?|#)(\d{1,20})>/g;

function named(world: World, channel: Channel | undefined, content: string): string {
  const roles = channel && world.guildOf(channel)?.roles;
  return content.replaceAll(MENTION, (as: string, kind: string, id: string) => {
    if (kind === "#") return `#${world.channels.get(id)?.name ?? "unknown"}`;
    const name = kind === "@&" ? roles?.get(id)?.name : world.users.get(id)?.name;
    return name === undefined ? as : `@${name}`;
  });
}
