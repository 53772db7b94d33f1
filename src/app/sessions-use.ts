import { isMilepostError, MilepostError } from "../base/errors.ts";
import type { SessionHeaders } from "../platform/http/request.ts";
import { compareAccounts } from "../platform/private/client.ts";
import type { SessionJar } from "../platform/session-jar.ts";
import type { LinkedAccount, OpenSession } from "../sessions/session.ts";
import type { MemberSessions } from "./sessions.ts";

/** An account that was the right one is not asked for again within this time. */
const PROVEN_MS = 60 * 60 * 1000;
const MOST_PROVEN = 10_000;

/**
 * A session while one run uses it. The first refusal makes it suspect and ends its use; a confirming probe then
 * says whether it is over. Cookies an answer renews are kept.
 */
export class SessionInUse {
  readonly account: LinkedAccount;
  readonly #sessions: MemberSessions;
  readonly #jar: SessionJar;
  /** Undefined: it is used once and not kept. */
  readonly #kept: OpenSession | undefined;
  readonly #headers: SessionHeaders;
  #isRenewed = false;
  #refusal: Promise<MilepostError> | undefined;
  #identity: Promise<void> | undefined;

  constructor(
    sessions: MemberSessions,
    { jar, account, kept }: { jar: SessionJar; account: LinkedAccount; kept?: OpenSession | undefined },
  ) {
    this.account = account;
    this.#sessions = sessions;
    this.#jar = jar;
    this.#kept = kept;
    this.#headers = {
      cookie: (url) => jar.cookie(url),
      csrf: () => jar.csrf(),
      take: (url, lines) => {
        const { changed, removed } = jar.take(url, lines);
        this.#isRenewed ||= changed.length > 0 || removed.length > 0;
      },
    };
  }

  /** Makes one private call. Throws "sign-in-needed" when the session is over, or belongs to somebody else. */
  async ask<T>(signal: AbortSignal, call: (session: SessionHeaders) => Promise<T>): Promise<T> {
    if (this.#refusal !== undefined) throw await this.#refusal;
    try {
      this.#identity ??= this.#identify(signal);
      const [answer] = await Promise.all([call(this.#headers), this.#identity]);
      return answer;
    } catch (error) {
      if (!isMilepostError(error, "sign-in-needed")) throw error;
      this.#refusal ??= this.#decide(signal, error);
      throw await this.#refusal;
    } finally {
      await this.#renew();
    }
  }

  /** Asks whether a suspect session works again; throws what it came to, unless it does. */
  async probe(signal: AbortSignal): Promise<void> {
    const check = await this.#sessions.client.checkSession({ session: this.#headers, signal });
    await this.#renew();
    if (check.outcome === "valid") {
      await this.#mark("alive");
      return;
    }
    if ("error" in check) throw check.error;
    await this.#mark("dead");
    throw over("the session has ended");
  }

  async #decide(signal: AbortSignal, refusal: MilepostError): Promise<MilepostError> {
    if (refusal.details.reason === FOREIGN) {
      await this.#mark("dead");
      return refusal;
    }
    await this.#mark("suspect");
    try {
      await this.probe(signal);
      return new MilepostError("platform-unavailable", { reason: "a session was refused that still works" });
    } catch (error) {
      if (isMilepostError(error)) return error;
      throw error;
    }
  }

  /** Whether the session still belongs to the account that was confirmed. Not known is not a refusal. */
  async #identify(signal: AbortSignal): Promise<void> {
    const { client, provenAt, clock } = this.#sessions;
    const id = this.#kept?.summary.id;
    if (id === undefined || this.account.membershipId === undefined) return;
    const now = clock.now();
    if (now - (provenAt.get(id) ?? Number.NEGATIVE_INFINITY) < PROVEN_MS) return;
    const found = await client.accountCurrent({ session: this.#headers, signal }).catch((error: unknown) => {
      if (isMilepostError(error) && error.code !== "sign-in-needed") return undefined;
      throw error;
    });
    if (found === undefined) return;
    if (compareAccounts(this.account, found) === "other") throw over(FOREIGN);
    if (provenAt.size >= MOST_PROVEN) provenAt.clear();
    provenAt.set(id, now);
  }

  async #mark(state: "alive" | "suspect" | "dead"): Promise<void> {
    if (this.#kept === undefined) return;
    const { discordId, id } = this.#kept.summary;
    await this.#sessions.store.mark({ discordId, id }, state);
    if (state === "dead") this.#sessions.provenAt.delete(id);
  }

  async #renew(): Promise<void> {
    if (!this.#isRenewed || this.#kept === undefined || this.#jar.missing().length > 0) return;
    this.#isRenewed = false;
    await this.#sessions.store.renew(this.#kept);
  }
}

const FOREIGN = "the session belongs to another account now";

function over(reason: string): MilepostError {
  return new MilepostError("sign-in-needed", { reason });
}
