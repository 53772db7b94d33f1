import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import type { MilepostError } from "../../../src/base/errors.ts";
import { silentLog } from "../../../src/base/log.ts";
import { noMetrics } from "../../../src/base/metrics.ts";
import { Secret } from "../../../src/base/secret.ts";
import { createPlatformClient } from "../../../src/platform/create-client.ts";
import type { PlatformClient } from "../../../src/platform/client.ts";
import { loadProfile } from "../../../src/platform/profile/load.ts";
import type { Profile } from "../../../src/platform/profile/schema.ts";
import { ManualClock } from "../../support/manual-clock.ts";

export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export interface Served {
  readonly origin: string;
  readonly seen: Seen[];
  [Symbol.asyncDispose](): Promise<void>;
}

/** A real server on loopback that notes what it is asked. */
export async function serve(
  answer: (request: Seen, response: ServerResponse) => void,
  host = "127.0.0.1",
): Promise<Served> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const asked = { method, url, headers, body: Buffer.concat(chunks).toString() };
      seen.push(asked);
      answer(asked, response);
    });
  });
  await new Promise<void>((done) => server.listen(0, host, done));
  return {
    origin: `http://${host}:${(server.address() as AddressInfo).port}`,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

export type Connected = PlatformClient & {
  readonly clock: ManualClock;
  [Symbol.asyncDispose](): Promise<void>;
};

/** A client of the neutral profile whose portal is `origin`, with a deadline that no busy machine reaches. */
export function connect(
  origin: string,
  change: (profile: Profile) => Profile = (profile) => profile,
): Connected {
  const clock = new ManualClock();
  const neutral = loadProfile("neutral", { baseUrl: origin });
  const client = createPlatformClient({
    profile: change(within(15)(neutral)),
    apiKey: new Secret("canary-key"),
    clock,
    random: () => 0.01,
    log: silentLog,
    metrics: noMetrics,
    version: "1.2.3",
  });
  return Object.assign(client, { clock, [Symbol.asyncDispose]: () => client.close() });
}

/** Has each call end so soon; what asks for a longer wait is not waited for. */
export const within = (deadlineSeconds: number) => (profile: Profile) => ({
  ...profile,
  limits: { ...profile.limits, deadlineSeconds },
});

/** The envelope of the neutral profile around an answer. */
export function wrapped(payload: unknown): string {
  return JSON.stringify({ Response: payload, ErrorCode: 1, ThrottleSeconds: 0, ErrorStatus: "Success" });
}

export function failed(code: number, throttleSeconds = 0): string {
  return JSON.stringify({
    ErrorCode: code,
    ThrottleSeconds: throttleSeconds,
    ErrorStatus: "No",
    Message: "no",
  });
}

/** The MilepostError a call fails with. */
export async function failureOf(call: Promise<unknown>): Promise<Pick<MilepostError, "code" | "details">> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Error) || error.name !== "MilepostError")
    throw new Error("no MilepostError", { cause: error });
  return error as MilepostError;
}

/** Waits for an event that has no promise: looks again at every turn of the loop. The test's own time ends it. */
export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((done) => setImmediate(done));
}
