import { md } from "../../../base/markdown.ts";
import { actionButton, buttons, reply, text as textOf, toned } from "../../../discord/reply/build.ts";
import type { ActionCall, Block, Reply } from "../../../discord/reply/reply.ts";
import { bulletList, buttonRow } from "./parts.ts";
import { small, type ViewContext } from "./view-context.ts";

interface Sharing {
  readonly blocks: readonly Block[];
  /** Removes the shared post and returns to the reply. */
  readonly back: ActionCall;
  readonly takeBack: ActionCall;
}

/** Returns the post and what the sharer sees instead, or says that the bot may not post. */
export function postedReply(
  names: readonly string[],
  { blocks, back, takeBack }: Sharing,
  context: ViewContext,
): Reply {
  const { shared, progress } = context.texts;
  const { posted, takeBack: label, notHere } = progress.share;
  const post = reply(
    blocks,
    context.isShared ? buttons(actionButton(label, takeBack)) : textOf(small(md`${notHere}`)),
  );
  return {
    ...toned(
      "good",
      textOf(
        bulletList(context, context.isShared ? posted.here : posted.nowhere, names, names.length) ?? md``,
      ),
      ...buttonRow([actionButton(shared.back, back)]),
    ),
    post,
  };
}

/** Returns what replaces a post that was taken back. */
export function takenBackReply(context: ViewContext): Reply {
  return reply(textOf(md`*${context.texts.progress.share.takenBack}*`));
}
