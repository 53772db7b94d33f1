import { describe, expect, it } from "vitest";

import { MovableClock } from "../../../src/base/clock.ts";
import { MilepostError } from "../../../src/base/errors.ts";
import { breaker, circuitOf } from "../../../src/platform/http/breaker.ts";
import { deadline } from "../../../src/platform/http/send.ts";
import type { Answer, PlatformRequest } from "../../../src/platform/http/request.ts";

const request = (kind: PlatformRequest["class"]): PlatformRequest => ({
  operation: "trending.list",
  method: "GET",
  class: kind,
  url: new URL("https://api.example/x"),
  envelope: "auto",
  maxBytes: 1_000,
  signal: new AbortController().signal,
});

describe("a circuit", () => {
  it("ails from a failure on, and is well again with the first answer in good order", async () => {
    const clock = new MovableClock();
    const ailing = new Set<string>();
    let error: MilepostError | undefined;
    const send = breaker(
      async () => {
        if (error !== undefined) throw error;
        return {} as Answer;
      },
      clock,
      ailing,
    );
    const ask = (kind: PlatformRequest["class"] = "public") => send(request(kind)).catch(() => {});
    await ask();
    expect(ailing.size).toBe(0);
    error = new MilepostError("platform-timeout");
    await ask();
    expect(ailing.size).toBe(1);
    for (let failures = 1; failures < 6; failures += 1) await ask();
    expect([...ailing]).toEqual([circuitOf(request("public"))]);
    clock.advance(10_000);
    await ask();
    expect(ailing.size).toBe(1);
    clock.advance(60_000);
    error = new MilepostError("not-found");
    await ask();
    expect(ailing.size).toBe(0);
  });
});

describe("patience", () => {
  it("ends a caller's wait before the deadline, and lets the call go on to find the platform well", async () => {
    const answered = Promise.withResolvers<Answer>();
    let wasAborted = false;
    const send = deadline(
      ({ signal }) => {
        signal.addEventListener("abort", () => (wasAborted = true));
        return answered.promise;
      },
      () => 60_000,
      new MovableClock(),
      () => 5,
    );
    await expect(send(request("public"))).rejects.toMatchObject({ code: "platform-timeout" });
    answered.resolve({} as Answer);
    await answered.promise;
    expect(wasAborted).toBe(false);
  });

  it("is as long as the deadline where nothing ails", async () => {
    const send = deadline(
      ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
      () => 5,
      new MovableClock(),
    );
    await expect(send(request("public"))).rejects.toMatchObject({ code: "platform-timeout" });
  });
});
