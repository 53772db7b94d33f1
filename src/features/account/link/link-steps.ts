import { isMilepostError, MilepostError } from "../../../base/errors.ts";
import type { InterruptedCommand } from "../../../discord/command/invocation-context.ts";
import type { GivenFile } from "../../../discord/command/controls.ts";
import { isGivenForBot } from "../../../platform/credential.ts";
import { readFile } from "../../../discord/rest/read-file.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import { type LinkedView, confirmReply, linkedReply } from "../view/link-confirm.ts";
import { type LinkFailure, linkFailureReply } from "../view/link-outcome.ts";
import { consentReply, linkOffReply } from "../view/link.ts";
import { keyConsentReply } from "../view/link-key.ts";
import { linkByKey } from "./read-key.ts";
import { signInConsentReply } from "../view/link-sign-in.ts";
import { notice } from "../../kit/view/parts.ts";
import { explanation } from "../../kit/command/explain.ts";
import { waitingIn, waitingState } from "../../kit/own-data/own-accounts.ts";
import type { WaitingState, linkCalls, LinkWay } from "../../kit/view/calls/link.ts";
import { type LinkOutcome, type PastedLink, keepLink, pendingLink, readLink } from "./read-paste.ts";
import { readLanded } from "./read-landing.ts";
import { BUNDLE_PREFIX } from "../../../sessions/paste/sealed-text.ts";
import { mustBeOnHere } from "../../kit/settings/server-visibility.ts";
import type { MemberSessions } from "../../../sessions/use/member-sessions.ts";
import type { ActionContext, CommandContext } from "../services.ts";

/** Runs the work with the sessions, or replies that linking is off here. */
export async function withSessions(
  context: CommandContext,
  answer: (sessions: MemberSessions) => Promise<Reply>,
): Promise<Reply> {
  const { linking } = context;
  return linking === undefined ? linkOffReply(context.view) : answer(linking.sessions);
}

/** Shows the consent card. `state`: the command that waits. */
export async function showConsent(
  context: CommandContext,
  { way, ...state }: WaitingState & { readonly way?: LinkWay | undefined },
): Promise<Reply> {
  mustBeOnHere(context);
  return withSessions(context, async (sessions) => {
    const { member, operator, profile } = context;
    const linked = await sessions.store.list(member.id);
    const view = {
      platform: profile.name,
      cookies: sessions.wanted.cookies.length,
      idleDays: sessions.idleDays,
      operator,
      linked: linked.flatMap(({ account }) => (account.name === undefined ? [] : [account.name])),
      state: carried(state),
    };
    const { oauth } = sessions;
    const { key } = sessions.place;
    if (key !== undefined && (way === "key" || (way === undefined && oauth === undefined)))
      return keyConsentReply({ ...view, scope: key.scope, manageUrl: key.manageUrl }, context.view);
    if (oauth === undefined || (way === "cookies" && view.cookies > 0)) {
      return consentReply(view, context.view);
    }
    const { scope, revokeUrl } = oauth.oauth;
    const canGiveBack = revokeUrl !== undefined;
    const hasOwnPage = sessions.publicUrl !== undefined;
    const shown = {
      ...view,
      scope,
      manageUrl: oauth.manageUrl,
      canGiveBack,
      hasOwnPage,
      takesKeys: key !== undefined,
    };
    return signInConsentReply(shown, context.view);
  });
}

/** More than a sealed bundle ever has. */
const MOST_FILE_BYTES = 256 * 1024;

interface Given {
  readonly pasted?: string | undefined;
  readonly file?: GivenFile | undefined;
  /** What was asked for. */
  readonly way?: LinkWay | "address" | undefined;
}

/** Reads a paste and asks whose account it is, or says what was wrong. */
export async function readPasted(context: ActionContext<typeof linkCalls.address> & Given): Promise<Reply> {
  mustBeOnHere(context);
  return withSessions(context, async (sessions) => {
    const { member, signal, reference } = context;
    const given = await textOf(context);
    const outcome: LinkOutcome =
      given === undefined
        ? { kind: "file", why: "unreadable" }
        : await outcomeOf(sessions, { memberId: member.id, ...given, signal, reference }, context.way);
    const state = carried(context.state);
    const view = context.view;
    if (outcome.kind !== "confirm") return linkFailureReply(failureOf(outcome, context), state, view);
    const { secret, value } = outcome.pending;
    const { account, source, jar } = value;
    const found = { how: jar.kind, account, source, otherHost: outcome.otherHost };
    return confirmReply(found, { ...state, id: secret.id }, view);
  });
}

