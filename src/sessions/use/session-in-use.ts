import { unlessAborted } from "../../base/async/unless-aborted.ts";
import { isMilepostError, MilepostError } from "../../base/errors.ts";
import type { SessionHeaders } from "../../platform/http/request.ts";
import { compareAccounts, type SessionOwner } from "../../platform/private/client.ts";
import type { TokenCredential } from "../../platform/credential.ts";
import type { LinkedAccount, SessionState } from "../session.ts";
import type { OpenSession } from "../store/save-session.ts";
import { CredentialInUse, type CredentialUse, ENDED, over } from "./credential-in-use.ts";
import type { MemberSessions } from "./member-sessions.ts";
import { isFinal, renewTokens } from "./renew-tokens.ts";
import { withUnsaved } from "./keep-renewals.ts";

interface InUse extends CredentialUse {
  readonly account: LinkedAccount;
}

/** Whether the platform gives this answer only to someone signed in. */
export interface Asking {
  readonly isProof: boolean;
}

interface Asked<T> extends Asking {
  readonly call: (session: SessionHeaders) => Promise<T>;
}

/**
 * A session used by one run. The first refusal makes it suspect and ends its use; a probe then decides whether it has
 * ended. Where cookies are valid for one request, concurrent requests refuse each other: what was refused with outdated
 * cookies is sent again, and from then on requests go one by one. Renewed cookies are stored. A failing database is
 * logged, and the answer still counts.
 */
export class SessionInUse {
  readonly account: LinkedAccount;
  readonly #sessions: MemberSessions;
  readonly #credential: CredentialInUse;
  /** Refused tokens are renewed once; a refusal with the new ones is final. */
  #renewedAfterRefusal: Promise<void> | undefined;
  /** The verdict on the first refusal; undefined where the request may be repeated. */
  #refusal: Promise<MilepostError | undefined> | undefined;
  #proof: Promise<void> | undefined;

  constructor(sessions: MemberSessions, { account, ...use }: InUse) {
    this.account = account;
    this.#sessions = sessions;
    this.#credential = new CredentialInUse(sessions, use);
  }

  /** Makes one private call. Throws "sign-in-needed" when the session has ended or belongs to someone else. */
  async ask<T>(
    signal: AbortSignal,
    call: (session: SessionHeaders) => Promise<T>,
    { isProof }: Asking = { isProof: false },
  ): Promise<T> {
    try {
      const answer = await this.#ask(signal, { call, isProof });
      if (isProof) await this.#sessions.endings.worked();
      return answer;
    } finally {
      await this.#credential.keep();
    }
  }

