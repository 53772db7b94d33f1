import type { Clock } from "../../base/clock.ts";
import type { TrafficEntry } from "./local-api.ts";

const MOST_ENTRIES = 1000;
const MOST_BODY = 4000;

type Given = Omit<TrafficEntry, "n" | "at" | "realAt">;

/** The latest requests and events between bot and Discord. Secrets are masked when read. */
export class Traffic {
  readonly #clock: Clock;
  readonly #entries: TrafficEntry[] = [];
  readonly #secrets: readonly string[];
  #last = 0;

  constructor(clock: Clock, secrets: readonly string[]) {
    this.#clock = clock;
    this.#secrets = secrets;
  }

  add(entry: Given): void {
    this.#last += 1;
    const cut = entry.body === undefined ? {} : { body: entry.body.slice(0, MOST_BODY) };
    this.#entries.push({ ...entry, ...cut, n: this.#last, at: this.#clock.now(), realAt: Date.now() });
    if (this.#entries.length >= MOST_ENTRIES * 2) this.#entries.splice(0, MOST_ENTRIES);
  }

  /** Returns the newest entries after `after`, at most `limit`, newest last. */
  read(ask: { readonly after?: number; readonly limit?: number }): readonly TrafficEntry[] {
    const fresh = this.#entries.filter((entry) => entry.n > (ask.after ?? 0));
    const limit = Math.min(Math.max(ask.limit ?? 100, 1), MOST_ENTRIES);
    return fresh.slice(-limit).map((entry) => this.#masked(entry));
  }

  #masked(entry: TrafficEntry): TrafficEntry {
    const body = entry.body === undefined ? {} : { body: this.#mask(entry.body) };
    return { ...entry, ...this.#withoutInput(entry, body), what: this.#mask(entry.what) };
  }

  /** A form's input may be a member's session: shows only its length. */
  #withoutInput(entry: TrafficEntry, masked: { readonly body?: string }): { readonly body?: string } {
    if (masked.body === undefined || entry.what !== "INTERACTION_CREATE") return masked;
    if (!MODAL_SUBMIT.test(masked.body)) return masked;
    return { body: masked.body.replaceAll(WRITTEN, onlyLength) };
  }

  #mask(text: string): string {
    const plain = this.#secrets.reduce((shown, secret) => shown.replaceAll(secret, "***"), text);
    return plain
      .replaceAll(INTERACTION_TOKEN, "***")
      .replaceAll(CALLBACK_PATH, "$1/***")
      .replaceAll(TOKEN_FIELD, '$1"***"');
  }
}

/** Tokens begin with base64url of "interaction:". */
const INTERACTION_TOKEN = /aW50ZXJhY3Rpb246[\w-]+/g;
const MODAL_SUBMIT = /"type":5,"token"/;
const WRITTEN = /("value":)"(?:[^"\\]|\\.)*"?/g;
const CALLBACK_PATH = /(\/(?:interactions|webhooks)\/\d+)\/[^/?\s"]+/g;
const TOKEN_FIELD = /("token"\s*:\s*)"[^"]*"?/g;

function onlyLength(whole: string, before: string): string {
  return `${before}"[${whole.length - before.length - 2} characters]"`;
}
