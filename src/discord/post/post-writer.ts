import { MessageFlags } from "discord-api-types/v10";
import type { RequestData } from "@discordjs/rest";

import type { Markdown } from "../../base/markdown.ts";
import { messagesFor } from "../../messages/catalog.ts";
import type { CustomIds } from "../interaction/custom-id.ts";
import { render } from "../reply/render.ts";
import { renderClassic } from "../reply/render-classic.ts";
import type { Reply } from "../reply/reply.ts";
import { markWith } from "./post-search.ts";
import type { WireFile } from "../reply/message.ts";
import { multipart } from "../rest/interaction-rest.ts";

export interface PostLook {
  /** The readers' language, as Discord's locale code. */
  readonly locale: string;
  /** The sentence above the card, which a phone's notification shows. Mentions work only here. */
  readonly lead?: Markdown | undefined;
  /** The id the post can be found by later, in a control or else in the embed. */
  readonly deliveryId?: string;
  /** The owner of its controls; anyone by default. Outside of direct messages the owner is mentioned. */
  readonly ownerId?: string | undefined;
  /** The roles to mention; nobody else is, whatever the text holds. */
  readonly roleIds?: readonly string[];
  /** Sends no notification sound. Only for new posts: Discord ignores it in edits. */
  readonly isSilent?: boolean;
  /** Set when an existing post is edited; `isV2` as the post itself was made. Edits notify nobody. */
  readonly edits?: { readonly isV2: boolean };
  /** Called where a picture is missing, or lacks images that may still arrive. */
  readonly onPictureLate?: () => void;
  readonly signal: AbortSignal;
}

/** Returns the body of a message the bot posts by itself. Late pictures are replaced by their text. */
export type WritePost = (reply: Reply, look: PostLook) => Promise<PostBody>;

/** Nobody waits for a post as for a reply, but it has to be on time. */
const DRAW_WITHIN_MS = 3_000;

export function createPostWriter(customIds: CustomIds): WritePost {
  return async (reply, { locale, lead, deliveryId, ownerId, edits, signal, onPictureLate, ...look }) => {
    const write = edits?.isV2 === true ? render : renderClassic;
    const { body, files } = await write(reply, {
      texts: messagesFor(locale).runtime,
      lead,
      customId: (call, index) =>
        customIds.pack(call, ownerId === undefined ? undefined : { id: ownerId }, index),
      signal,
      drawWithinMs: DRAW_WITHIN_MS,
      onPictureFailed: () => {},
      onPictureLate,
    });
    const { attachments, ...written } = markWith(deliveryId, body);
    const pings = edits === undefined ? pingsOf(look.roleIds, ownerId) : {};
    return {
      ...written,
      // An edit without this list would keep the old picture beside the new one.
      ...((files.length > 0 || edits !== undefined) && { attachments }),
      ...(files.length > 0 && { files }),
      flags: body.flags | (look.isSilent === true ? MessageFlags.SuppressNotifications : 0),
      allowed_mentions: { parse: [], ...pings },
    };
  };
}

function pingsOf(roles: readonly string[] = [], ownerId: string | undefined) {
  return { ...(roles.length > 0 && { roles }), ...(ownerId !== undefined && { users: [ownerId] }) };
}

/** The body of a message the bot posts by itself, and its files. */
export interface PostBody extends Readonly<Record<string, unknown>> {
  readonly files?: readonly WireFile[] | undefined;
}

/**
 * Returns the request that posts it: multipart where it has files. The library's own multipart code breaks when another
 * version of undici is loaded.
 */
export function requestOf({
  files = [],
  ...body
}: PostBody): Pick<RequestData, "body" | "headers" | "passThroughBody"> {
  if (files.length === 0) return { body };
  const { type, bytes } = multipart(JSON.stringify(body), files);
  return { body: bytes, headers: { "content-type": type }, passThroughBody: true };
}

/** Returns the post without its files and what shows them: the text beside each picture says the same. */
export function withoutFiles({ files: _files, embeds, components, ...body }: PostBody): PostBody {
  return {
    ...body,
    ...(embeds !== undefined && { embeds: withoutAttached(embeds) }),
    ...(components !== undefined && { components: withoutAttached(components) }),
    attachments: [],
  };
}

/** Removes embed images and galleries that show an attachment, at any depth. */
function withoutAttached(part: unknown): unknown {
  if (Array.isArray(part)) return part.filter((one) => !isGallery(one)).map(withoutAttached);
  if (typeof part !== "object" || part === null) return part;
  const members = Object.entries(part).filter(([name, value]) => name !== "image" || !isAttached(value));
  return Object.fromEntries(members.map(([name, value]) => [name, withoutAttached(value)]));
}

function isGallery(part: unknown): boolean {
  return typeof part === "object" && part !== null && "items" in part && isAttached(part.items);
}

function isAttached(part: unknown): boolean {
  return JSON.stringify(part).includes('"attachment://');
}
