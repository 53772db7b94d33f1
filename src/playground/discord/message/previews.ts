import { MessageFlags } from "discord-api-types/v10";

import type { Log } from "../../../base/log.ts";
import type { EventBus } from "../event-bus.ts";
import { channelPermissions, has, Permission } from "../world/permissions.ts";
import type { World } from "../world/world.ts";
import type { MessageStore, StoredMessage } from "./message-store.ts";

export interface PagePreview {
  readonly site: string;
  readonly title: string;
  readonly text?: string;
  readonly imageUrl?: string;
}

/** Returns a page's preview; undefined where it must not be asked or has none. */
export type LookAt = (url: string) => Promise<PagePreview | undefined>;

const MOST_LINKS = 5;
/** Discord shows no previews for links in code or angle brackets. */
const NOT_PREVIEWED = /```[^]*?```|`[^`\n]*`|<https?:\/\/[^\s>]*>/g;
const LINK = /https?:\/\/[^\s<>]*[^\s<>.,:;"'\])}]/g;

interface Parts {
  readonly world: World;
  readonly messages: MessageStore;
  readonly eventBus: EventBus;
  readonly log: Log;
  /** Absent: no previews. */
  readonly lookAt: LookAt | undefined;
}

/** Adds previews of linked pages to messages once they are read, as Discord does. */
export class Previews {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  add(message: StoredMessage): void {
    const { lookAt, log } = this.#parts;
    if (lookAt === undefined || !this.#mayHave(message)) return;
    const { content } = message;
    this.#embedsOf(content, lookAt)
      .then((embeds) => this.#show(message, content, embeds))
      .catch((error: unknown) => log.warn("a linked page could not be looked at", {}, error));
  }

  #mayHave({ flags, channelId, authorId, ownerId }: StoredMessage): boolean {
    if ((flags & (MessageFlags.SuppressEmbeds | MessageFlags.IsComponentsV2)) !== 0 || ownerId !== undefined)
      return false;
    const { world } = this.#parts;
    const channel = world.channels.get(channelId);
    return channel !== undefined && has(channelPermissions(world, channel, authorId), Permission.EmbedLinks);
  }

  async #embedsOf(content: string, lookAt: LookAt): Promise<readonly object[]> {
    const found = content.replaceAll(NOT_PREVIEWED, " ").match(LINK) ?? [];
    const urls = [...new Set(found)].slice(0, MOST_LINKS);
    const seen = await Promise.all(urls.map(async (url) => ({ url, preview: await lookAt(url) })));
    return seen.flatMap(({ url, preview }) => (preview === undefined ? [] : [embedOf(url, preview)]));
  }

  #show(message: StoredMessage, content: string, embeds: readonly object[]): void {
    const { messages, eventBus } = this.#parts;
    const isThere = messages.get(message.id) === message && message.content === content;
    if (embeds.length === 0 || !isThere) return;
    message.embeds = [...message.embeds, ...embeds.map((embed) => ({ ...embed }))];
    eventBus.changed(message);
  }
}

function embedOf(url: string, { site, title, text, imageUrl }: PagePreview): object {
  return {
    type: "article",
    url,
    title,
    provider: { name: site },
    ...(text === undefined ? {} : { description: text }),
    ...(imageUrl === undefined ? {} : { thumbnail: { url: imageUrl, proxy_url: imageUrl } }),
  };
}