async function outcomeOf(
  sessions: MemberSessions,
  paste: PastedLink,
  way: LinkWay | "address" | undefined,
): Promise<LinkOutcome> {
  const landed = await readLanded(sessions, paste);
  if (landed !== undefined) return landed;
  if (way === "address") return { kind: "address", why: "unknown" };
  const hasCookies = sessions.wanted.cookies.length > 0;
  if (sessions.place.key !== undefined && (way === "key" || !hasCookies)) return linkByKey(sessions, paste);
  return hasCookies ? readLink(sessions, paste) : { kind: "address", why: "unknown" };
}

async function textOf({
  pasted = "",
  file,
  signal,
}: Given & Pick<CommandContext, "signal">): Promise<{ pasted: string; isFile: boolean } | undefined> {
  if (file === undefined) return { pasted, isFile: false };
  const bytes = await readFile(file, { most: MOST_FILE_BYTES, signal });
  return bytes && { pasted: sealedText(Buffer.from(bytes)), isFile: true };
}

const AGE_FILE = "age-encryption.org/v1\n";

/** Returns a binary age file as the text it would be pasted as. */
function sealedText(file: Buffer): string {
  const isAge = file.subarray(0, AGE_FILE.length).toString("latin1") === AGE_FILE;
  return isAge ? `${BUNDLE_PREFIX}${file.toString("base64url")}` : file.toString("utf8");
}

function failureOf(
  outcome: Exclude<LinkOutcome, { kind: "confirm" }>,
  { reference = "", view: { texts } }: Pick<CommandContext, "reference" | "view">,
): LinkFailure {
  if (outcome.kind !== "down") return outcome;
  const { why, error } = outcome;
  const said =
    why === "unavailable" && error.code !== "platform-unavailable"
      ? explanation(seenFromLink(error), texts)
      : texts.link.down[why];
  return { kind: "down", said, reference };
}

/** "not-found" here means that the answer was unreadable: nobody searched for anything. */
function seenFromLink(error: MilepostError): MilepostError {
  return error.code === "not-found" ? new MilepostError("platform-answer") : error;
}

/** Forgets what this card asks about; a later paste keeps waiting. */
export async function declineLink({
  linking,
  member,
  state,
}: ActionContext<typeof linkCalls.refuse>): Promise<void> {
  if (linking === undefined) return;
  const { sessions } = linking;
  const found = await pendingLink(sessions, member.id, state.id);
  if (found !== undefined) await sessions.waiting.pending.discard(found);
}

/** Stores the confirmed session, or holds it for one use, then runs the waiting command. */
export function confirmLink(
  context: ActionContext<typeof linkCalls.keep>,
  how: "keep" | "once",
): Promise<Reply> {
  return withSessions(context, async (sessions) => {
    const { member, state } = context;
    const found = await pendingLink(sessions, member.id, state.id);
    const linked =
      found && (await (how === "keep" ? keptNow(sessions, member.id, found) : usedOnce(sessions, found)));
    if (linked === undefined) return linkFailureReply({ kind: "over" }, carried(state), context.view);
    return finish(context, linked, waitingIn(state) ?? (linked.isOnce ? PROGRESS : undefined));
  });
}

type Linked = Omit<LinkedView, "state">;
type Pending = NonNullable<Awaited<ReturnType<typeof pendingLink>>>;

async function keptNow(
  sessions: MemberSessions,
  memberId: string,
  found: Pending,
): Promise<Linked | undefined> {
  const kept = await keepLink(sessions, memberId, found);
  if (kept === undefined) return undefined;
  const { session, isSignedIn } = kept;
  return { name: session.account.name, isOnce: false, allowed: session.consent, isSignedIn };
}

async function usedOnce(
  { waiting }: MemberSessions,
  { secret, value }: Pending,
): Promise<Linked | undefined> {
  if (!("jar" in value) || !(await waiting.useOnce({ secret, value }))) return undefined;
  const { account, jar } = value;
  return { name: account.name, isOnce: true, allowed: undefined, isSignedIn: isGivenForBot(jar) };
}

export function goOn({ rerun, state }: ActionContext<typeof linkCalls.go>): Promise<Reply> {
  return rerun(waitingIn(state) ?? PROGRESS);
}

const PROGRESS: InterruptedCommand = { command: "progress", options: {} };

/** The link stays, whatever becomes of the waiting command. */
async function finish(
  context: ActionContext,
  linked: LinkedView,
  waiting: InterruptedCommand | undefined,
): Promise<Reply> {
  const view = context.view;
  if (waiting === undefined) return linkedReply(linked, undefined, view);
  try {
    return linkedReply(linked, await context.rerun(waiting), view);
  } catch (error) {
    if (!isMilepostError(error)) throw error;
    return linkedReply(linked, notice(explanation(error, context.messages(context.locale))), view);
  }
}

/** Returns the state that every control of the panel carries on. */
export function carried(state: WaitingState): WaitingState {
  return waitingState(waitingIn(state));
}
