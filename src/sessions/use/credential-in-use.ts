import type { SessionHeaders } from "../../platform/http/request.ts";
import { isMilepostError, MilepostError } from "../../base/errors.ts";
import type { Credential, SetCookieReport } from "../../platform/credential.ts";
import type { OpenSession } from "../store/save-session.ts";
import { keepOnce, rereadOnce, keepRenewed } from "./keep-renewals.ts";
import type { MemberSessions } from "./member-sessions.ts";
import type { SharedSession } from "./shared-sessions.ts";
import type { OnceSession, Waiting } from "./waiting-secrets.ts";

/** What a run uses, and the reference of its failures in the log. */
export interface CredentialUse {
  readonly jar: Credential;
  /** Undefined where it is used once and not stored. */
  readonly kept?: OpenSession | undefined;
  /** Where it waits for its next use. */
  readonly once?: Waiting<OnceSession> | undefined;
  /** Whether it holds a renewal that could not be stored before. */
  readonly isRenewed?: boolean;
  readonly reference?: string | undefined;
}

/**
 * The cookies or tokens of a run, shared with other runs of the same session in this process. Stores what answers
 * renew. A failing database is logged, and the answer still counts.
 */
export class CredentialInUse {
  /** With the shared jar. */
  readonly use: CredentialUse;
  /** Whether an answer to this run renewed it. */
  wasRenewed = false;
  readonly #sessions: MemberSessions;
  readonly #link: string;
  readonly #shared: SharedSession;
  /** The cookies of requests that were refused. */
  readonly #sent = new WeakMap<MilepostError, string>();
  /** Whether there is a renewal to store. */
  #isRenewed: boolean;

  constructor(sessions: MemberSessions, use: CredentialUse) {
    const { kept, once, isRenewed = false } = use;
    this.#sessions = sessions;
    this.#link = kept ? `${kept.summary.id} ${kept.summary.linkedAt}` : (once?.secret.id ?? "");
    this.#shared = sessions.shared.of(this.#link, use.jar);
    this.#isRenewed = isRenewed;
    const { jar } = this.#shared;
    this.use = { ...use, jar, ...(kept !== undefined && { kept: { ...kept, jar } }) };
  }

  /** Whether its cookies are valid for one request only. */
  get isRotating(): boolean {
    return this.#sessions.shared.rotates(this.#link);
  }

