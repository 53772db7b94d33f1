import { createHash } from "node:crypto";

import type { REST } from "@discordjs/rest";
import { Routes } from "discord-api-types/v10";
import { LRUCache } from "lru-cache";

import type { Clock } from "../../base/clock.ts";
import { type ConversationIds, Conversations } from "./conversations.ts";
import { type PostBody, requestOf, withoutFiles } from "./post-writer.ts";
import {
  findOwnPost,
  type LookedFor,
  type PostTarget,
  type SentPost,
  snowflakeBefore,
} from "./post-search.ts";
import { isV2 } from "../reply/message.ts";
import { idIn, type Refusal, type RefusalName, refusalOf } from "../rest/refusal.ts";

/** A message that was posted. */
interface PostPlace {
  readonly channelId: string;
  readonly messageId: string;
}

export interface OutgoingPost extends PostTarget {
  /** The id the body is marked with, the same at every attempt. */
  readonly deliveryId: string;
  readonly body: PostBody;
}

interface ForumPost {
  readonly forumId: string;
  readonly title: string;
  readonly tag?: string | undefined;
  readonly body: PostBody;
}

interface PosterParts {
  /** Uses the bot's token and respects Discord's rate limits. */
  readonly rest: REST;
  readonly clock: Clock;
  /** Known direct message channels; without it they are remembered until the process ends. */
  readonly conversations?: ConversationIds;
}

/** Refusals that mean that a direct message channel is gone or belongs to another bot. */
const STALE: ReadonlySet<RefusalName> = new Set(["channel-gone", "missing-access"]);

const OPENED = { route: "open" } as const;

/** Returns the nonce of a delivery: 25 characters, the same at every attempt. */
export function nonceOf(deliveryId: string): string {
  return createHash("sha256").update(deliveryId).digest("base64url").slice(0, 25);
}

/** Posts as the bot, once, and finds what it posted. Never throws for failures of Discord or the network. */
export class Poster {
  readonly #rest: REST;
  readonly #clock: Clock;
  readonly #conversations: Conversations;
  #ownId: string | undefined;

  constructor({ rest, clock, conversations }: PosterParts) {
    this.#rest = rest;
    this.#clock = clock;
    this.#conversations = new Conversations(rest, conversations ?? new LRUCache({ max: 10_000 }));
  }

  /** Opens a user's direct messages ahead of the first post. */
  async converse(personId: string, signal: AbortSignal): Promise<{ readonly kind: "open" } | Refusal> {
    const opened = await this.#channelOf({ kind: "dm", target: personId }, signal);
    return "kind" in opened ? opened : { kind: "open" };
  }

