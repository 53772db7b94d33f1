import { randomBytes } from "node:crypto";

import { keyFingerprint } from "../../../sessions/bundle/key-fingerprint.ts";
import { signInProfile } from "./sign-in-profile.ts";
import { isMilepostError } from "../../../base/errors.ts";
import type { InterruptedCommand } from "../../../discord/command/invocation-context.ts";
import type { GivenFile } from "../../../discord/command/modal.ts";
import { readFile } from "../../../discord/rest/read-file.ts";
import type { Attachment, Reply } from "../../../discord/reply/reply.ts";
import type { Profile } from "../../../platform/profile/schema.ts";
import { type LinkedView, confirmReply, linkedReply } from "../view/link-confirm.ts";
import { type LinkFailure, linkFailureReply } from "../view/link-outcome.ts";
import { type LinkGuide, consentReply, guideReply, linkOffReply } from "../view/link.ts";
import { signInConsentReply, signInReply } from "../view/link-sign-in.ts";
import { notice } from "../../shared/view/parts.ts";
import type { ViewContext } from "../../shared/view/view-context.ts";
import { beginningOf } from "./own-page-addresses.ts";
import { explanation } from "../../shared/explain.ts";
import { waitingIn, waitingState } from "../../shared/interrupted-command.ts";
import type { WaitingState } from "../../shared/view/calls/link.ts";
import {
  FIELD_LENGTH,
  type LinkOutcome,
  type PastedLink,
  keepLink,
  pendingLink,
  readLink,
  useLinkOnce,
} from "./read-paste.ts";
import { readLanded } from "./read-landing.ts";
import { BUNDLE_PREFIX } from "../../../sessions/paste/sealed-text.ts";
import { mustBeOnHere } from "../../shared/server-visibility.ts";
import type { MemberSessions, PageEnding } from "../sessions/member-sessions.ts";
import type { ActionContext, CommandContext } from "../../shared/command-context.ts";
import type { linkCalls, LinkTab, LinkWay } from "../../shared/view/calls/link.ts";

/** Answers with the sessions, or says that linking is off here. */
export async function withSessions(
  context: CommandContext,
  answer: (sessions: MemberSessions) => Promise<Reply>,
): Promise<Reply> {
  const { linking } = context;
  return linking === undefined ? linkOffReply(context.view) : answer(linking.sessions);
}

/** The consent card. `state` may carry a command that waits. */
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
    if (oauth === undefined || (way === "cookies" && view.cookies > 0)) {
      return consentReply(view, context.view);
    }
    const { scope, revokeUrl } = oauth.oauth;
    const canGiveBack = revokeUrl !== undefined;
    const hasOwnPage = sessions.publicUrl !== undefined;
    const shown = { ...view, scope, manageUrl: oauth.manageUrl, canGiveBack, hasOwnPage };
    return signInConsentReply(shown, context.view);
  });
}

/**
 * Where to sign in. The state in its address is this member's, until they land or ten minutes pass. What came of a
 * sign-in on the bot's own page and could not be shown then is shown now.
 */
export async function showSignIn(context: ActionContext<typeof linkCalls.signIn>): Promise<Reply> {
  mustBeOnHere(context);
  const { state } = context;
  return withSessions(context, async (sessions) => {
    const { oauth, signIns, unseen } = sessions;
    if (oauth === undefined) return showConsent(context, state);
    const { member, profile } = context;
    const ended = unseen.take(member.id);
    if (ended !== undefined) return endingReply(ended, carried(state), context.view);
    const begun = signIns.get(member.id) ?? oauth.begin();
    signIns.put(member.id, begun);
    const { address } = begun;
    const page = beginOnPage(sessions, context);
    return signInReply({ platform: profile.name, address, page, state: carried(state) }, context.view);
  });
}

/** Returns where the sign-in begins on the bot's own page; undefined where it has none. */
function beginOnPage(
  { pages, publicUrl }: MemberSessions,
  { member, locale, state, view, update }: ActionContext<typeof linkCalls.signIn>,
): string | undefined {
  if (publicUrl === undefined) return undefined;
  const ticket = randomBytes(16).toString("base64url");
  const show = async (ending: PageEnding) => update(endingReply(ending, carried(state), view));
  pages.put(ticket, { memberId: member.id, memberName: member.name, locale, show });
  return beginningOf(publicUrl, ticket);
}

function endingReply(ending: PageEnding, state: WaitingState, view: ViewContext): Reply {
  if (ending.kind === "failed") return linkFailureReply({ kind: "address", why: ending.why }, state, view);
  const { name, allowed } = ending;
  return linkedReply({ name, allowed, isOnce: false, isSignedIn: true, state }, undefined, view);
}

/** One way to bring the cookies. */
export async function showGuide(
  context: CommandContext,
  { tab = "browser", ...state }: WaitingState & { readonly tab: LinkTab | undefined },
): Promise<Reply> {
  mustBeOnHere(context);
  return withSessions(context, async (sessions) => {
    const guide = await guideOf(context, sessions, tab);
    const portal = sessions.place.hosts.portal;
    const cookies = sessions.wanted.cookies.filter(({ isRequired }) => isRequired).map(({ name }) => name);
    const view = { cookies, state: carried(state), portal, guide };
    return guideReply(view, context.view);
  });
}

