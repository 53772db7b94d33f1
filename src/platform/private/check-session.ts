import { type ErrorCode, isMilepostError, MilepostError } from "../../base/errors.ts";
import type { PlatformConnection } from "../connection.ts";
import { retryAfterMs } from "../http/asked-wait.ts";
import { linesOf, type RawAnswer } from "../http/request.ts";
import { SignInPages } from "../sign-in-answer.ts";
import type { PrivateOptions, SessionCheck, SignedInAccount } from "./client.ts";

const OPERATION = "sign-in";
/** A page may set a cookie and redirect to itself once or twice. */
const HOPS = 8;

type Trouble = Extract<SessionCheck, { error: MilepostError }>;
/** The verdict of E1: "likely" needs proof, "unclear" leaves everything to it. */
type Verdict = SessionCheck | { readonly outcome: "likely" } | { readonly outcome: "unclear" };

/**
 * Checks a session. E1 can tell that cookies are not a session; only a private call proves that they are, since
 * maintenance pages look like success, and a page that is down says nothing.
 */
export async function checkSession(
  connection: PlatformConnection,
  prove: () => Promise<SignedInAccount | undefined>,
  options: PrivateOptions,
): Promise<SessionCheck> {
  const verdict = await askSignIn(connection, options).catch((error: unknown) => troubled(error, options));
  if (verdict.outcome === "ended" || verdict.outcome === "not-registered") return verdict;
  let account: SignedInAccount | undefined;
  try {
    account = await prove();
  } catch (error) {
    return refutation(verdict, error, options);
  }
  if (account !== undefined || verdict.outcome === "likely") return { outcome: "valid", account };
  return "error" in verdict ? verdict : trouble("unavailable", "platform-answer", "nothing to prove it by");
}

function refutation(verdict: Verdict, error: unknown, options: PrivateOptions): SessionCheck {
  if (!isMilepostError(error, "sign-in-needed")) {
    // Signed in without a game account: only someone signed in is told so.
    if (isMilepostError(error, "not-found") && verdict.outcome === "likely") {
      return { outcome: "valid", account: { isKnown: false, membershipTypes: [] } };
    }
    return "error" in verdict ? verdict : troubled(error, options);
  }
  // A failed page and a refused call may be one odd answer of a platform in trouble.
  return "error" in verdict ? verdict : { outcome: "ended" };
}

/** Follows E1 through its locales. */
async function askSignIn(connection: PlatformConnection, options: PrivateOptions): Promise<Verdict> {
  // E1 knows only cookies. Tokens come from the token endpoint, so that only the proof is left.
  if (options.session.authorization !== undefined) return { outcome: "likely" };
  const { profile, hosts } = connection;
  const pages = new SignInPages(profile, hosts);
  let url = pages.address(profile.locale.default);
  if (url === undefined) return { outcome: "unclear" };
  const seen = new Set<string>();
  for (let hop = 0; hop < HOPS; hop += 1) {
    const visit = `${url.href} ${options.session.cookie(url) ?? ""}`;
    if (seen.has(visit)) break;
    seen.add(visit);
    const { raw, at } = await ask(connection, url, options);
    const answer = pages.read({ url, status: raw.status, location: linesOf(raw.headers["location"])[0] });
    switch (answer.kind) {
      case "same-page":
        url = answer.url;
        continue;
      case "provider":
        return { outcome: "ended" };
      case "register":
        return { outcome: "not-registered" };
      case "answered":
      case "onward":
        return { outcome: "likely" };
      case "moved":
        // The cookies are not sent there, so it could only say that nobody is signed in.
        return { outcome: "unclear" };
      case "strayed":
        return trouble("strayed", "platform-refused", "the sign-in page leads off the allow-list");
      case "maintenance":
        return trouble("maintenance", "platform-maintenance", undefined, retryAfterMs({ raw, now: at }));
      case "failed":
        return raw.status >= 500
          ? trouble("unavailable", "platform-unavailable", "the sign-in page failed")
          : { outcome: "unclear" };
    }
  }
  return trouble("loop", "platform-refused", "the sign-in page leads in a circle");
}

async function ask(
  { send, closing }: PlatformConnection,
  url: URL,
  { session, signal, background = false }: PrivateOptions,
): Promise<{ readonly raw: RawAnswer; readonly at: number }> {
  const { payload, at } = await send({
    operation: OPERATION,
    class: "page",
    method: "GET",
    url,
    envelope: "bare",
    maxBytes: 0,
    session,
    signal: signal === undefined ? closing : AbortSignal.any([closing, signal]),
    isBackground: background,
  });
  // A "page" is returned unread.
  return { raw: payload as RawAnswer, at };
}

function troubled(error: unknown, { signal }: PrivateOptions): Trouble {
  if (signal?.aborted === true || !isMilepostError(error)) throw error;
  if (error.code === "platform-maintenance") return { outcome: "maintenance", error };
  return { outcome: "unavailable", error };
}

function trouble(outcome: Trouble["outcome"], code: ErrorCode, reason?: string, waitMs = 0): Trouble {
  const error = new MilepostError(code, {
    operation: OPERATION,
    ...(reason === undefined ? {} : { reason }),
    ...(waitMs > 0 ? { retryAfterMs: waitMs } : {}),
  });
  return { outcome, error };
}