  /**
   * Runs the work alone, with what other processes received. Throws "sign-in-needed" where the session was unlinked or
   * ended meanwhile, or the signal's reason.
   */
  inTurn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    return this.#shared.alone.take(async () => {
      signal.throwIfAborted();
      if ((await this.#catchUp()) === "over") throw over(ENDED);
      try {
        return await work();
      } finally {
        await this.keep();
      }
    });
  }

  /** Makes a call; others wait for it before they judge a refusal of theirs. */
  send<T>(call: (session: SessionHeaders) => Promise<T>): Promise<T> {
    const { underWay } = this.#shared;
    const sent = this.#send(call);
    const ended = Promise.allSettled([sent]).then(() => void underWay.delete(ended));
    underWay.add(ended);
    return sent;
  }

  /** Returns whether a refused request used cookies that were renewed meanwhile, here or in another process. */
  async wasOutdated(refusal: MilepostError): Promise<boolean> {
    // One of these calls may bring the cookies that work now.
    await Promise.all(this.#shared.underWay);
    if (this.use.jar.kind !== "cookies") return false;
    const isOutdated = this.#cookies() !== this.#sent.get(refusal) || (await this.#catchUp()) === "newer";
    if (isOutdated) this.#sessions.shared.noteRotating(this.#link);
    return isOutdated;
  }

  async keep(): Promise<void> {
    const { kept, once, jar, reference } = this.use;
    if (!this.#isRenewed || jar.missing().length > 0) return;
    this.#isRenewed = false;
    if (kept !== undefined) await keepRenewed(this.#sessions, kept, reference);
    else if (once !== undefined) await keepOnce(this.#sessions, once, { jar, reference });
  }

  async #send<T>(call: (session: SessionHeaders) => Promise<T>): Promise<T> {
    const headers = new CallHeaders(
      this.use.jar,
      () => this.#cookies(),
      (report) => this.#taken(report),
    );
    let refusal: MilepostError | undefined;
    try {
      return await call(headers);
    } catch (error) {
      if (isMilepostError(error, "sign-in-needed")) refusal = error;
      throw error;
    } finally {
      headers.end({ isRefused: refusal !== undefined });
      if (refusal !== undefined) this.#sent.set(refusal, headers.sent);
    }
  }

  #taken(report: SetCookieReport): void {
    if (report.changed.length + report.removed.length === 0) return;
    this.#isRenewed = this.wasRenewed = true;
    this.#sessions.shared.renewed(this.#link, report);
  }

  /** Returns the cookies a request sends now. */
  #cookies(): string {
    return this.use.jar.cookie(new URL(`${this.#sessions.place.hosts.api}/`)) ?? "";
  }

  /** Adopts what another process received since. */
  async #catchUp(): Promise<"newer" | "same" | "over"> {
    const before = this.#cookies();
    try {
      const now = await this.#reread();
      if (now === undefined) return "over";
      this.use.jar.adopt(now.serialise());
    } catch (error) {
      const { reference } = this.use;
      this.#sessions.log.error(
        "A session could not be read again; it is used as it was",
        { reference },
        error,
      );
    }
    return this.#cookies() === before ? "same" : "newer";
  }

  /** Returns undefined where it is gone, or has ended since it was opened. */
  async #reread(): Promise<Credential | undefined> {
    const { kept, once, jar } = this.use;
    if (kept === undefined) return once ? (await rereadOnce(this.#sessions, once))?.value.jar : jar;
    const now = await this.#sessions.store.reread(kept.summary);
    return now?.summary.state === "dead" && kept.summary.state !== "dead" ? undefined : now?.jar;
  }
}

export const ENDED = "the session has ended";

export function over(reason: string): MilepostError {
  return new MilepostError("sign-in-needed", { reason });
}

/**
 * The session headers of one call. Cookies of an answer are accepted once it is known not to be a refusal: a platform
 * gives refused callers a stranger's cookies, or none.
 */
class CallHeaders implements SessionHeaders, Record<keyof SessionHeaders, unknown> {
  readonly authorization: SessionHeaders["authorization"];
  readonly header: string | undefined;
  readonly #jar: Credential;
  readonly #current: () => string;
  readonly #onTaken: (report: SetCookieReport) => void;
  #sent: string;
  #untaken: (() => void) | undefined;
  #isEnded = false;

  /** `current`: returns the cookies that are known to work. */
  constructor(jar: Credential, current: () => string, onTaken: (report: SetCookieReport) => void) {
    this.#jar = jar;
    this.#current = current;
    this.#onTaken = onTaken;
    this.#sent = current();
    this.header = jar.header;
    this.authorization = jar.authorization && ((url) => jar.authorization?.(url));
  }

  /** The cookies of the call's last request. */
  get sent(): string {
    return this.#sent;
  }

  cookie(url: URL): string | undefined {
    this.#takeNow();
    this.#sent = this.#current();
    return this.#jar.cookie(url);
  }

  csrf(): string | undefined {
    return this.#jar.csrf();
  }

  account() {
    return this.#jar.account?.();
  }

  take(url: URL, lines: readonly string[]): void {
    this.#takeNow();
    const jar = this.#jar;
    if (jar.kind === "cookies") this.#untaken = () => this.#onTaken(jar.take(url, lines));
    if (this.#isEnded) this.#takeNow();
  }

  end({ isRefused }: { readonly isRefused: boolean }): void {
    if (isRefused) this.#untaken = undefined;
    this.#takeNow();
    this.#isEnded = true;
  }

  #takeNow(): void {
    const take = this.#untaken;
    this.#untaken = undefined;
    take?.();
  }
}