async function guideOf(context: CommandContext, sessions: MemberSessions, tab: LinkTab): Promise<LinkGuide> {
  if (tab === "desktop") return { tab, isSealedOnly: sessions.accepts() === "sealed" };
  const recipient = await sessions.bundles.recipient();
  const { member } = context;
  if (tab === "browser") {
    const sealPage = recipient === undefined ? undefined : await sealPageOf(context, sessions, recipient);
    return { tab, sealPage };
  }
  if (recipient === undefined) return { tab, terminal: undefined };
  const profile = profileFile(context.profile);
  const options = `--recipient ${recipient} --member ${member.id} --profile ${profile.name}`;
  const commands = [
    `npx --no-install milepost sign-in ${options}`,
    `npx --no-install milepost seal ${options}`,
  ] as const;
  return { tab, terminal: { commands, profile } };
}

async function sealPageOf(
  context: CommandContext,
  sessions: MemberSessions,
  recipient: string,
): Promise<{ readonly file: Attachment; readonly fingerprint: string }> {
  const { fileName } = context.messages(context.locale).link.browser;
  const bytes = await sessions.sealPage(context.member.id, recipient, context.locale);
  return { file: { name: fileName, bytes }, fingerprint: keyFingerprint(recipient) };
}

/** What the commands have to know of the platform. */
function profileFile(profile: Profile): Attachment {
  const name = profile.id.replaceAll(/[^\w-]/g, "") || "profile";
  return {
    name: `${name}.json`,
    bytes: Buffer.from(`${JSON.stringify(signInProfile(profile), undefined, 2)}\n`),
  };
}

/** More than sealed text ever has. */
const MOST_FILE_BYTES = 256 * 1024;

interface Given {
  readonly pasted?: string | undefined;
  readonly file?: GivenFile | undefined;
  /** It was asked for as an address. */
  readonly isAddress?: boolean;
}

/** Reads a paste and asks whose it is, or says what was wrong with it. */
export async function readPasted(context: ActionContext<typeof linkCalls.paste> & Given): Promise<Reply> {
  mustBeOnHere(context);
  return withSessions(context, async (sessions) => {
    const { member, signal } = context;
    const given = await textOf(context);
    const outcome: LinkOutcome =
      given === undefined
        ? { kind: "file", why: "unreadable" }
        : await outcomeOf(sessions, { memberId: member.id, ...given, signal }, context.isAddress === true);
    const state = carried(context.state);
    const view = context.view;
    if (outcome.kind !== "confirm") return linkFailureReply(failureOf(outcome), state, view);
    const { id, account, source, jar } = outcome.pending;
    return confirmReply(
      {
        isSignedIn: jar.tokens !== undefined,
        name: account.name,
        membershipId: account.membershipId,
        source,
        gameAccounts: account.accounts.map((game) => game.name ?? game.id),
        otherHost: outcome.otherHost,
      },
      { ...state, id },
      view,
    );
  });
}

async function outcomeOf(
  sessions: MemberSessions,
  paste: PastedLink,
  isAddress: boolean,
): Promise<LinkOutcome> {
  const landed = await readLanded(sessions, paste);
  if (landed !== undefined) return landed;
  return isAddress || sessions.wanted.cookies.length === 0
    ? { kind: "address", why: "unknown" }
    : readLink(sessions, paste);
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

/** Of a binary age file the text it is pasted as. */
function sealedText(file: Buffer): string {
  const isAge = file.subarray(0, AGE_FILE.length).toString("latin1") === AGE_FILE;
  return isAge ? `${BUNDLE_PREFIX}${file.toString("base64url")}` : file.toString("utf8");
}

function failureOf(outcome: Exclude<LinkOutcome, { kind: "confirm" }>): LinkFailure {
  return outcome.kind === "down" ? { kind: "down", why: outcome.why } : outcome;
}

/** How much the modal takes. */
export const PASTE_LENGTH = FIELD_LENGTH;

/** Forgets what waits to be confirmed. */
export function declineLink({ linking, member }: CommandContext): void {
  linking?.sessions.pending.drop(member.id);
}

/** Keeps what was confirmed, or holds it for one use; then the command that waited runs. */
export function confirmLink(
  context: ActionContext<typeof linkCalls.keep>,
  how: "keep" | "once",
): Promise<Reply> {
  return withSessions(context, async (sessions) => {
    const { member, state } = context;
    const found = pendingLink(sessions, member.id, state.id);
    if (found === undefined) return linkFailureReply({ kind: "over" }, carried(state), context.view);
    const kept = how === "keep" ? await keepLink(sessions, member.id, found) : undefined;
    if (kept === undefined) useLinkOnce(sessions, member.id, found);
    const isOnce = kept === undefined;
    const waiting = waitingIn(state) ?? (isOnce ? PROGRESS : undefined);
    const { account, jar } = found;
    const linked = { name: account.name, isOnce, allowed: kept?.consent };
    return finish(context, { ...linked, isSignedIn: jar.tokens !== undefined }, waiting);
  });
}

/** Runs the command that waited for the link. */
export function goOn({ rerun, state }: ActionContext<typeof linkCalls.go>): Promise<Reply> {
  return rerun(waitingIn(state) ?? PROGRESS);
}

const PROGRESS: InterruptedCommand = { command: "progress", options: {} };

/** The link is made whatever becomes of the command. */
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

/** What every control of the panel carries on. */
function carried(state: WaitingState): WaitingState {
  return waitingState(waitingIn(state));
}
