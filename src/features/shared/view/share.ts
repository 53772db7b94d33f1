import { md } from "../../../base/markdown.ts";
import { actionButton, text as textOf, toned, reply } from "../../../discord/reply/build.ts";
import type { ActionCall, Reply } from "../../../discord/reply/reply.ts";
import { bulletList, buttonRow } from "./parts.ts";
import type { ViewContext } from "./view-context.ts";

/** What the one who shared it sees from then on: what was posted. */
export function postedReply(
  names: readonly string[],
  { post, back }: { readonly post: Reply; readonly back: ActionCall },
  context: ViewContext,
): Reply {
  const { shared, progress } = context.texts;
  const { posted } = progress.share;
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

/** What stands where it was shared, once it was taken back. */
export function takenBackReply(context: ViewContext): Reply {
  return reply(textOf(md`*${context.texts.progress.share.takenBack}*`));
}
