import { SerialQueue } from "../../../base/async/serial-queue.ts";
import { HOUR_MS } from "../../../base/duration.ts";
import { unlessAborted } from "../../../base/async/unless-aborted.ts";
import { isMilepostError, MilepostError } from "../../../base/errors.ts";
import type { SessionHeaders } from "../../../platform/http/request.ts";
import { compareAccounts, type SessionCheck, type SessionOwner } from "../../../platform/private/client.ts";
import type { Credential } from "../../../platform/credential.ts";
import type { RenewableTokens } from "../../../platform/oauth/renewable-tokens.ts";
import type { LinkedAccount, OpenSession, SessionState } from "../../../sessions/session.ts";
import type { MemberSessions } from "./member-sessions.ts";
import { isFinal, renewTokens } from "./renew-tokens.ts";
import { keepOnce } from "./keep-once.ts";
import { keepRenewed } from "./unsaved-renewals.ts";
import type { OnceSession, Waiting } from "./waiting-secrets.ts";

/** An account that was the right one is not asked for again within this time, where the answer proves the rest. */
const PROVEN_MS = HOUR_MS;
const MOST_PROVEN = 10_000;

/** What a run uses, and the reference its failures bear in the log. */
interface InUse {
  readonly jar: Credential;
  readonly account: LinkedAccount;
  /** Undefined: it is used once and not kept. */
  readonly kept?: OpenSession | undefined;
  /** Where it waits for its next use. */
  readonly once?: Waiting<OnceSession> | undefined;
  /** It was renewed, which could not be kept before. */
  readonly isRenewed?: boolean;
  readonly reference?: string | undefined;
}

/** Whether the platform would give this answer to nobody but whoever is signed in. */
export interface Asking {
  readonly isProof: boolean;
}

/**
 * A session while one run uses it. The first refusal makes it suspect and ends its use; a confirming probe then
 * says whether it is over. Where cookies are good for one request, as some services have it, requests that left
 * together refuse each other: what was refused is then asked again, one after the other. Cookies an answer renews are
 * kept. A database that fails is logged and takes no answer away.
 */
export class SessionInUse {
  readonly account: LinkedAccount;
  readonly #sessions: MemberSessions;
  readonly #use: InUse;
  readonly #headers: SessionHeaders;
  /** Renewed, and not kept yet. */
  #isRenewed: boolean;
  #wasRenewed = false;
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #alone = new SerialQueue();
  /** Tokens that were refused are renewed once; who is refused with the new ones was refused. */
  #renewedAfterRefusal: Promise<void> | undefined;
  /** What the first refusal came to; undefined where what was refused may be asked again. */
  #refusal: Promise<MilepostError | undefined> | undefined;
  #proof: Promise<void> | undefined;

