import type { SessionHeaders } from "../../platform/http/request.ts";
import type { Credential, SetCookieReport } from "../../platform/credential.ts";

/**
 * The session headers of one call. Cookies of an answer are accepted once it is known not to be a refusal: a platform
 * gives refused callers a stranger's cookies, or none.
 */
export class CallHeaders implements SessionHeaders {
  readonly authorization?: (url: URL) => string | undefined;
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
    if (jar.authorization !== undefined) this.authorization = (url) => jar.authorization?.(url);
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