  async #ask<T>(signal: AbortSignal, asking: Asked<T>): Promise<T> {
    if (this.#refusal !== undefined) return this.#askAgain(signal, asking);
    if (this.#credential.isRotating)
      return this.#credential.inTurn(signal, () => this.#askAlone(signal, asking));
    const asked = this.#askRenewing(signal, () => this.#askOnce(signal, asking));
    return asked.catch((error: unknown) => {
      if (!isMilepostError(error, "sign-in-needed")) throw error;
      this.#refusal ??= this.#decideInTurn(signal, error);
      return this.#askAgain(signal, asking);
    });
  }

  async #askAgain<T>(signal: AbortSignal, asking: Asked<T>): Promise<T> {
    const error = await this.#refusal;
    if (error !== undefined) throw error;
    return this.#credential.inTurn(signal, () =>
      this.#credential.isRotating
        ? this.#askAlone(signal, asking)
        : this.#lastly(() => this.#credential.send(asking.call)),
    );
  }

  async #askAlone<T>(signal: AbortSignal, asking: Asked<T>): Promise<T> {
    try {
      return await this.#askProven(signal, asking);
    } catch (error) {
      if (!isMilepostError(error, "sign-in-needed")) throw error;
      const refusal = await (this.#refusal = this.#decide(signal, error));
      if (refusal !== undefined) throw refusal;
      return this.#lastly(() => this.#askProven(signal, asking));
    }
  }

  /** Proves the session if necessary, then makes the call. */
  async #askProven<T>(signal: AbortSignal, { call, isProof }: Asked<T>): Promise<T> {
    if (!isProof || !this.#isProven()) await (this.#proof ??= this.#prove(signal));
    return this.#credential.send(call);
  }

  async #lastly<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      throw isMilepostError(error, "sign-in-needed") ? refusedThoughAlive() : error;
    }
  }

  /** Makes the call with valid tokens; if they are refused, once more with renewed ones. */
  async #askRenewing<T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
    const { use } = this.#credential;
    const { jar } = use;
    if (jar.kind !== "tokens") return ask();
    if (jar.isDue()) await this.#renewEarly(signal, jar);
    const used = jar.generation;
    try {
      return await ask();
    } catch (error) {
      if (!isMilepostError(error, "sign-in-needed") || error.details.reason === FOREIGN || isFinal(error))
        throw error;
      this.#proof = undefined;
      this.#renewedAfterRefusal ??= renewTokens(this.#sessions, { ...use, jar }, used);
      await unlessAborted(this.#renewedAfterRefusal, signal);
      return ask();
    }
  }

  /** Renews before the tokens expire. If that fails for now, the old ones may still work. */
  async #renewEarly(signal: AbortSignal, jar: TokenCredential): Promise<void> {
    try {
      const use = { ...this.#credential.use, jar };
      await unlessAborted(renewTokens(this.#sessions, use, jar.generation), signal);
    } catch (error) {
      if (!isMilepostError(error) || error.code === "sign-in-needed" || jar.isExpired()) throw error;
    }
  }

  async #askOnce<T>(signal: AbortSignal, { call, isProof }: Asked<T>): Promise<T> {
    if (!isProof || !this.#isProven()) this.#proof ??= this.#prove(signal);
    const asked = [this.#credential.send(call), this.#proof ?? Promise.resolve()] as const;
    // Either may renew cookies, even if the other fails.
    const [answer, proof] = await Promise.allSettled(asked);
    // The answer of an ended session is a stranger's.
    if (proof.status === "rejected") throw proof.reason;
    if (answer.status === "rejected") throw answer.reason;
    return answer.value;
  }

  /** Probes a session that was refused. Throws the verdict, unless it works again. */
  async probe(signal: AbortSignal): Promise<void> {
    return this.#credential.inTurn(signal, () => this.#probe(signal));
  }

  async #probe(signal: AbortSignal): Promise<void> {
    const check = () => this.#credential.send((session) => this.#check(session, signal));
    let account: SessionOwner;
    try {
      account = await this.#askRenewing(signal, check);
    } catch (error) {
      if (!isMilepostError(error, "sign-in-needed") || isFinal(error)) throw error;
      if (await this.#credential.wasOutdated(error)) throw refusedThoughAlive();
      await this.#mark("dead");
      throw over(ENDED);
    }
    if (this.#isForeign(account)) {
      await this.#mark("dead");
      throw over(FOREIGN);
    }
    await this.#proven();
    await this.#mark("alive");
  }

  async #check(session: SessionHeaders, signal: AbortSignal): Promise<SessionOwner> {
    const check = await this.#sessions.client.checkSession({ session, signal });
    if ("error" in check) throw check.error;
    if (check.outcome !== "valid") throw over(ENDED);
    return check.account ?? {};
  }

  async #decideInTurn(signal: AbortSignal, refusal: MilepostError): Promise<MilepostError | undefined> {
    if (isFinal(refusal)) return refusal;
    return this.#credential.inTurn(signal, () => this.#decide(signal, refusal));
  }

  async #decide(signal: AbortSignal, refusal: MilepostError): Promise<MilepostError | undefined> {
    if (isFinal(refusal)) return refusal;
    if (refusal.details.reason === FOREIGN) {
      await this.#mark("dead");
      return refusal;
    }
    if (await this.#credential.wasOutdated(refusal)) {
      this.#proof = undefined;
      return undefined;
    }
    await this.#mark("suspect");
    try {
      await this.#probe(signal);
      this.#proof = undefined;
      return this.#credential.wasRenewed ? undefined : refusedThoughAlive();
    } catch (error) {
      if (isMilepostError(error)) return error;
      throw error;
    }
  }

  /**
   * Proves that the platform accepts the session for the confirmed account, since public data is answered without one.
   * "Not known" is not a refusal.
   */
  async #prove(signal: AbortSignal): Promise<void> {
    const { client } = this.#sessions;
    const { accounts, membershipTypes } = this.account;
    const likelyType = accounts[0]?.membershipType ?? membershipTypes?.[0];
    const asked = this.#credential.send((session) => client.owner({ session, signal, likelyType }));
    const owner = await asked.catch((error: unknown) => {
      if (isMilepostError(error) && error.code !== "sign-in-needed") return undefined;
      throw error;
    });
    if (owner === undefined) return;
    if (this.#isForeign(owner)) throw over(FOREIGN);
    await this.#proven();
  }

  #isForeign(owner: SessionOwner): boolean {
    return compareAccounts(this.account, owner) === "other";
  }

  #isProven(): boolean {
    const { kept } = this.#credential.use;
    return kept !== undefined && this.#sessions.proven.get(kept.summary.id) === true;
  }

  async #proven(): Promise<void> {
    const { kept } = this.#credential.use;
    const { proven, endings } = this.#sessions;
    if (kept !== undefined) proven.put(kept.summary.id, true);
    await endings.worked();
  }

  async #mark(state: SessionState): Promise<void> {
    const { kept, reference } = this.#credential.use;
    if (kept === undefined) return;
    const { store, proven, log, endings } = this.#sessions;
    if (state === "dead") proven.drop(kept.summary.id);
    try {
      const isNew = await store.mark(kept.summary, state);
      if (isNew && state === "dead") await endings.ended(kept.summary.discordId);
    } catch (error) {
      log.error(
        "What a session came to could not be noted; its next use finds out again",
        { reference },
        error,
      );
    }
  }
}

/** Returns a stored session in use, with renewals that could not be stored before. */
export function useOpened(sessions: MemberSessions, opened: OpenSession, reference?: string): SessionInUse {
  const { kept, isRenewed } = withUnsaved(sessions, opened);
  const { account } = opened.summary;
  return new SessionInUse(sessions, { jar: kept.jar, account, kept, isRenewed, reference });
}

const FOREIGN = "the session belongs to another account now";

function refusedThoughAlive(): MilepostError {
  return new MilepostError("platform-unavailable", { reason: "a session was refused that still works" });
}
