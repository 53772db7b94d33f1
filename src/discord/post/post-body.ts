import type { RequestData } from "@discordjs/rest";

import type { WireFile } from "../reply/message.ts";
import { multipart } from "../rest/multipart.ts";

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
