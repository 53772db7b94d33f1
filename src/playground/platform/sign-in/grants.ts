import type { Clock } from "../../../base/clock.ts";
import { MINUTE_MS } from "../../../base/duration.ts";
import type { TestUser } from "./users.ts";
import type { Tokens } from "./tokens.ts";

export type ProviderId = "ProviderA" | "ProviderB";

export interface Grant {
  readonly provider: ProviderId;
  readonly person: TestUser;
  readonly isRemembered: boolean;
}

const LIFE_MS = 5 * MINUTE_MS;
const MOST = 1_000;

/** Grant codes: each works once, for five minutes. */
export class Grants {
  readonly #clock: Clock;
  readonly #tokens: Tokens;
  readonly #kept = new Map<string, Grant & { readonly until: number }>();

  constructor(clock: Clock, tokens: Tokens) {
    this.#clock = clock;
    this.#tokens = tokens;
  }

  issue(grant: Grant): string {
    const code = this.#tokens.plain(24);
    this.#kept.set(code, { ...grant, until: this.#clock.now() + LIFE_MS });
    forgetOldest(this.#kept, MOST);
    return code;
  }

  redeem(code: string, provider: ProviderId): Grant | undefined {
    const grant = this.#kept.get(code);
    this.#kept.delete(code);
    const isGood = grant?.provider === provider && grant.until > this.#clock.now();
    return isGood ? grant : undefined;
  }
}

/** Keeps a map to its newest entries. */
export function forgetOldest(map: Map<string, unknown>, most: number): void {
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}