  /** Sends a post. Repeated within Discord's nonce window it returns the existing message. */
  async send(post: OutgoingPost, signal: AbortSignal): Promise<SentPost | Refusal> {
    return this.#inChannel(post, signal, (channelId) =>
      this.#inThread(channelId, signal, () =>
        attaching(post.body, (body) => this.#create(channelId, { ...post, body }, signal)),
      ),
    );
  }

  /** Creates a forum post: a thread with a title. A repeat creates a second one, so it is only for a person's press. */
  async open(
    { forumId, title, tag, body }: ForumPost,
    signal: AbortSignal,
  ): Promise<{ readonly kind: "opened"; readonly channelId: string } | Refusal> {
    try {
      const { files, ...message } = body;
      const tags = tag !== undefined && { applied_tags: [tag] };
      const request = requestOf({ name: title, message, ...tags, files });
      const opened = await this.#rest.post(Routes.threads(forumId), { ...request, signal });
      return { kind: "opened", channelId: idIn(opened) };
    } catch (error) {
      return refusalOf(error);
    }
  }

  /** Looks for a delivery among the bot's own messages since this time by our clock. */
  async find(
    { deliveryId, since, ...place }: PostTarget & { readonly deliveryId: string; readonly since: number },
    signal: AbortSignal,
  ): Promise<LookedFor> {
    return this.#inChannel(place, signal, async (channelId) => {
      try {
        const from = snowflakeBefore(since, this.#clock.now());
        const ownId = await this.#own(signal);
        return await findOwnPost(this.#rest, { channelId, from, deliveryId, ownId }, signal);
      } catch (error) {
        const refused = refusalOf(error);
        return refused.name === "missing-permission" ? { kind: "unreadable" } : refused;
      }
    });
  }

  /** Edits a post. "message-gone" means that it was deleted and has to be posted again. */
  async edit(
    { channelId, messageId }: PostPlace,
    body: PostBody,
    signal: AbortSignal,
  ): Promise<SentPost | Refusal> {
    const route = Routes.channelMessage(channelId, messageId);
    const patch = (changed: PostBody) =>
      this.#rest
        .patch(route, { ...requestOf(changed), signal })
        .then(idIn)
        .then((): SentPost => ({ kind: "sent", channelId, messageId }))
        .catch(refusalOf);
    return attaching(body, (changed) => this.#inThread(channelId, signal, () => patch(changed)));
  }

  /** Publishes a post to the servers that follow the channel; one that is published already counts as success. */
  async publish({ channelId, messageId }: PostPlace, signal: AbortSignal): Promise<SentPost | Refusal> {
    const route = Routes.channelMessageCrosspost(channelId, messageId);
    const published = this.#rest.post(route, { signal }).then(idIn);
    const refused = await published.then(() => undefined, refusalOf);
    const isPublished = refused === undefined || refused.name === "published-already";
    return isPublished ? { kind: "sent", channelId, messageId } : refused;
  }

  /** Deletes a post; one that is gone already counts as success. */
  async remove(
    { channelId, messageId }: PostPlace,
    signal: AbortSignal,
  ): Promise<{ readonly kind: "removed" } | Refusal> {
    const removed = this.#rest.delete(Routes.channelMessage(channelId, messageId), { signal });
    const refused = await removed.then(() => undefined, refusalOf);
    return refused === undefined || refused.name === "message-gone" ? { kind: "removed" } : refused;
  }

  /** Pins or unpins a post. */
  async pin(
    { channelId, messageId, isPinned }: PostPlace & { readonly isPinned: boolean },
    signal: AbortSignal,
  ): Promise<{ readonly kind: "done" } | Refusal> {
    const route = Routes.channelMessagesPin(channelId, messageId);
    const pinned = isPinned ? this.#rest.put(route, { signal }) : this.#rest.delete(route, { signal });
    return pinned.then(() => ({ kind: "done" }) as const).catch(refusalOf);
  }

  async #create(
    channelId: string,
    { deliveryId, body }: OutgoingPost,
    signal: AbortSignal,
  ): Promise<SentPost | Refusal> {
    const once = { nonce: nonceOf(deliveryId), enforce_nonce: true };
    try {
      const request = requestOf({ allowed_mentions: { parse: [] }, ...body, ...once });
      const made = await this.#rest.post(Routes.channelMessages(channelId), { ...request, signal });
      // A repeated nonce returns the existing message, which an earlier version may have made.
      return { kind: "sent", channelId, messageId: idIn(made), isV2: isV2(made as { flags?: number }) };
    } catch (error) {
      const refused = refusalOf(error);
      // The nonce belongs to a message that was posted and deleted since.
      return refused.name === "message-gone" ? { kind: "sent", channelId } : refused;
    }
  }

  /** Tries once more after unarchiving the thread. */
  async #inThread(
    channelId: string,
    signal: AbortSignal,
    act: () => Promise<SentPost | Refusal>,
  ): Promise<SentPost | Refusal> {
    const answer = await act();
    const isArchived = answer.kind === "refused" && answer.name === "thread-archived";
    return isArchived && (await this.#unarchive(channelId, signal)) ? act() : answer;
  }

  /** Runs a request in the target's channel. A known direct message channel that is gone is opened again, once. */
  async #inChannel<T extends { readonly kind: string }>(
    place: PostTarget,
    signal: AbortSignal,
    act: (channelId: string) => Promise<T | Refusal>,
  ): Promise<T | Refusal> {
    const first = await this.#channelOf(place, signal);
    if ("kind" in first) return first;
    const answer = await act(first.channelId);
    const isStale = place.kind === "dm" && "name" in answer && STALE.has(answer.name);
    if (!isStale) return first.wasKnown ? answer : { ...answer, ...(answer.kind === "sent" && OPENED) };
    await this.#conversations.forget(place.target);
    if (!first.wasKnown) return answer;
    const second = await this.#channelOf(place, signal);
    return "kind" in second ? second : act(second.channelId);
  }

  /** Returns the channel's id. A refusal is certain: nothing was posted. */
  async #channelOf({ kind, target }: PostTarget, signal: AbortSignal) {
    if (kind === "channel") return { channelId: target, wasKnown: true };
    try {
      return await this.#conversations.channelOf(target, signal);
    } catch (error) {
      return { ...refusalOf(error), isCertain: true, ...OPENED };
    }
  }

  async #unarchive(channelId: string, signal: AbortSignal): Promise<boolean> {
    const opened = this.#rest.patch(Routes.channel(channelId), { body: { archived: false }, signal });
    return (await opened.then(() => undefined, refusalOf)) === undefined;
  }

  async #own(signal: AbortSignal): Promise<string> {
    this.#ownId ??= idIn(await this.#rest.get(Routes.user(), { signal }));
    return this.#ownId;
  }
}

/** Posts without files where the bot lacks Attach Files: the text goes out all the same. */
async function attaching(
  body: PostBody,
  act: (body: PostBody) => Promise<SentPost | Refusal>,
): Promise<SentPost | Refusal> {
  const answer = await act(body);
  const { files = [] } = body;
  const mayBeForFiles = answer.kind === "refused" && answer.name === "missing-permission" && files.length > 0;
  return mayBeForFiles ? act(withoutFiles(body)) : answer;
}
