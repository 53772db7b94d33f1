import { MessageFlags } from "discord-api-types/v10";

import type { Markdown } from "../../base/markdown.ts";
import { messagesFor } from "../../messages/catalog.ts";
import type { CustomIds } from "../interaction/custom-id.ts";
import { render } from "../reply/render.ts";
import { renderClassic } from "../reply/render-classic.ts";
import type { Reply } from "../reply/reply.ts";
import type { PostBody } from "./post-body.ts";
import { markWith } from "./post-mark.ts";

export interface PostLook {
  /** Discord's code of its readers' language. */
  readonly locale: string;
  /** The sentence a phone shows, above the card. Mentions count in it alone. */
  readonly lead?: Markdown | undefined;
  /** What the post is found again by: where none of its controls carries it, its embed does. */
  readonly deliveryId?: string;
  /** Whose controls they are; anyone's by default. Where it is not a conversation with them they are mentioned. */
  readonly ownerId?: string | undefined;
  /** Roles that are mentioned; nobody else is, whatever the text holds. */
  readonly roleIds?: readonly string[];
  /** Nobody's device makes a noise. Not for changes of a post: Discord takes it for new ones only. */
  readonly isSilent?: boolean;
  /** A change of a post that is there, which notifies nobody. Earlier versions posted components alone. */
  readonly edits?: { readonly isV2: boolean };
  /** Told where a picture is missing, or lacks something that may still come. */
  readonly onPictureLate?: () => void;
  readonly signal: AbortSignal;
}

/** Makes the body of a message the bot posts by itself. Pictures that take too long are told in words. */
export type WritePost = (reply: Reply, look: PostLook) => Promise<PostBody>;

/** Nobody waits for a post as for an answer; yet it is on time. */
const DRAW_WITHIN_MS = 3_000;

export function createPostWriter(customIds: CustomIds): WritePost {
  return async (reply, { locale, lead, deliveryId, ownerId, edits, signal, onPictureLate, ...look }) => {
    const write = edits?.isV2 === true ? render : renderClassic;
    const { body, files } = await write(
      { ...reply, blocks: reply.blocks.filter(({ type }) => type !== "file") },
      {
        texts: messagesFor(locale).runtime,
        lead,
        customId: (call, index) => customIds.pack(call, ownerId, index),
        signal,
        drawWithinMs: DRAW_WITHIN_MS,
        onPictureFailed: () => {},
        onPictureLate,
      },
    );
    const { attachments, ...written } = markWith(deliveryId, body);
    const pings = edits === undefined ? pingsOf(look.roleIds, ownerId) : {};
    return {
      ...written,
      // A change that names none keeps those that are there: beside a new picture the old one would stand.
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
