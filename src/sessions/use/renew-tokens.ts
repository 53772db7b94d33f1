import { MilepostError } from "../../base/errors.ts";
import type { TokenCredential } from "../../platform/credential.ts";
import type { TokenAnswer } from "../../platform/oauth/token-answer.ts";
import type { LinkOf } from "../session.ts";
import type { OpenSession } from "../store/save-session.ts";
import type { CredentialUse } from "./credential-in-use.ts";
import { giveBack, keepOnce, rereadOnce, keepRenewed, withUnsaved } from "./keep-renewals.ts";
import type { MemberSessions } from "./member-sessions.ts";
import { takeLease } from "../../storage/hold-lease.ts";

type TokensInUse = Omit<CredentialUse, "isRenewed"> & { readonly jar: TokenCredential };

/**
 * Renews tokens, unless that happened since generation `after`. Renews a session once at a time, across all processes,
 * and finishes although nobody waits: it reads the row again, commits the attempt, asks the platform once, and commits
 * the new tokens before anyone uses them. Throws "sign-in-needed" when the link is over for good.
 */
export async function renewTokens(sessions: MemberSessions, use: TokensInUse, after: number): Promise<void> {
  const { jar, kept, once } = use;
  const key = kept?.summary.id ?? once?.secret.id;
  if (key === undefined) throw over("the session is gone");
  const renewed = await sessions.renewals.keep(key, () =>
    renewAlone(sessions, key, (mayAsk) => renew(sessions, use, { after, mayAsk })),
  );
  if (renewed !== jar) jar.adopt(renewed.serialise());
}

/** Repeats renewals that were interrupted by a stop: for a moment some services still accept the old tokens. */
export async function resumeRenewals(sessions: MemberSessions, since: number): Promise<void> {
  const { store, log } = sessions;
  for (const of of await store.interrupted(since)) {
    const opened = await store.reread(of);
    if (opened?.jar.kind !== "tokens") continue;
    try {
      await renewTokens(sessions, { jar: opened.jar, kept: opened }, opened.jar.generation);
    } catch (error) {
      if (!(error instanceof MilepostError)) throw error;
      log.debug("tokens could not be renewed at the start", { code: error.code });
    }
  }
}

async function renew(
  sessions: MemberSessions,
  use: TokensInUse,
  { after, mayAsk }: { readonly after: number; readonly mayAsk: () => void },
): Promise<TokenCredential> {
  const { oauth, clock } = sessions;
  const current = await currentOf(sessions, use);
  if (oauth === undefined || current === undefined) throw over("the session is gone");
  const { jar: tokens } = current;
  if (tokens.generation > after) return tokens;
  const { refresh, attemptedAt } = tokens;
  if (refresh === undefined) return end(sessions, current.kept, false);
  const notBefore = tokens.at + (oauth.oauth.refreshAfterSeconds ?? 0) * 1_000;
  if (clock.now() < notBefore) throw notYet(notBefore - clock.now());
  tokens.attempt(clock.now());
  if (current.kept !== undefined && !(await sessions.store.renew(current.kept)))
    throw over("the session is gone");
  // What another process stored meanwhile is adopted with the attempt.
  if (tokens.generation > after) return tokens;
  mayAsk();
  const answer = await oauth.refresh(refresh);
  if (answer.kind === "ended") return end(sessions, current.kept, attemptedAt !== undefined);
  if (answer.kind === "tokens") {
    tokens.receive(answer.granted);
    await sessions.endings.worked();
    await keepTokens(sessions, { ...use, ...current });
    return tokens;
  }
  if (answer.kind !== "unclear") {
    tokens.attempt(attemptedAt);
    await keepTokens(sessions, { ...use, ...current });
  }
  throw failureOf(answer);
}

/** Returns the current row, with renewals that could not be stored before. */
async function currentOf(
  sessions: MemberSessions,
  { jar, kept, once }: TokensInUse,
): Promise<Pick<TokensInUse, "jar" | "kept"> | undefined> {
  if (kept === undefined) {
    const now = once && (await rereadOnce(sessions, once));
    if (now !== undefined) jar.adopt(now.value.jar.serialise());
    return now && { jar };
  }
  const row = await sessions.store.reread(kept.summary);
  if (row === undefined || row.summary.isFinal) return undefined;
  const current = withUnsaved(sessions, row).kept;
  if (current.jar.kind !== "tokens") return undefined;
  return { jar: current.jar, kept: { ...current, revision: row.revision } };
}

/** Commits the tokens before they are used; where the row is gone, revokes them. */
async function keepTokens(
  sessions: MemberSessions,
  { jar, kept, once, reference }: TokensInUse,
): Promise<void> {
  if (kept !== undefined) {
    if (await keepRenewed(sessions, { ...kept, jar }, reference)) return;
  } else if (once !== undefined) {
    if (await keepOnce(sessions, once, { jar, reference })) return;
    await giveBack(sessions, once.secret.discordId, { jar, account: once.value.account });
  }
  throw over("the session is gone");
}

async function end(
  { store, proven, unsaved, endings }: MemberSessions,
  kept: OpenSession | undefined,
  wasCutOff: boolean,
): Promise<never> {
  if (kept !== undefined) {
    const of: LinkOf = kept.summary;
    proven.drop(of.id);
    unsaved.drop(of.id);
    await store.end(of, wasCutOff ? "lost" : "died");
    await endings.ended(of.discordId);
  }
  throw over("the platform ended the link");
}

function failureOf(answer: Exclude<TokenAnswer, { kind: "tokens" | "ended" }>): MilepostError {
  const operation = "oauth";
  if (answer.kind === "not-now") {
    const { code, retryAfterMs } = answer;
    return new MilepostError(code, { operation, ...(retryAfterMs !== undefined && { retryAfterMs }) });
  }
  return answer.kind === "client"
    ? new MilepostError("platform-key", { operation, reason: "the application's id or secret was refused" })
    : new MilepostError("platform-unavailable", { operation, reason: "tokens could not be renewed" });
}

function notYet(retryAfterMs: number): MilepostError {
  const reason = "tokens can't be renewed yet";
  return new MilepostError("platform-unavailable", { operation: "oauth", reason, retryAfterMs });
}

function over(reason: string): MilepostError {
  return new MilepostError("sign-in-needed", { operation: "oauth", reason });
}

/** Returns whether the token endpoint itself refused: that needs no confirming probe. */
export function isFinal(refusal: MilepostError): boolean {
  return refusal.code === "sign-in-needed" && refusal.details.operation === "oauth";
}

/**
 * Renews while no other process renews this session, since sending a refresh token twice may end the grant. `work`
 * calls `mayAsk` right before it sends it. A renewal that could not be stored keeps others out until it is.
 */
async function renewAlone<T>(
  sessions: MemberSessions,
  id: string,
  work: (mayAsk: () => void) => Promise<T>,
): Promise<T> {
  const { unsaved, unsavedLeases } = sessions;
  const own = unsavedLeases.get(id);
  const lease = own?.isHeld() === true ? own : await takeLease(sessions.nodes, `renewal ${id}`);
  try {
    return await work(() => {
      if (lease.isHeld()) return;
      throw new MilepostError("busy", { reason: "another process may renew these tokens by now" });
    });
  } finally {
    if (unsaved.get(id) === undefined) await lease.release();
    else unsavedLeases.set(id, lease);
  }
}
