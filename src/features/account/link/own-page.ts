import { sleep } from "../../../base/async/sleep.ts";
import { messagesFor } from "../../../messages/catalog.ts";
import { ENGLISH, spokenLocale } from "../../../messages/languages.ts";
import { PAGE_POLICY, type SignInPage, signInPage } from "../view/sign-in-page.ts";
import type { SessionSummary, SettleLink } from "../../../sessions/session.ts";
import type { MemberSessions } from "../sessions/member-sessions.ts";
import {
  type AddressFailure,
  type PageEnding,
  type PendingLink,
  pageName,
  type PageSignIn,
  type Waiting,
} from "../sessions/waiting-secrets.ts";
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
  // What looks at addresses before people do asks with HEAD: a code that is sent counts as used.
  if (request.method !== "GET") return { ...plain(405, "only GET"), headers: { ...GUARDS, allow: "GET" } };
  // An address that was cut on the way is one, too.
  if (!isLanding && !isBeginning) return html(404, { kind: "elsewhere" }, spokenIn(request.language));
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

async function begin({ waiting }: MemberSessions, beginning: Beginning): Promise<PageAnswer> {
  const { platform, ticket, language, isPressed, go } = beginning;
  const found = (await waiting.pages.get(pageName(ticket)))?.value;
  const begun = found && (await waiting.signIns.get(found.memberId));
  if (found === undefined || begun === undefined) return html(410, { kind: "elsewhere" }, spokenIn(language));
  const { host } = new URL(begun.value.address);
  if (!isPressed)
    return html(200, { kind: "begin", platform, member: shown(found), address: go, host }, found.locale);
  const headers = { location: begun.value.address, "set-cookie": `${COOKIE}=${ticket}; ${COOKIE_RULES}` };
  return { ...plain(303, ""), headers: { ...GUARDS, ...headers } };
}

async function land(
  sessions: MemberSessions,
  { cookie, language, landed }: PageRequest & { readonly landed: string },
): Promise<PageAnswer> {
  const page = await sessions.waiting.pages.get(pageName(ticketIn(cookie)));
  if (page === undefined) return html(403, { kind: "elsewhere" }, spokenIn(language));
  const ending = page.value.ended ?? (await end(sessions, page, landed));
  return ending.kind === "linked"
    ? html(200, { ...ending, member: shown(page.value) }, page.value.locale)
    : html(400, ending, page.value.locale);
}

/** A wrong state ends nothing: the member's own may still come. */
async function end(sessions: MemberSessions, page: Waiting<PageSignIn>, landed: string): Promise<PageEnding> {
  const { memberId } = page.value;
  const { name } = page.secret;
  let isTaken = false;
  const ending = await finish(sessions, page, {
    landed,
    take: async (begun) => (isTaken = await sessions.waiting.takeOnPage(begun, page)),
  });
  if (!isTaken) return endingElsewhere(sessions, name);
  const noted = await note(sessions, name, ending);
  if (noted !== undefined) void sessions.pageReplies.show(memberId, noted, name);
  return noted ?? ending;
}

/** Notes an ending; a link was noted as it was made. Undefined where the member was forgotten meanwhile. */
async function note(
  { waiting: { pages } }: MemberSessions,
  name: string,
  ended: PageEnding,
): Promise<PageEnding | undefined> {
  const page = await pages.get(name);
  if (page === undefined || page.value.ended !== undefined) return page?.value.ended;
  return (await pages.change(page, { ...page.value, ended })) ? ended : undefined;
}

const STALE: PageEnding = { kind: "failed", why: "stale" };
const LOOK_EVERY_MS = 100;

/** What another request, perhaps in another process, comes to that brought the same code. */
async function endingElsewhere({ waiting, pageWaits }: MemberSessions, name: string): Promise<PageEnding> {
  const giveUpAt = performance.now() + WITHIN_MS;
  const slot = pageWaits.reserve();
  if (slot === undefined) return STALE;
  try {
    while (performance.now() < giveUpAt) {
      const page = await waiting.pages.get(name);
      if (page?.value.ended !== undefined) return page.value.ended;
      if (page?.value.isTaken !== true) break;
      await sleep(LOOK_EVERY_MS);
    }
  } finally {
    slot.end();
  }
  return STALE;
}

interface Landed {
  readonly landed: string;
  readonly take: NonNullable<Parameters<typeof readLanded>[2]>;
}

async function finish(
  sessions: MemberSessions,
  { secret, value: { memberId } }: Waiting<PageSignIn>,
  { landed, take }: Landed,
): Promise<PageEnding> {
  const { pages, pending } = sessions.waiting;
  let checked: Waiting<PendingLink> | undefined;
  try {
    const signal = AbortSignal.timeout(WITHIN_MS);
    const outcome = await readLanded(sessions, { memberId, pasted: landed, signal }, take);
    if (outcome?.kind !== "confirm") return { kind: "failed", why: whyOf(outcome) };
    checked = outcome.pending;
    const { name } = checked.value.account;
    const linked = (allowed: Consent) => ({ kind: "linked", name, allowed }) as const;
    const page = await pages.get(secret.name);
    // Both or neither: who is forgotten meanwhile has no page any more.
    const settle: SettleLink<boolean> = async (transaction, { consent }) =>
      page !== undefined && pages.change(page, { ...page.value, ended: linked(consent) }, transaction);
    const kept = await keepLink(sessions, memberId, checked, settle);
    if (kept !== undefined) return linked(kept.session.consent);
  } catch (error) {
    sessions.log.error("A sign-in could not be ended on its page", {}, error);
  }
  // Nobody confirms it any more: its tokens are given back.
  if (checked !== undefined) await pending.discard(checked);
  return STALE;
}

type Consent = SessionSummary["consent"];

function whyOf(outcome: Awaited<ReturnType<typeof readLanded>>): AddressFailure {
  const why = outcome?.kind === "address" ? outcome.why : "stale";
  // The others ask to copy an address again, which nobody did.
  return why === "denied" || why === "client" || why === "down" ? why : "stale";
}

function ticketIn(cookie = ""): string {
  const found = cookie.split(/; */).filter((pair) => pair.startsWith(`${COOKIE}=`));
  return found.length === 1 ? (found[0] ?? "").slice(COOKIE.length + 1) : "";
}

/** Names on Discord can be copied; ids can't. */
function shown({ memberName, memberId }: PageSignIn): string {
  return `${memberName} (${memberId})`;
}

/** The first language a browser asks for that is spoken here. */
function spokenIn(accepted = ""): string {
  const tags = accepted.match(/[a-z]{2,3}(?:-[a-z]{4})?(?:-[a-z]{2})?/gi) ?? [];
  return tags.find((tag) => spokenLocale(tag) === tag) ?? ENGLISH;
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
