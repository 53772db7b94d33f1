import { md } from "../../../base/markdown.ts";
import { actionButton, buttons } from "../../../discord/reply/build.ts";
import type { Block, Reply } from "../../../discord/reply/reply.ts";
import { type ViewContext, count, inName, small } from "../../kit/view/view-context.ts";
import { notice, paragraph } from "../../kit/view/parts.ts";
import { accountCalls } from "../../kit/view/calls/account.ts";

/** Where a member is visible to others, as seen from this server. */
export interface FoundView {
  readonly isInServer: boolean;
  /** The account they are visible by here; `isByActive`: it is the one in use. */
  readonly here: { readonly name: string; readonly isByActive: boolean } | undefined;
  /** In how many other servers. */
  readonly elsewhere: number;
}

/** Returns the part of the panel about who can see the member. */
export function foundBlocks(view: FoundView, context: ViewContext): readonly Block[] {
  const { found } = context.texts.account.privacy;
  const { isInServer, here, elsewhere } = view;
  const canBegin = isInServer && here?.isByActive !== true;
  const row = [
    canBegin && actionButton(here === undefined ? found.begin : found.change, accountCalls.beFound()),
    here !== undefined && endButton(found.end, "here"),
    elsewhere > 0 && endButton(found.endAll, "everywhere"),
  ].filter((button) => button !== false);
  const other = elsewhere > 0 && small(md`${found.elsewhere(elsewhere, count(context, elsewhere))}`);
  return [
    paragraph(stateLine(view, context), isInServer && small(md`${found.ranked}`), other !== false && other),
    ...(row.length === 0 ? [] : [buttons(...row)]),
  ];
}

/** The platform doesn't confirm the account's identity. */
export function unprovenReply(context: ViewContext): Reply {
  const back = actionButton(context.texts.shared.back, accountCalls.section({ section: "privacy" }));
  return notice(context.texts.account.privacy.found.unproven, buttons(back));
}

function stateLine({ isInServer, here }: FoundView, context: ViewContext) {
  const { found } = context.texts.account.privacy;
  if (here !== undefined) {
    const name = md`**${inName(here.name)}**`;
    return here.isByActive ? found.here(name) : found.hereOther(name);
  }
  return isInServer ? found.notHere : found.noServer;
}

function endButton(label: string, where: "here" | "everywhere") {
  return actionButton(label, accountCalls.endFound({ where }));
}
