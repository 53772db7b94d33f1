import { messagesFor } from "../../../messages/catalog.ts";
import { PAGE_POLICY, type SignInPage, signInPage } from "../view/sign-in-page.ts";
import type { MemberSessions, PageEnding, PageSignIn } from "../sessions/member-sessions.ts";
import type { AddressFailure } from "./address-failure.ts";
import { beginningOf, landingOf } from "./own-page-addresses.ts";
import { readLanded } from "./read-landing.ts";
import { keepLink } from "./read-paste.ts";

/** What of a browser's request counts here. */
export interface PageRequest {
  readonly method: string;
  /** Path and query, as they came. */
  readonly target: string;
  readonly cookie: string | undefined;
  /** Accept-Language. */
  readonly language: string | undefined;
  /** Sec-Fetch-Site: whether the page itself led there. */
  readonly from: string | undefined;
}

export interface PageAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** No other page and no page of another name on this host can set it, nor can a script read it. */
const COOKIE = "__Host-milepost-link";
const COOKIE_RULES = "Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=600";
const TICKET = /^[\w-]{22}$/;
/** Where the page's own button leads: the way to the platform. */
const GO = "/go";
const WITHIN_MS = 30_000;

/**
 * Answers for the bot's own page, on which members begin and end a sign-in at the platform. A code is taken only from
 * the browser in which somebody pressed the button of the member's own page, which says whose it is: who sends somebody
 * else an address of the platform, or opens the page for them in a hidden window, gains nothing by it.
 */
export async function answerOwnPage(
  sessions: MemberSessions,
  platform: string,
  request: PageRequest,
): Promise<PageAnswer> {
  const { publicUrl } = sessions;
  const [path, query] = splitOnce(request.target, "?");
  if (publicUrl === undefined) return plain(404, "not found");
  const goes = path.endsWith(GO);
  const opened = goes ? path.slice(0, -GO.length) : path;
  const ticket = opened.slice(new URL(beginningOf(publicUrl, "")).pathname.length);
  const isLanding = path === new URL(landingOf(publicUrl)).pathname;
  const isBeginning = TICKET.test(ticket) && opened === new URL(beginningOf(publicUrl, ticket)).pathname;
  if (!isLanding && !isBeginning) return plain(404, "not found");
  // What looks at addresses before people do asks with HEAD: a code that is sent counts as used.
  if (request.method !== "GET") return { ...plain(405, "only GET"), headers: { ...GUARDS, allow: "GET" } };
  if (isBeginning) {
    const isPressed = goes && request.from === "same-origin";
    return begin(sessions, {
      ...request,
      platform,
      ticket,
      isPressed,
      go: beginningOf(publicUrl, ticket) + GO,
    });
  }
  return land(sessions, { ...request, landed: `${landingOf(publicUrl)}?${query}` });
}

interface Beginning extends PageRequest {
  readonly platform: string;
  readonly ticket: string;
  readonly isPressed: boolean;
  readonly go: string;
}

function begin({ pages, signIns }: MemberSessions, beginning: Beginning): PageAnswer {
  const { platform, ticket, language, isPressed, go } = beginning;
  const found = pages.get(ticket);
  const begun = found && signIns.get(found.memberId);
  if (found === undefined || begun === undefined) return html(410, { kind: "elsewhere" }, first(language));
  if (!isPressed)
    return html(200, { kind: "begin", platform, member: shown(found), address: go }, found.locale);
  const headers = { location: begun.address, "set-cookie": `${COOKIE}=${ticket}; ${COOKIE_RULES}` };
  return { ...plain(303, ""), headers: { ...GUARDS, ...headers } };
}

async function land(
  sessions: MemberSessions,
  { cookie, language, landed }: PageRequest & { readonly landed: string },
): Promise<PageAnswer> {
  const found = sessions.pages.get(ticketIn(cookie));
  if (found === undefined) return html(403, { kind: "elsewhere" }, first(language));
  const ending = await (found.ended ?? end(sessions, found, landed));
  return ending.kind === "linked"
    ? html(200, { ...ending, member: shown(found) }, found.locale)
    : html(400, ending, found.locale);
}

/** A wrong state ends nothing: the member's own may still come. */
async function end(sessions: MemberSessions, signIn: PageSignIn, landed: string): Promise<PageEnding> {
  const { memberId } = signIn;
  const ending = finish(sessions, signIn, landed);
  // Whoever's code is being exchanged has no sign-in any more.
  if (sessions.signIns.get(memberId) !== undefined) return ending;
  signIn.ended = ending;
  void ending.then((ended) => tell(sessions, signIn, ended));
  return ending;
}

async function finish(
  sessions: MemberSessions,
  { memberId }: PageSignIn,
  landed: string,
): Promise<PageEnding> {
  try {
    const signal = AbortSignal.timeout(WITHIN_MS);
    const outcome = await readLanded(sessions, { memberId, pasted: landed, signal });
    if (outcome?.kind !== "confirm") return { kind: "failed", why: whyOf(outcome) };
    const { consent } = await keepLink(sessions, memberId, outcome.pending);
    return { kind: "linked", name: outcome.pending.account.name, allowed: consent };
  } catch (error) {
    sessions.log.error("A sign-in could not be ended on its page", {}, error);
    // Nobody confirms it any more: its tokens are given back.
    sessions.pending.drop(memberId);
    return { kind: "failed", why: "stale" };
  }
}

function whyOf(outcome: Awaited<ReturnType<typeof readLanded>>): AddressFailure {
  const why = outcome?.kind === "address" ? outcome.why : "stale";
  // The others ask to copy an address again, which nobody did.
  return why === "denied" || why === "client" || why === "down" ? why : "stale";
}

async function tell({ unseen, log }: MemberSessions, { memberId, show }: PageSignIn, ending: PageEnding) {
  const isShown = await show(ending).catch((error: unknown) => {
    log.error("The end of a sign-in could not be shown", {}, error);
    return false;
  });
  if (!isShown) unseen.put(memberId, ending);
}

function ticketIn(cookie = ""): string {
  const found = cookie.split(/; */).filter((pair) => pair.startsWith(`${COOKIE}=`));
  return found.length === 1 ? (found[0] ?? "").slice(COOKIE.length + 1) : "";
}

/** Names on Discord can be copied; ids can't. */
function shown({ memberName, memberId }: PageSignIn): string {
  return `${memberName} (${memberId})`;
}

/** The language a browser asks for first. */
function first(language = ""): string {
  return /^[a-zA-Z]{2,3}(?:-[a-zA-Z]{2,4})?/.exec(language)?.[0] ?? "";
}

const GUARDS = {
  "content-security-policy": PAGE_POLICY,
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "x-frame-options": "DENY",
  "x-robots-tag": "noindex",
};

function html(status: number, page: SignInPage, locale: string): PageAnswer {
  const body = signInPage(page, messagesFor(locale));
  return { status, type: "text/html; charset=utf-8", body, headers: GUARDS };
}

function plain(status: number, text: string): PageAnswer {
  return { status, type: "text/plain; charset=utf-8", body: `${text}\n`, headers: GUARDS };
}

function splitOnce(text: string, by: string): readonly [string, string] {
  const at = text.indexOf(by);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + by.length)];
}
