import { z } from "zod";

import type { Clock } from "../../base/clock.ts";
import { DAY_MS } from "../../base/duration.ts";
import { toPlatformId } from "../../base/int64.ts";
import { jsonOrNothing } from "../../base/json.ts";
import { Secret } from "../../base/secret.ts";
import type { TokenCredential } from "../credential.ts";
import type { NamedAccount } from "../http/request.ts";
import { type Hosts, isOfApi } from "../profile/hosts.ts";
import { type GrantedTokens, renewalAt } from "./token-answer.ts";

/** Where tokens may be sent, and their application. */
export interface TokenScope {
  readonly hosts: Pick<Hosts, "api">;
  readonly clock: Clock;
  /** The application's id: tokens renewed with another application's secret worked only partly. */
  readonly clientId: string;
  readonly grantDays?: number | undefined;
}

/** Short names, since they are stored with every session. An older bot finds no cookies in it. */
const Stored = z.object({
  v: z.literal(2),
  k: z.literal("oauth"),
  /** Client id. */
  c: z.string(),
  g: z.int(),
  at: z.number(),
  a: z.string(),
  ae: z.number().optional(),
  r: z.string().optional(),
  re: z.number().optional(),
  /** When the member's consent expires. */
  ge: z.number().optional(),
  /** When a renewal began. */
  t: z.number().optional(),
  /** Account. */
  m: z.string().optional(),
});
type Stored = z.output<typeof Stored>;

export function createTokens(granted: GrantedTokens, scope: TokenScope): TokenCredential {
  const { grantDays, clientId } = scope;
  const grantEnds = grantDays === undefined ? {} : { ge: granted.at + grantDays * DAY_MS };
  const tokens = new Tokens({ v: 2, k: "oauth", c: clientId, g: 0, at: 0, a: "", ...grantEnds }, scope);
  tokens.receive(granted);
  return tokens;
}

/** Returns a stored credential; undefined for a text without tokens of this application. */
export function restoreTokens(serialised: string, scope: TokenScope): TokenCredential | undefined {
  const stored = readStored(serialised);
  return stored?.c === scope.clientId ? new Tokens(stored, scope) : undefined;
}

/** Returns whether a stored text holds tokens. */
export function areTokens(serialised: string): boolean {
  return readStored(serialised) !== undefined;
}

function readStored(serialised: string): Stored | undefined {
  return Stored.safeParse(jsonOrNothing(serialised)).data;
}

class Tokens implements TokenCredential {
  readonly kind = "tokens";
  #kept: Stored;
  readonly #scope: TokenScope;
  #isChanged = false;

  constructor(kept: Stored, scope: TokenScope) {
    this.#kept = kept;
    this.#scope = scope;
  }

  get generation(): number {
    return this.#kept.g;
  }

  get access(): Secret | undefined {
    return this.#kept.a === "" ? undefined : new Secret(this.#kept.a);
  }

  get refresh(): Secret | undefined {
    const { r, re, ge } = this.#kept;
    const isOver = Math.min(re ?? Infinity, ge ?? Infinity) <= this.#scope.clock.now();
    return r === undefined || isOver ? undefined : new Secret(r);
  }

  get at(): number {
    return this.#kept.at;
  }

  get attemptedAt(): number | undefined {
    return this.#kept.t;
  }

  get isChanged(): boolean {
    return this.#isChanged;
  }

  /** Without a refresh token, the session ends with the access token. */
  get expiresAt(): number | undefined {
    const { r, ae, re, ge } = this.#kept;
    const ends = [r === undefined ? ae : re, ge].filter((end) => end !== undefined);
    return ends.length === 0 ? undefined : Math.min(...ends);
  }

  isDue(): boolean {
    const { ae, at } = this.#kept;
    return ae !== undefined && this.#scope.clock.now() >= renewalAt(at, ae);
  }

  isExpired(): boolean {
    return (this.#kept.ae ?? Infinity) <= this.#scope.clock.now();
  }

  attempt(at: number | undefined): void {
    const { t: _, ...kept } = this.#kept;
    this.#kept = at === undefined ? kept : { ...kept, t: at };
    this.#isChanged = true;
  }

  receive({ access, accessEnds, refresh, refreshEnds, account, at }: GrantedTokens): void {
    const { v, k, c, g, r, re, ge, m } = this.#kept;
    this.#kept = {
      v,
      k,
      c,
      g: g + 1,
      at,
      a: access.reveal(),
      ...given("ae", accessEnds),
      ...given("r", refresh?.reveal() ?? r),
      ...given("re", refresh === undefined ? (refreshEnds ?? re) : refreshEnds),
      ...given("ge", ge),
      ...given("m", account ?? m),
    };
    this.#isChanged = true;
  }

  authorization(url: URL): string | undefined {
    return this.#kept.a === "" || !isOfApi(url, this.#scope.hosts) ? undefined : `Bearer ${this.#kept.a}`;
  }

  cookie(): undefined {
    return undefined;
  }

  csrf(): undefined {
    return undefined;
  }

  account(): NamedAccount | undefined {
    // Checked when it was granted.
    const membershipId = toPlatformId(this.#kept.m, "text");
    return membershipId === undefined ? undefined : { membershipId, source: "service" };
  }

  missing(): readonly string[] {
    return this.#kept.a === "" ? ["access token"] : [];
  }

  /** Compares generations, since the clock may have been set. */
  adopt(serialised: string): void {
    const other = readStored(serialised);
    if (other?.c === this.#kept.c && other.g > this.#kept.g) this.#kept = other;
  }

  serialise(): string {
    return JSON.stringify(this.#kept);
  }
}

function given<Name extends keyof Stored, T>(name: Name, value: T | undefined): { readonly [N in Name]?: T } {
  return (value === undefined ? {} : { [name]: value }) as { readonly [N in Name]?: T };
}
