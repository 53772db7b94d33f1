import { paragraph } from "./parts.ts";
import { link, md } from "../../../base/markdown.ts";
import { text as textOf, reply } from "../../../discord/reply/build.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import { type ViewContext, inPlain } from "./view-context.ts";

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