  constructor(sessions: MemberSessions, use: InUse) {
    const { jar } = use;
    this.account = use.account;
    this.#sessions = sessions;
    this.#use = use;
    this.#isRenewed = use.isRenewed ?? false;
    this.#headers = {
      cookie: (url) => jar.cookie(url),
      csrf: () => jar.csrf(),
      ...(jar.authorization && { authorization: (url) => jar.authorization?.(url) }),
      account: () => jar.account?.(),
      take: (url, lines) => {
        const { changed, removed } = jar.take(url, lines);
        if (changed.length > 0 || removed.length > 0) this.#isRenewed = this.#wasRenewed = true;
      },
    };
  }

  /** Makes one private call. Throws "sign-in-needed" when the session is over, or belongs to somebody else. */
  async ask<T>(
    signal: AbortSignal,
    call: (session: SessionHeaders) => Promise<T>,
    { isProof }: Asking = { isProof: false },
  ): Promise<T> {
    try {
      if (this.#refusal !== undefined) return await this.#askAgain(this.#refusal, call);
      const asked = this.#askRenewing(signal, () => this.#askOnce(signal, call, isProof));
      return await asked.catch((error: unknown) => {
        if (!isMilepostError(error, "sign-in-needed")) throw error;
        this.#refusal ??= this.#decide(signal, error);
        return this.#askAgain(this.#refusal, call);
      });
    } finally {
      await this.#renew();
    }
  }

  async #askAgain<T>(
    refusal: Promise<MilepostError | undefined>,
    call: (session: SessionHeaders) => Promise<T>,
  ): Promise<T> {
    const error = await refusal;
    if (error !== undefined) throw error;
    return this.#alone
      .take(() => call(this.#headers))
      .catch((again: unknown) => {
        throw isMilepostError(again, "sign-in-needed") ? refusedThoughAlive() : again;
      });
  }

  /** With tokens that are good for a while; where they are refused all the same, once more with new ones. */
  async #askRenewing<T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
    const { tokens } = this.#use.jar;
    if (tokens === undefined) return ask();
    if (tokens.isDue()) await this.#renewEarly(signal, tokens);
    const used = tokens.generation;
    try {
      return await ask();
    } catch (error) {
      if (!isMilepostError(error, "sign-in-needed") || error.details.reason === FOREIGN || isFinal(error))
        throw error;
      this.#proof = undefined;
      this.#renewedAfterRefusal ??= renewTokens(this.#sessions, this.#use, used);
      await unlessAborted(this.#renewedAfterRefusal, signal);
      return ask();
    }
  }

  /** Ends before the tokens do; where it fails for now, they may serve a little longer. */
  async #renewEarly(signal: AbortSignal, tokens: RenewableTokens): Promise<void> {
    try {
      await unlessAborted(renewTokens(this.#sessions, this.#use, tokens.generation), signal);
    } catch (error) {
      if (!isMilepostError(error) || error.code === "sign-in-needed" || tokens.isExpired()) throw error;
    }
  }

  async #askOnce<T>(
    signal: AbortSignal,
    call: (session: SessionHeaders) => Promise<T>,
    isProof: boolean,
  ): Promise<T> {
    if (!isProof || !this.#isProven()) this.#proof ??= this.#prove(signal);
    const asked = [call(this.#headers), this.#proof ?? Promise.resolve()] as const;
    // Both may renew cookies, also when the other has failed.
    const ended = Promise.allSettled(asked);
    this.#underWay.add(ended);
    const [answer, proof] = await ended;
    this.#underWay.delete(ended);
    // Of a session that is over, the answer is the one strangers get.
    if (proof.status === "rejected") throw proof.reason;
    if (answer.status === "rejected") throw answer.reason;
    return answer.value;
  }

  /** Asks whether a session that was refused works again; throws what it came to, unless it does. */
  async probe(signal: AbortSignal): Promise<void> {
    const check = await this.#check(signal);
    await this.#renew();
    if ("error" in check) throw check.error;
    const isForeign = check.outcome === "valid" && this.#isForeign(check.account ?? {});
    if (check.outcome === "valid" && !isForeign) {
      this.#proven();
      await this.#mark("alive");
      return;
    }
    await this.#mark("dead");
    throw over(isForeign ? FOREIGN : ENDED);
  }

  async #check(signal: AbortSignal): Promise<SessionCheck> {
    const { client } = this.#sessions;
    try {
      return await this.#askRenewing(signal, async () => {
        const check = await client.checkSession({ session: this.#headers, signal });
        if (check.outcome === "ended" && this.#use.jar.tokens !== undefined) throw over(ENDED);
        return check;
      });
    } catch (error) {
      if (isMilepostError(error, "sign-in-needed") && !isFinal(error)) return { outcome: "ended" };
      throw error;
    }
  }

  async #decide(signal: AbortSignal, refusal: MilepostError): Promise<MilepostError | undefined> {
    if (isFinal(refusal)) return refusal;
    if (refusal.details.reason === FOREIGN) {
      await this.#mark("dead");
      return refusal;
    }
    await this.#mark("suspect");
    // One of them may bring the cookies that work now.
    await Promise.all(this.#underWay);
    try {
      await this.probe(signal);
      return this.#wasRenewed ? undefined : refusedThoughAlive();
    } catch (error) {
      if (isMilepostError(error)) return error;
      throw error;
    }
  }

  /**
   * Whether the platform still takes the session, for the account that was confirmed: what everybody may see is
   * answered without one too. Not known is not a refusal.
   */
  async #prove(signal: AbortSignal): Promise<void> {
    const { client } = this.#sessions;
    const { accounts, membershipTypes } = this.account;
    const likelyType = accounts[0]?.membershipType ?? membershipTypes?.[0];
    const asked = client.owner({ session: this.#headers, signal, likelyType });
    const owner = await asked.catch((error: unknown) => {
      if (isMilepostError(error) && error.code !== "sign-in-needed") return undefined;
      throw error;
    });
    if (owner === undefined) return;
    if (this.#isForeign(owner)) throw over(FOREIGN);
    this.#proven();
  }

  #isForeign(owner: SessionOwner): boolean {
    return compareAccounts(this.account, owner) === "other";
  }

  #isProven(): boolean {
    const { provenAt, clock } = this.#sessions;
    const at = provenAt.get(this.#use.kept?.summary.id ?? "");
    return at !== undefined && clock.monotonic() - at < PROVEN_MS;
  }

  #proven(): void {
    const { provenAt, clock } = this.#sessions;
    const id = this.#use.kept?.summary.id;
    if (id === undefined) return;
    if (provenAt.size >= MOST_PROVEN) provenAt.clear();
    provenAt.set(id, clock.monotonic());
  }

  async #mark(state: SessionState): Promise<void> {
    const { kept, reference } = this.#use;
    if (kept === undefined) return;
    const { store, provenAt, log } = this.#sessions;
    if (state === "dead") provenAt.delete(kept.summary.id);
    try {
      await store.mark(kept.summary, state);
    } catch (error) {
      log.error(
        "What a session came to could not be noted; its next use finds out again",
        { reference },
        error,
      );
    }
  }

  async #renew(): Promise<void> {
    const { kept, once, jar, reference } = this.#use;
    if (!this.#isRenewed || jar.missing().length > 0) return;
    this.#isRenewed = false;
    if (kept !== undefined) await keepRenewed(this.#sessions, kept, reference);
    else if (once !== undefined) await keepOnce(this.#sessions, once, { jar, reference });
  }
}

const ENDED = "the session has ended";
const FOREIGN = "the session belongs to another account now";

function refusedThoughAlive(): MilepostError {
  return new MilepostError("platform-unavailable", { reason: "a session was refused that still works" });
}

function over(reason: string): MilepostError {
  return new MilepostError("sign-in-needed", { reason });
}
