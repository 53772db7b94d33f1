import { type Markdown, md } from "../../../base/markdown.ts";
import { actionButton, buttons, text, toned } from "../../../discord/reply/build.ts";
import type { ActionCall, Reply } from "../../../discord/reply/reply.ts";
import { titleOf } from "./post-card.ts";
import { type ViewContext, roleMention } from "../../kit/view/view-context.ts";
import type { ReminderView } from "../reminder-service.ts";
import { needFields, needWords } from "./account-needs.ts";
import { announceCalls } from "./announce-calls.ts";

/** The result of a press on a button that gives a role. */
export type RolePressView =
  | { readonly kind: "done" | "later"; readonly has: boolean }
  | { readonly kind: "refused" | "gone" | "unreachable" | "busy" };

export function rolePressedReply(view: RolePressView, roleId: string, context: ViewContext): Reply {
  const { offer } = context.texts.announce;
  const role = roleMention(roleId);
  if (view.kind === "done") return toned("good", text(view.has ? offer.given(role) : offer.taken(role)));
  if (view.kind === "later")
    return toned("plain", text(view.has ? offer.soonGiven(role) : offer.soonTaken(role)));
  const { roleRefused, roleGone: gone, unreachable, busy } = offer;
  return toned("notice", text({ refused: roleRefused(role), gone, unreachable, busy }[view.kind]));
}

/** Returns the settings of the public button; `refused`: why the last choice was not accepted. */
export function buttonReply(
  { id, revision: rev, content: { title, offers } }: ReminderView,
  {
    page,
    refused,
    signUp,
    canNeed,
  }: {
    readonly page: number;
    readonly refused: Markdown | undefined;
    /** Opens the form for sign-ups; absent where nobody can sign up. */
    readonly signUp?: ActionCall | undefined;
    /** Whether members can link an account. */
    readonly canNeed: boolean;
  },
  context: ViewContext,
): Reply {
  const { announce, shared } = context.texts;
  const { button: texts } = announce;
  const held = { id, rev, page };
  const { needs } = offers ?? {};
  const isPersonal = offers !== undefined && offers.roleId === undefined && offers.signUp === undefined;
  return toned(
    refused === undefined ? "plain" : "notice",
    refused && text(refused),
    text(md`### ${texts.title}\n${titleOf(title)}`),
    text(texts.about),
    buttons(
      actionButton(texts.off, announceCalls.offers({ ...held, to: "off" }), {
        disabled: offers === undefined,
      }),
      actionButton(texts.personal, announceCalls.offers({ ...held, to: "personal" }), {
        disabled: isPersonal,
      }),
      signUp !== undefined && actionButton(texts.signUp, signUp),
    ),
    {
      type: "roles",
      placeholder: texts.pick,
      choose: announceCalls.offersRole(held),
      ...(offers?.roleId !== undefined && { chosen: [offers.roleId] }),
    },
    needs !== undefined && text(announce.needs.fact(needWords(needs, context))),
    buttons(
      canNeed &&
        offers?.roleId !== undefined &&
        actionButton(announce.needs.form.title, announceCalls.needsForm({ ...held, ...needFields(needs) })),
      actionButton(shared.back, announceCalls.panel({ id, page })),
    ),
  );
}
