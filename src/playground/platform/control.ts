import type { IncomingMessage } from "node:http";
import { z } from "zod";

import { isLoopbackHost, isOwnSite } from "../../base/address.ts";
import { type Clock, MovableClock } from "../../base/clock.ts";
import { MINUTE_MS } from "../../base/duration.ts";
import type { Faults, FaultSpec } from "./faults.ts";
import type { Requests } from "./requests.ts";
import { type Content, json } from "./respond.ts";
import type { Shape } from "./wire/encode.ts";
import { PASSWORD } from "./sign-in/users.ts";
import type { SignIn } from "./sign-in/sign-in.ts";

export const CONTROL = "/_control/";

/** The bot's breaker waits no longer. */
const LONGEST_BACK_OFF_MS = MINUTE_MS;

export interface Controlled {
  readonly clock: Clock;
  readonly faults: Faults;
  readonly requests: Requests;
  readonly signIn: SignIn;
  readonly about: Readonly<Record<string, string | number>>;
  setShape(shape: Shape): void;
}

const clockMove = z.union([
  z.strictObject({ advanceMs: z.number() }),
  z.strictObject({ offsetMs: z.number() }),
  /** ISO 8601. */
  z.strictObject({ to: z.iso.datetime() }),
]);

const shapeOf = z.strictObject({ shape: z.enum(["neutral", "real"]) });

const signInOf = z.strictObject({
  player: z.int().min(0),
  provider: z.enum(["ProviderA", "ProviderB"]).optional(),
});

/**
 * Answers the calls that control the platform, from this machine only: `GET state`, `POST clock`, `POST shape`, `POST
 * faults`, `DELETE faults[/id]`, `GET sessions`, `POST sessions` (signs a player in and returns the cookies), and
 * `DELETE sessions[/id]`.
 */
export function control(
  controlled: Controlled,
  request: IncomingMessage,
  path: string,
  body: unknown,
): Content {
  const route = `${request.method ?? ""} ${path.slice(CONTROL.length)}`;
  if (!isLocal(request)) return problem(403, "only from this machine");
  if (request.method === "POST" && !/json/.test(request.headers["content-type"] ?? "")) {
    return problem(415, "send JSON, and say so in content-type");
  }
  if (route === "GET state") return json(200, stateOf(controlled));
  if (route === "POST faults") return addFaults(controlled.faults, body);
  if (route === "POST shape") return reshape(controlled, body);
  if (route === "POST clock") return moveClock(controlled.clock, body);
  const aboutSessions = controlSessions(controlled.signIn, route, body);
  if (aboutSessions !== undefined) return aboutSessions;
  const cleared = /^DELETE faults(?:\/(\d+))?$/.exec(route);
  if (cleared === null) return problem(404, "GET state, POST faults, DELETE faults, POST clock, sessions");
  controlled.faults.clear(cleared[1] === undefined ? undefined : Number(cleared[1]));
  endBackOff(controlled.clock);
  return json(200, { faults: controlled.faults.list() });
}

function stateOf({ clock, faults, requests, about }: Controlled): unknown {
  return {
    ...about,
    now: new Date(clock.now()).toISOString(),
    faults: faults.list(),
    requests: {
      total: requests.total,
      last: requests.list().slice(-100),
    },
  };
}

function controlSessions(signIn: SignIn, route: string, body: unknown): Content | undefined {
  if (route === "GET sessions") {
    const people = signIn.people.map(({ login, about }) => ({ login, about, password: PASSWORD }));
    return json(200, { people, sessions: signIn.sessions.list().map(shownSession) });
  }
  if (route === "POST sessions") {
    const parsed = signInOf.safeParse(body);
    if (!parsed.success) return problem(400, "give player, a number, and perhaps provider");
    return json(200, signIn.issue(parsed.data.player, parsed.data.provider));
  }
  const ended = /^DELETE sessions(?:\/(\d+))?$/.exec(route);
  if (ended === null) return undefined;
  return json(200, { ended: signIn.sessions.revoke(ended[1] === undefined ? undefined : Number(ended[1])) });
}

function shownSession({ id, player, provider, expiresAt }: ReturnType<SignIn["sessions"]["list"]>[number]) {
  return { id, player, provider, expiresAt: new Date(expiresAt).toISOString() };
}

function addFaults(faults: Faults, body: unknown): Content {
  const specs = (Array.isArray(body) ? body : [body]) as FaultSpec[];
  try {
    return json(200, { ids: specs.map((spec) => faults.add(spec)) });
  } catch (error) {
    if (error instanceof z.ZodError) return problem(400, z.prettifyError(error));
    if (error instanceof TypeError) return problem(400, "a fault is an object with a kind");
    throw error;
  }
}

function reshape(controlled: Controlled, body: unknown): Content {
  const parsed = shapeOf.safeParse(body);
  if (!parsed.success) return problem(400, "give shape: neutral or real");
  controlled.setShape(parsed.data.shape);
  return json(200, parsed.data);
}

function moveClock(clock: Clock, body: unknown): Content {
  const parsed = clockMove.safeParse(body);
  if (!parsed.success) return problem(400, "give advanceMs, offsetMs, or to");
  if (!isMovable(clock)) return problem(409, "this clock can't be moved");
  const move = parsed.data;
  if ("advanceMs" in move) clock.advance(move.advanceMs);
  else if ("offsetMs" in move) clock.moveTo(move.offsetMs);
  else clock.advance(Date.parse(move.to) - clock.now());
  return json(200, { now: new Date(clock.now()).toISOString() });
}

/** Lets what waits for the platform's recovery see it at once: the time of day stays. */
function endBackOff(clock: Clock): void {
  if (clock instanceof MovableClock) clock.moveTo(clock.offsetMs, LONGEST_BACK_OFF_MS);
}

interface Movable extends Clock {
  advance(ms: number): void;
  moveTo(offsetMs: number): void;
}

function isMovable(clock: Clock): clock is Movable {
  return "advance" in clock && "moveTo" in clock;
}

/** Whether the caller is on this machine and no web page of another origin, by whatever name that reaches us. */
function isLocal({ socket, headers }: IncomingMessage): boolean {
  const peer = (socket.remoteAddress ?? "").replace("::ffff:", "");
  const isHere = peer.startsWith("127.") || peer === "::1";
  const named = URL.parse(`http://${headers.host ?? ""}`);
  if (!isHere || named === null || !isLoopbackHost(named.hostname)) return false;
  return headers.origin === undefined && isOwnSite(headers["sec-fetch-site"]);
}

function problem(status: number, text: string): Content {
  return json(status, { problem: text });
}
