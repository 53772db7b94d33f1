import { sleep } from "../../../base/async/sleep.ts";
import { messagesFor } from "../../../messages/catalog.ts";
import { ENGLISH, spokenLocale } from "../../../messages/languages.ts";
import { PAGE_POLICY, type SignInPage, signInPage } from "../view/sign-in-page.ts";
import type { SessionSummary, SettleLink } from "../../../sessions/session.ts";
import type { MemberSessions } from "../../../sessions/use/member-sessions.ts";
import {
  type AddressFailure,
  type PageEnding,
  type PendingLink,
  pageName,
  type PageSignIn,
  type Waiting,
} from "../../../sessions/use/waiting-secrets.ts";
import { beginningOf, landingOf } from "./own-page-addresses.ts";
import { readLanded } from "./read-landing.ts";
import { keepLink } from "./read-paste.ts";

/** The parts of a browser's request that matter here. */
export interface PageRequest {
  readonly method: string;
  /** Path and query, unparsed. */
  readonly target: string;
  readonly cookie: string | undefined;
  /** The Accept-Language header. */
  readonly language: string | undefined;
  /** The Sec-Fetch-Site header: whether the page itself led there. */
  readonly from: string | undefined;
}

export interface PageAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The prefix keeps other hosts and paths from setting it, and scripts can't read it. */
const COOKIE = "__Host-milepost-link";
const COOKIE_RULES = "Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=600";
const TICKET = /^[\w-]{22}$/;
/** The path of the page's button, which leads on to the platform. */
const GO = "/go";
const WITHIN_MS = 30_000;

/**
 * Serves the bot's own page, on which members begin and end a sign-in at the platform. Accepts a code only from the
 * browser in which the button of the member's page was pressed, which says whose link it is: sending someone the
 * platform's address, or opening the page in a hidden window, gains nothing.
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
  // Link scanners send HEAD; they must not use up a code.
  if (request.method !== "GET") return { ...plain(405, "only GET"), headers: { ...GUARDS, allow: "GET" } };
  // A truncated address counts as one, too.
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

/** A wrong state doesn't end the sign-in: the member's own may still arrive. */
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

/**
 * Stores how the sign-in ended; a link was stored when it was made. Undefined where the member was forgotten meanwhile.
 */
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

/** Returns the result of another request, possibly in another process, that brought the same code. */
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

async function finish(
  sessions: MemberSessions,
  { secret, value: { memberId } }: Waiting<PageSignIn>,
  { landed, take }: { readonly landed: string; readonly take: NonNullable<Parameters<typeof readLanded>[2]> },
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
    // In one transaction: a member who was forgotten meanwhile has no page any more.
    const settle: SettleLink<boolean> = async (transaction, { consent }) =>
      page !== undefined && pages.change(page, { ...page.value, ended: linked(consent) }, transaction);
    const kept = await keepLink(sessions, memberId, checked, settle);
    if (kept !== undefined) return linked(kept.session.consent);
  } catch (error) {
    sessions.log.error("A sign-in could not be ended on its page", {}, error);
  }
  // Nobody can confirm it any more, so its tokens are revoked.
  if (checked !== undefined) await pending.discard(checked);
  return STALE;
}

type Consent = SessionSummary["consent"];

function whyOf(outcome: Awaited<ReturnType<typeof readLanded>>): AddressFailure {
  const why = outcome?.kind === "address" ? outcome.why : "stale";
  // The other reasons ask to copy an address again, which nobody did here.
  return why === "denied" || why === "client" || why === "down" ? why : "stale";
}

function ticketIn(cookie = ""): string {
  const found = cookie.split(/; */).filter((pair) => pair.startsWith(`${COOKIE}=`));
  return found.length === 1 ? (found[0] ?? "").slice(COOKIE.length + 1) : "";
}

/** Shows the id beside the name, since Discord names can be copied. */
function shown({ memberName, memberId }: PageSignIn): string {
  return `${memberName} (${memberId})`;
}

/** Returns the first language of the browser that has translations. */
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
