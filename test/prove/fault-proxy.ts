import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";

import type { Random } from "./random.ts";

/** What goes wrong on the wire, and how often out of a hundred times that something does. */
const KINDS = {
  /** The connection is reset before anything was passed on. */
  refuse: 15,
  /** The request is passed on and carried out; the connection is reset instead of an answer. */
  "lose-answer": 25,
  /** The same, in the middle of the answer's body. */
  "cut-answer": 20,
  /** Half a request is passed on. */
  "cut-request": 5,
  /** Passed on late. */
  delay: 10,
  /** 500, 502, 503 or 504 without passing it on. */
  broken: 8,
  /** The same after it was carried out. */
  "broken-after": 7,
  /** 429 with a Retry-After. */
  limited: 10,
} as const;
export type WireFault = keyof typeof KINDS;

const STATUSES = [500, 502, 503, 504] as const;
const LONGEST_DELAY_MS = 400;
const RETRY_AFTER_S = "0.05";

export interface FaultProxyOptions {
  /** Origin of what lies behind it. */
  readonly to: string;
  readonly random: Random;
  /** Which requests may meet a fault; all of them unless given. */
  readonly meets?: (method: string, path: string) => boolean;
}

/** A proxy on loopback that lets a share of the requests through it go wrong. */
export class FaultProxy {
  readonly met = new Map<WireFault, number>();
  requests = 0;
  /** From 0 to 1. */
  share = 0;
  /** How much longer every request takes. */
  latencyMs = 0;
  /** The status of every answer while nothing is passed on; undefined: all is. */
  downWith: number | undefined;
  /** The next request like this is never answered. */
  hangs: ((method: string, path: string) => boolean) | undefined;
  readonly #options: FaultProxyOptions;
  readonly #server = createServer((incoming, answer) => void this.#handle(incoming, answer));
  readonly #agent = new Agent({ keepAlive: true });

  constructor(options: FaultProxyOptions) {
    this.#options = options;
  }

  /** Gives its origin. */
  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    this.#agent.destroy();
  }

  async #handle(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    answer.on("error", () => {});
    if (this.#hangs(incoming)) return;
    const fault = this.#faultFor(incoming.method ?? "GET", incoming.url ?? "/");
    try {
      const body = await buffer(incoming);
      if (this.latencyMs > 0) await wait(this.latencyMs);
      if (this.downWith !== undefined) return void answer.writeHead(this.downWith).end("down");
      await this.#carry({ incoming, body, answer, fault });
    } catch {
      // Either side broke off, as killed programs do.
      incoming.socket.resetAndDestroy();
    }
  }

  #hangs({ method = "GET", url = "/" }: IncomingMessage): boolean {
    if (this.hangs?.(method, url) !== true) return false;
    this.hangs = undefined;
    return true;
  }

  #faultFor(method: string, path: string): WireFault | undefined {
    const { random, meets = () => true } = this.#options;
    if (!meets(method, path)) return undefined;
    this.requests += 1;
    if (random.below(1_000) >= this.share * 1_000) return undefined;
    const fault = pick(random);
    this.met.set(fault, (this.met.get(fault) ?? 0) + 1);
    return fault;
  }

  async #carry({ incoming, body, answer, fault }: Exchange): Promise<void> {
    const { random } = this.#options;
    const { socket } = incoming;
    if (fault === "refuse") return void socket.resetAndDestroy();
    if (fault === "broken") return void answer.writeHead(random.pick(STATUSES)).end("broken");
    if (fault === "limited") {
      const headers = { "content-type": "application/json", "retry-after": RETRY_AFTER_S };
      const text = JSON.stringify({ message: "limited", retry_after: Number(RETRY_AFTER_S), global: false });
      return void answer.writeHead(429, headers).end(text);
    }
    if (fault === "delay") await wait(random.below(LONGEST_DELAY_MS));
    if (fault === "cut-request") {
      await this.#ask(incoming, body.subarray(0, body.length / 2)).catch(() => {});
      return void socket.resetAndDestroy();
    }
    const got = await this.#ask(incoming, body);
    if (fault === "lose-answer") return void socket.resetAndDestroy();
    if (fault === "broken-after") return void answer.writeHead(random.pick(STATUSES)).end("broken");
    if (fault !== "cut-answer") return void answer.writeHead(got.status, got.headers).end(got.body);
    const headers = { ...got.headers, "content-length": String(got.body.length + 1) };
    answer.writeHead(got.status, headers);
    answer.write(got.body.subarray(0, got.body.length / 2), () => socket.resetAndDestroy());
  }

  /** With less than the whole body the connection is cut where it ends. */
  #ask({ method, url, headers }: IncomingMessage, body: Buffer): Promise<Got> {
    return new Promise((resolve, reject) => {
      const length = Number(headers["content-length"] ?? 0);
      const asked = request(new URL(url ?? "/", this.#options.to), { method, headers, agent: this.#agent });
      asked.on("error", reject);
      asked.on("response", (response) => {
        const { statusCode: status = 502, headers: given } = response;
        buffer(response).then((got) => resolve({ status, headers: given, body: got }), reject);
      });
      if (body.length >= length) asked.end(body);
      else asked.write(body, () => asked.destroy());
    });
  }
}

interface Exchange {
  readonly incoming: IncomingMessage;
  readonly body: Buffer;
  readonly answer: ServerResponse;
  readonly fault: WireFault | undefined;
}

interface Got {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

function pick(random: Random): WireFault {
  let left = random.below(100);
  for (const [kind, weight] of Object.entries(KINDS)) {
    left -= weight;
    // The keys of KINDS are the faults.
    if (left < 0) return kind as WireFault;
  }
  return "refuse";
}
