import { md, timestamp } from "../../../base/markdown.ts";
import { actionButton, buttons, reply } from "../../../discord/reply/build.ts";
import type { ActionCall, Reply } from "../../../discord/reply/reply.ts";
import type { Player, Relation } from "../../../game/player.ts";
import { type ViewContext, small, playerName } from "../../kit/view/view-context.ts";
import { notice, paragraph } from "../../kit/view/parts.ts";

/** Shows what is between the reader and a player, to the reader alone. */
export function relationReply(
  { player, relation }: { readonly player: Player; readonly relation: Relation | undefined },
  context: ViewContext,
): Reply {
  const { relation: texts } = context.texts.profile;
  const known = [
    relation?.isFollowing === undefined ? undefined : texts.following(relation.isFollowing),
    relation?.isIgnored === undefined ? undefined : texts.ignored(relation.isIgnored),
    relation?.hiddenUntil === undefined ? undefined : texts.hidden(timestamp(relation.hiddenUntil, "f")),
  ].filter((line) => line !== undefined);
  return reply(
    paragraph(
      md`**${texts.title(playerName(player, context))}**`,
      ...(known.length === 0 ? [texts.nothing] : known.map((line) => md`- ${line}`)),
      small(md`${texts.alone}`),
    ),
  );
}

/** Says why there is nothing to show. */
export function noRelationReply(
  why: "not-linked" | "self",
  link: ActionCall | undefined,
  context: ViewContext,
): Reply {
  const { relation } = context.texts.profile;
  const button = link && actionButton(context.texts.link.button, link, { style: "primary" });
  return notice(why === "self" ? relation.self : relation.notLinked, button && buttons(button));
}
