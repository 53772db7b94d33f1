import { paragraph, bulletList, buttonRow } from "./parts.ts";
import { link, md } from "../../../base/markdown.ts";
import { text as textOf, reply, actionButton, buttons, toned } from "../../../discord/reply/build.ts";
import type { Reply, ActionCall, Block } from "../../../discord/reply/reply.ts";
import { type ViewContext, inPlain, small } from "./view-context.ts";

const CONTACT_LENGTH = 200;

/** Returns where to report a player's content, for whoever pressed Report. */
export function reportReply(
  where: { readonly pageUrl?: string | undefined; readonly contact?: string | undefined },
  context: ViewContext,
): Reply {
  const { reporting } = context.texts.shared;
  const page =
    where.pageUrl !== undefined && URL.canParse(where.pageUrl) ? new URL(where.pageUrl) : undefined;
  return reply(
    paragraph(
      md`**${reporting.title}**`,
      page === undefined
        ? md`${reporting.platformAnywhere}`
        : md`${reporting.platformAnywhere}\n${link(page.host, page.href)}`,
      md`${reporting.here}`,
      md`${
        where.contact === undefined
          ? reporting.noOperator
          : reporting.operator(inPlain(where.contact, CONTACT_LENGTH))
      }`,
    ),
  );
}

/** Returns what replaces a reply that a moderator hid. */
export function hiddenReply(context: ViewContext): Reply {
  return reply(textOf(md`*${context.texts.shared.hidden}*`));
}

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
