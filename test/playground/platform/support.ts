import { request } from "undici";

import { MovableClock } from "../../../src/base/clock.ts";
import { loadProfile } from "../../../src/platform/profile/load.ts";
import {
  type Platform,
  type PlatformOptions,
  startPlatform,
} from "../../../src/playground/platform/server.ts";

interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
  readonly text: string;
  /** The body as JSON. Path steps are taken one by one. */
  at(...steps: readonly (string | number)[]): unknown;
}
export interface Running extends Platform {
  readonly clock: MovableClock;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Got>;
  send(method: "POST" | "DELETE" | "HEAD" | "PUT" | "OPTIONS", path: string, body?: unknown): Promise<Got>;
}

/** Noon on a Wednesday: whatever is tested has the same week and day. */
export const NOON = Date.UTC(2026, 10, 18, 12);
export const KEYS = { "x-api-key": "playground", authorization: "Club playground" };

/** Moves only when it is moved, so that a slow machine sees the same world in every answer. */
class StillClock extends MovableClock {
  readonly #at = Date.now();

  override now(): number {
    return this.#at + this.offsetMs;
  }
}

/** For what keeps cookies by the machine's own date. */
export const today = () => ({ clock: new MovableClock() });

export async function start(
  name: "neutral" | "lookalike",
  options: Partial<PlatformOptions> = {},
): Promise<Running> {
  const clock = new StillClock();
  clock.advance(NOON - clock.now());
  const platform = await startPlatform({ profile: loadProfile(name), port: 0, clock, ...options });
  const ask = (path: string, more: Parameters<typeof request>[1] = {}) => fetched(platform.url + path, more);
  return Object.assign(platform, {
    clock,
    get: (path: string, headers: Readonly<Record<string, string>> = {}) =>
      ask(path, { headers: { ...KEYS, ...headers } }),
    send: (method: "POST" | "DELETE" | "HEAD" | "PUT" | "OPTIONS", path: string, body?: unknown) =>
      ask(path, {
        method,
        headers: { ...KEYS, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
  });
}

async function fetched(url: string, options: Parameters<typeof request>[1]): Promise<Got> {
  const { statusCode, headers, body } = await request(url, options);
  const bytes = Buffer.from(await body.arrayBuffer());
  const text = bytes.toString("utf8");
  return {
    status: statusCode,
    headers,
    bytes,
    text,
    at: (...steps) =>
      steps.reduce<unknown>((value, step) => Reflect.get(Object(value), step), JSON.parse(text)),
  };
}

/** Somebody with accounts on both providers, and what belongs to them. */
export function somebody({ world }: Platform) {
  const account = world.players.accounts(0)[0];
  const character = world.players.characters({ player: 0, kind: 0 })[0];
  if (account === undefined || character === undefined) throw new Error("player 0 has no account");
  return {
    member: world.players.membershipId(0),
    account: account.id,
    type: account.membershipType,
    character: character.id,
    name: world.players.name(0),
  };
}
