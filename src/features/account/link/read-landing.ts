import { isMilepostError } from "../../../base/errors.ts";
import type { Secret } from "../../../base/secret.ts";
import { createTokens } from "../../../platform/oauth/tokens.ts";
import type { OAuthClient } from "../../../platform/oauth/oauth-client.ts";
import type { PendingSignIn } from "../../../platform/oauth/landing.ts";
import type { MemberSessions } from "../../../sessions/use/member-sessions.ts";
import type { Check, Waiting } from "../../../sessions/use/waiting-secrets.ts";
import { checkCredential, whileChecking, type LinkOutcome, type PastedLink } from "./read-paste.ts";

/**
 * Exchanges the code in the address a member landed on for tokens, once. Returns undefined for other pastes. Ends the
 * sign-in before it sends the code, which must not be sent twice; `take` returns whether it was the caller's to end.
 */
export async function readLanded(
  sessions: MemberSessions,
  { memberId, pasted, signal, reference }: PastedLink,
  take = (begun: Waiting<PendingSignIn>) => sessions.waiting.signIns.take(begun),
): Promise<LinkOutcome | undefined> {
  const { oauth } = sessions;
  const { signIns } = sessions.waiting;
  const begun = oauth && (await signIns.get(memberId));
  const landing = oauth?.readLanding(pasted, begun?.value);
  if (oauth === undefined || landing === undefined) return undefined;
  if (landing.kind === "stale" || landing.kind === "unknown") return { kind: "address", why: landing.kind };
  if (begun === undefined) return { kind: "address", why: "stale" };
  return whileChecking(sessions, memberId, async (check) => {
    if (!(await take(begun))) return { kind: "address", why: "stale" };
    if (landing.kind !== "code") return { kind: "address", why: landing.kind };
    const { code } = landing;
    return exchangeAndCheck(sessions, oauth, { code, begun: begun.value, check, signal, reference });
  });
}

interface Exchange extends Pick<PastedLink, "signal" | "reference"> {
  readonly code: Secret;
  readonly begun: PendingSignIn;
  readonly check: Check;
}

async function exchangeAndCheck(
  sessions: MemberSessions,
  oauth: OAuthClient,
  { code, begun, check, signal, reference }: Exchange,
): Promise<LinkOutcome> {
  const answer = await oauth.exchange(code, begun).catch((error: unknown) => {
    if (isMilepostError(error)) return { kind: "unclear" } as const;
    throw error;
  });
  if (answer.kind === "ended") return { kind: "address", why: "refused" };
  if (answer.kind === "client") return { kind: "address", why: "client" };
  if (answer.kind !== "tokens") return { kind: "address", why: "down" };
  const { hosts } = sessions.place;
  const jar = createTokens(answer.granted, { ...oauth.oauth, hosts, clock: sessions.clock });
  let isWaiting = false;
  try {
    const outcome = await checkCredential(sessions, { check, jar, signal, reference });
    isWaiting = outcome.kind === "confirm";
    if (isWaiting || outcome.kind === "over") return outcome;
    return { kind: "address", why: outcome.kind === "down" ? "down" : "refused" };
  } finally {
    // Whose they are is unknown: they may belong to one grant with tokens the member has linked.
    const linked = isWaiting ? [] : await sessions.store.list(check.secret.discordId);
    const isAlone = linked.every(({ state }) => state === "dead");
    if (!isWaiting && isAlone) await oauth.revoke(answer.granted);
  }
}
