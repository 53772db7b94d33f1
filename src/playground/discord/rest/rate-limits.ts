import { LRUCache } from "lru-cache";

export interface LimitRule {
  /** The bucket's name, sent as X-RateLimit-Bucket. */
  readonly bucket: string;
  readonly limit: number;
  readonly windowMs: number;
}

export interface Verdict {
  readonly headers: Readonly<Record<string, string>>;
  /** Only when the request is refused. */
  readonly refused?: { readonly retryAfterMs: number; readonly isGlobal: boolean };
}

interface Window {
  used: number;
  endsAt: number;
}

const GLOBAL_PER_SECOND = 50;
const MOST_WINDOWS = 10_000;

/** Limits in real time: each bucket and major parameter, and 50 requests a second overall except interactions. */
export class RateLimits {
  mode: "discord" | "off" = "discord";
  readonly #windows = new LRUCache<string, Window>({ max: MOST_WINDOWS });
  readonly #now: () => number;
  #global: Window = { used: 0, endsAt: 0 };

  /** `now` returns milliseconds since 1970 that only pass. */
  constructor(now: () => number) {
    this.#now = now;
  }

  take(rule: LimitRule, major: string, options: { readonly isExemptFromGlobal: boolean }): Verdict {
    if (this.mode === "off") return { headers: {} };
    const now = this.#now();
    if (!options.isExemptFromGlobal && this.#isOverGlobal(now)) {
      return {
        headers: {},
        refused: { retryAfterMs: Math.max(1, this.#global.endsAt - now), isGlobal: true },
      };
    }
    const window = this.#window(`${rule.bucket}:${major}`, rule, now);
    const isOver = window.used >= rule.limit;
    if (!isOver) window.used += 1;
    const headers = headersOf(rule, window, now);
    return isOver
      ? { headers, refused: { retryAfterMs: Math.max(1, window.endsAt - now), isGlobal: false } }
      : { headers };
  }

  #isOverGlobal(now: number): boolean {
    if (now >= this.#global.endsAt) this.#global = { used: 0, endsAt: now + 1000 };
    if (this.#global.used >= GLOBAL_PER_SECOND) return true;
    this.#global.used += 1;
    return false;
  }

  #window(key: string, rule: LimitRule, now: number): Window {
    const known = this.#windows.peek(key);
    if (known !== undefined && now < known.endsAt) return known;
    const fresh = { used: 0, endsAt: now + rule.windowMs };
    this.#windows.set(key, fresh);
    return fresh;
  }
}

function headersOf(rule: LimitRule, window: Window, now: number): Readonly<Record<string, string>> {
  const resetMs = Math.max(0, window.endsAt - now);
  return {
    "x-ratelimit-bucket": rule.bucket,
    "x-ratelimit-limit": String(rule.limit),
    "x-ratelimit-remaining": String(rule.limit - window.used),
    "x-ratelimit-reset": ((now + resetMs) / 1000).toFixed(3),
    "x-ratelimit-reset-after": (resetMs / 1000).toFixed(3),
  };
}
