import { md } from "../../../base/markdown.ts";
import { actionButton, buttons } from "../../../discord/reply/build.ts";
import type { Block, Reply } from "../../../discord/reply/reply.ts";
import { type ViewContext, count, inName, small } from "../../shared/view/view-context.ts";
import { notice, paragraph } from "../../shared/view/parts.ts";
import { accountCalls } from "../../shared/view/calls/account.ts";

/** Where a member is found by others, as seen from the place they ask in. */
export interface FoundView {
  readonly isInServer: boolean;
  /** By which account in this server; `isByActive`: it is the one in use. */
  readonly here: { readonly name: string; readonly isByActive: boolean } | undefined;
  /** In how many other servers. */
  readonly elsewhere: number;
}

/** The part of the panel that says who finds the member, and changes it. */
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
    paragraph(
      stateLine(view, context),
      other !== false && other,
      !(here === undefined && elsewhere === 0) && small(md`${found.ends}`),
    ),
    ...(row.length === 0 ? [] : [buttons(...row)]),
  ];
}

/** The platform does not vouch for the account. */
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
