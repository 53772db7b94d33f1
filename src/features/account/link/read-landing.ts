import { isMilepostError } from "../../../base/errors.ts";
import { createTokens } from "../../../platform/oauth/tokens.ts";
import type { MemberSessions } from "../sessions/member-sessions.ts";
import { checkCredential, type LinkOutcome, type PastedLink } from "./read-paste.ts";

/**
 * Reads the address a member landed on and turns its code into tokens, once. Returns undefined for a paste that is no
 * address of ours. The sign-in is over before its code is sent: it can't be sent twice.
 */
export async function readLanded(
  sessions: MemberSessions,
  { memberId, pasted, signal }: PastedLink,
): Promise<LinkOutcome | undefined> {
  const { oauth, signIns, clock } = sessions;
  const begun = signIns.get(memberId);
  const landing = oauth?.readLanding(pasted, begun);
  if (oauth === undefined || landing === undefined) return undefined;
  if (landing.kind === "stale") return { kind: "address", why: "stale" };
  signIns.drop(memberId);
  if (landing.kind !== "code" || begun === undefined) {
    return { kind: "address", why: landing.kind === "denied" ? "denied" : "broken" };
  }
  const answer = await oauth.exchange(landing.code, begun).catch((error: unknown) => {
    if (isMilepostError(error)) return { kind: "unclear" } as const;
    throw error;
  });
  if (answer.kind === "ended") return { kind: "address", why: "refused" };
  if (answer.kind === "client") return { kind: "address", why: "client" };
  if (answer.kind !== "tokens") return { kind: "address", why: "down" };
  const { hosts } = sessions.place;
  const jar = createTokens(answer.granted, { ...oauth.oauth, hosts, clock });
  let isWaiting = false;
  try {
    const outcome = await checkCredential(sessions, { memberId, jar, signal });
    isWaiting = outcome.kind === "confirm";
    if (isWaiting) return outcome;
    return { kind: "address", why: outcome.kind === "down" ? "down" : "refused" };
  } finally {
    // Whose they are is not known: where the member has a link, they may be of one grant with its tokens.
    const linked = isWaiting ? [] : await sessions.store.list(memberId);
    const isAlone = linked.every(({ state }) => state === "dead");
    if (!isWaiting && isAlone) await oauth.revoke(answer.granted);
  }
}
