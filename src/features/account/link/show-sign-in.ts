import { randomBytes } from "node:crypto";
import type { Reply } from "../../../discord/reply/reply.ts";
import { linkedReply } from "../view/link-confirm.ts";
import { linkFailureReply } from "../view/link-outcome.ts";
import { signInReply } from "../view/link-sign-in.ts";
import type { ViewContext } from "../../kit/view/view-context.ts";
import { beginningOf } from "./own-page-addresses.ts";
import type { WaitingState } from "../../kit/view/calls/link.ts";
import { mustBeOnHere } from "../../kit/settings/server-visibility.ts";
import type { MemberSessions } from "../../../sessions/use/member-sessions.ts";
import { type PageEnding, pageName } from "../../../sessions/use/waiting-secrets.ts";
import type { linkCalls } from "../../kit/view/calls/link.ts";
import { carried, showConsent, withSessions } from "./link-steps.ts";
import type { ActionContext } from "../services.ts";

/**
 * Shows where to sign in; the address is valid for this member and ten minutes. First shows the result of an earlier
 * sign-in on the bot's own page, if it could not be shown then.
 */
export async function showSignIn(context: ActionContext<typeof linkCalls.signIn>): Promise<Reply> {
  mustBeOnHere(context);
  const { state } = context;
  return withSessions(context, async (sessions) => {
    const { oauth } = sessions;
    const { signIns, unseen } = sessions.waiting;
    if (oauth === undefined) return showConsent(context, state);
    const { member, profile } = context;
    const ended = await unseen.get(member.id);
    if (ended !== undefined && (await unseen.take(ended)))
      return endingReply(ended.value.ending, carried(state), context.view);
    const begun = await signIns.get(member.id);
    if (begun !== undefined) await signIns.prolong(begun);
    const { address } = (begun ?? (await signIns.put(member.id, oauth.begin()))).value;
    const page = await beginOnPage(sessions, context);
    return signInReply({ platform: profile.name, address, page, state: carried(state) }, context.view);
  });
}

/** Returns where the sign-in begins on the bot's own page; undefined without one. */
async function beginOnPage(
  { waiting, pageReplies, publicUrl }: MemberSessions,
  { member, locale, state, view, update }: ActionContext<typeof linkCalls.signIn>,
): Promise<string | undefined> {
  if (publicUrl === undefined) return undefined;
  const ticket = randomBytes(16).toString("base64url");
  const name = pageName(ticket);
  await waiting.pages.put(member.id, { memberId: member.id, memberName: member.name, locale }, name);
  const show = async (ending: PageEnding) => update(endingReply(ending, carried(state), view));
  pageReplies.expect({ name, memberId: member.id, show });
  return beginningOf(publicUrl, ticket);
}

function endingReply(ending: PageEnding, state: WaitingState, view: ViewContext): Reply {
  if (ending.kind === "failed") return linkFailureReply({ kind: "address", why: ending.why }, state, view);
  const { name, allowed } = ending;
  return linkedReply({ name, allowed, isOnce: false, isSignedIn: true, state }, undefined, view);
}
