import { createHash } from "node:crypto";

import type { REST } from "@discordjs/rest";
import { Routes } from "discord-api-types/v10";
import { LRUCache } from "lru-cache";

import type { Clock } from "../../base/clock.ts";
import { type ConversationIds, Conversations } from "./conversations.ts";
import { type PostBody, requestOf, withoutFiles } from "./post-body.ts";
import { findOwnPost, type LookedFor, type SentPost, snowflakeBefore } from "./post-search.ts";
import { isV2 } from "../reply/message.ts";
import { idIn, type Refusal, type RefusalName, refusalOf } from "../rest/refusal.ts";

/** Where a post goes: a channel or thread, or a person's conversation with the bot. */
export interface PostTarget {
  readonly kind: "channel" | "dm";
  /** Of the channel, or of the person. */
  readonly target: string;
}

/** A message that was posted. */
interface PostPlace {
  readonly channelId: string;
  readonly messageId: string;
}

export interface OutgoingPost extends PostTarget {
  /** What the body is marked with, and always the same for the same post. */
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
  /** With the bot's token; it keeps to Discord's rate limits. */
  readonly rest: REST;
  readonly clock: Clock;
  /** Known conversations; without it they are known until the process ends. */
  readonly conversations?: ConversationIds;
}

/** What Discord says of a conversation that is not there any more, or is another bot's. */
const STALE: ReadonlySet<RefusalName> = new Set(["channel-gone", "missing-access"]);

const OPENED = { route: "open" } as const;

/** The nonce of a delivery: 25 characters, the same at every try. */
export function nonceOf(deliveryId: string): string {
  return createHash("sha256").update(deliveryId).digest("base64url").slice(0, 25);
}

/** Posts as the bot, once, and finds what it posted. Never throws for what Discord or the network does. */
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

  /** Opens the conversation with a person ahead of the first post. */
  async converse(personId: string, signal: AbortSignal): Promise<{ readonly kind: "open" } | Refusal> {
    const opened = await this.#channelOf({ kind: "dm", target: personId }, signal);
    return "kind" in opened ? opened : { kind: "open" };
  }

  /** The same delivery sent again within Discord's nonce window gives the message that is there. */
  async send(post: OutgoingPost, signal: AbortSignal): Promise<SentPost | Refusal> {
    return this.#inChannel(post, signal, (channelId) =>
      this.#inThread(channelId, signal, () =>
        attaching(post.body, (body) => this.#create(channelId, { ...post, body }, signal)),
      ),
    );
  }

  /** Begins a post of a forum, which is a thread with a title. Made twice it is there twice: for a person's word only. */
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

  /** Looks for a delivery among the bot's own messages since an instant of our clock. */
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

  /** Changes a post. "message-gone": it is gone and has to be posted again. */
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

  /** Publishes a post of an announcement channel to the servers that follow it. Published already is published. */
  async publish({ channelId, messageId }: PostPlace, signal: AbortSignal): Promise<SentPost | Refusal> {
    const route = Routes.channelMessageCrosspost(channelId, messageId);
    const published = this.#rest.post(route, { signal }).then(idIn);
    const refused = await published.then(() => undefined, refusalOf);
    const isPublished = refused === undefined || refused.name === "published-already";
    return isPublished ? { kind: "sent", channelId, messageId } : refused;
  }

  /** Deletes a post. One that is gone already counts as deleted. */
  async remove(
    { channelId, messageId }: PostPlace,
    signal: AbortSignal,
  ): Promise<{ readonly kind: "removed" } | Refusal> {
    const removed = this.#rest.delete(Routes.channelMessage(channelId, messageId), { signal });
    const refused = await removed.then(() => undefined, refusalOf);
    return refused === undefined || refused.name === "message-gone" ? { kind: "removed" } : refused;
  }

  /** Pins a post, or takes it down from there. */
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
      // The same nonce gives what is there already, which an earlier version may have made.
      return { kind: "sent", channelId, messageId: idIn(made), isV2: isV2(made as { flags?: number }) };
    } catch (error) {
      const refused = refusalOf(error);
      // The nonce of a message that was posted and deleted since.
      return refused.name === "message-gone" ? { kind: "sent", channelId } : refused;
    }
  }

  /** Acts once more where the thread was archived. */
  async #inThread(
    channelId: string,
    signal: AbortSignal,
    act: () => Promise<SentPost | Refusal>,
  ): Promise<SentPost | Refusal> {
    const answer = await act();
    const isArchived = answer.kind === "refused" && answer.name === "thread-archived";
    return isArchived && (await this.#unarchive(channelId, signal)) ? act() : answer;
  }

  /** Acts in the channel of a place. A conversation that was known and is not there any more is opened anew. */
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

  /** A refusal is certain: nothing was posted. */
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

/** Attaching is a permission of its own: a server that never gave it still gets its posts, in words alone. */
async function attaching(
  body: PostBody,
  act: (body: PostBody) => Promise<SentPost | Refusal>,
): Promise<SentPost | Refusal> {
  const answer = await act(body);
  const { files = [] } = body;
  const mayBeForFiles = answer.kind === "refused" && answer.name === "missing-permission" && files.length > 0;
  return mayBeForFiles ? act(withoutFiles(body)) : answer;
}
