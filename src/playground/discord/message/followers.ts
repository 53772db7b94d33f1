import { MessageFlags, MessageType } from "discord-api-types/v10";

import type { Core } from "../core.ts";
import type { StoredMessage } from "./message-store.ts";

/** What is copied from a published message; components aren't (discord-api-docs 3079, 6311). */
const copied = ({ content, embeds, files }: StoredMessage) => ({ content, embeds, files });

export function copyToFollowers(core: Core, message: StoredMessage): void {
  for (const { id, follows } of core.world.channels.values()) {
    if (follows !== message.channelId) continue;
    const copy: StoredMessage = {
      id: core.world.ids.next(),
      createdAt: core.world.clock.now(),
      channelId: id,
      authorId: message.authorId,
      type: MessageType.Default,
      flags: MessageFlags.IsCrosspost,
      ...copied(message),
      components: [],
      mentions: { users: [], roles: [], everyone: false },
      isPinned: false,
      version: 0,
      copyOf: { channelId: message.channelId, messageId: message.id },
    };
    core.messages.add(copy);
    core.eventBus.posted(copy);
  }
}

export function changeCopies(core: Core, message: StoredMessage): void {
  if ((message.flags & MessageFlags.Crossposted) === 0) return;
  for (const { id, follows } of core.world.channels.values()) {
    if (follows !== message.channelId) continue;
    const copy = core.messages.inChannel(id).find(({ copyOf }) => copyOf?.messageId === message.id);
    if (copy === undefined) continue;
    Object.assign(copy, copied(message));
    core.eventBus.changed(copy);
  }
}
