import type { RequestData } from "@discordjs/rest";

import type { WireFile } from "../reply/message.ts";
import { multipart } from "../rest/multipart.ts";

/** The body of a message the bot posts by itself, and what is attached to it. */
export interface PostBody extends Readonly<Record<string, unknown>> {
  readonly files?: readonly WireFile[] | undefined;
}

/**
 * Returns the request that posts it: of several parts where something is attached. The library's own parts break where
 * another undici is loaded than the one it brings along.
 */
export function requestOf({
  files = [],
  ...body
}: PostBody): Pick<RequestData, "body" | "headers" | "passThroughBody"> {
  if (files.length === 0) return { body };
  const { type, bytes } = multipart(JSON.stringify(body), files);
  return { body: bytes, headers: { "content-type": type }, passThroughBody: true };
}
