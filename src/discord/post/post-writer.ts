import type { Markdown } from "../../base/markdown.ts";
import { messagesFor } from "../../messages/catalog.ts";
import type { CustomIds } from "../interaction/custom-id.ts";
import { FLAG } from "../reply/message.ts";
import { render } from "../reply/render.ts";
import type { Block, Reply } from "../reply/reply.ts";

interface PostLook {
  /** Discord's code of its readers' language. */
  readonly locale: string;
  /** Stands above the card: what a notification shows first. */
  readonly lead?: Markdown | undefined;
  /** Whose controls they are; anyone's by default. Where it is not a conversation with them they are mentioned. */
  readonly ownerId?: string | undefined;
  /** Roles that are mentioned; nobody else is, whatever the text holds. */
  readonly roleIds?: readonly string[];
  /** Nobody's device makes a noise. Not for changes of a post: Discord takes it for new ones only. */
  readonly isSilent?: boolean;
  readonly signal: AbortSignal;
}

/** Makes the body of a message the bot posts by itself. Pictures of ours are told in words. */
export type WritePost = (reply: Reply, look: PostLook) => Promise<Readonly<Record<string, unknown>>>;

const NO_TIME = 0;

export function createPostWriter(customIds: CustomIds): WritePost {
  return async (reply, { locale, lead, ownerId, roleIds = [], isSilent = false, signal }) => {
    const { body } = await render(
      { ...reply, blocks: reply.blocks.flatMap(inWords) },
      {
        texts: messagesFor(locale).runtime,
        lead,
        customId: (call, index) => customIds.pack(call, ownerId, index),
        signal,
        drawWithinMs: NO_TIME,
        onPictureFailed: () => {},
      },
    );
    return {
      flags: body.flags | (isSilent ? FLAG.suppressNotifications : 0),
      components: body.components,
      allowed_mentions: {
        parse: [],
        ...(roleIds.length > 0 && { roles: roleIds }),
        ...(ownerId !== undefined && { users: [ownerId] }),
      },
    };
  };
}

/** A post is one request of JSON: nothing is attached to it. */
function inWords(block: Block): readonly Block[] {
  if (block.type === "picture") return [{ type: "text", text: block.picture.twin }];
  return block.type === "file" ? [] : [block];
}
