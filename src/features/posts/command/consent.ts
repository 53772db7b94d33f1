import type { Reply } from "../../../discord/reply/reply.ts";
import type { Subject } from "../../../schedule/subject.ts";
import { consentNeededReply, type ConsentView } from "../view/dialogs.ts";
import { mustBeOnHere } from "../../kit/settings/server-visibility.ts";
import type { SessionSummary } from "../../../sessions/session.ts";
import type { CallState } from "../../../discord/reply/calls.ts";
import type { remindCalls } from "../../kit/view/calls/remind.ts";
import { linkCalls } from "../../kit/view/calls/link.ts";
import { waitingState } from "../../kit/own-data/own-accounts.ts";
import type { CommandContext } from "../services.ts";

/** What the member wanted when consent was missing; it continues once they agree. */
type Waiting = CallState<typeof remindCalls.allow> & { readonly what: string };

/**
 * Returns the reply that asks for consent, or undefined where the member's progress may be read while they are away.
 */
export async function lacksConsent(
  context: CommandContext,
  subject: Pick<Subject, "kind">,
  waiting: Waiting,
): Promise<Reply | undefined> {
  if (subject.kind !== "own" && waiting.skip !== true) return undefined;
  mustBeOnHere(context);
  const view = await lacking(context, waiting);
  return view && consentNeededReply(view, context.view);
}

async function lacking(context: CommandContext, waiting: Waiting): Promise<ConsentView | undefined> {
  if (context.linking === undefined) return { kind: "off" };
  const active = await activeSession(context);
  if (active === undefined || active.state === "dead") {
    const options = { what: waiting.what, when: waiting.when };
    const interrupted = waiting.id === undefined ? { command: "remind new", options } : undefined;
    const link = linkCalls.begin(waitingState(interrupted));
    return { kind: active === undefined ? "no-session" : "dead", link };
  }
  return active.consent.away ? undefined : { kind: "ask", state: { ...waiting } };
}

/** Turns background use on. Throws "switched-off" in a server without private commands. */
export async function allowAway(context: CommandContext): Promise<void> {
  mustBeOnHere(context);
  const { linking, member } = context;
  const active = await activeSession(context);
  if (active === undefined) return;
  await linking?.sessions.store.consent({ discordId: member.id, id: active.id }, { away: true });
}

async function activeSession({ linking, member }: CommandContext): Promise<SessionSummary | undefined> {
  return (await linking?.sessions.store.list(member.id))?.find(({ isActive }) => isActive);
}
