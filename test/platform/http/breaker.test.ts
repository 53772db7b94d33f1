import { describe, expect, test } from "vitest";

import { type ErrorCode, MilepostError } from "../../../src/base/errors.ts";
import { breaker } from "../../../src/platform/http/breaker.ts";
import type { Answer, PlatformRequest } from "../../../src/platform/http/request.ts";
import { ManualClock } from "../../support/manual-clock.ts";

interface Call {
  /** An error that ends it, or nothing for an answer. */
  end(error?: unknown): void;
}

/** Requests that end when the test says so. */
function setUp() {
  const clock = new ManualClock();
  const underWay: Call[] = [];
  const guarded = breaker(
    () =>
      new Promise<Answer>((resolve, reject) => {
        underWay.push({
          end: (error) => (error === undefined ? resolve({ payload: null, at: 0, bytes: 0 }) : reject(error)),
        });
      }),
    clock,
  );
  const send = (url = "https://portal.example/x", kind: PlatformRequest["class"] = "public") =>
    guarded({
      operation: "user.byId",
      class: kind,
      method: "GET",
      url: new URL(url),
      envelope: "bare",
      maxBytes: 1,
      signal: new AbortController().signal,
    }).then(
      () => "ok",
      (error: unknown) => error,
    );
  const failAll = async (count: number, code: ErrorCode = "platform-unavailable") => {
    const calls = Array.from({ length: count }, () => send());
    for (const call of underWay.splice(0)) call.end(new MilepostError(code));
    await Promise.all(calls);
  };
  return { clock, underWay, send, failAll };
}

const isOpen = { details: { reason: "the breaker is open" } };

describe("an open breaker", () => {
  test("opens for no longer when many requests fail together than when five do", async () => {
    const { clock, underWay, send, failAll } = setUp();
    await failAll(50);
    expect(await send()).toMatchObject({ details: { retryAfterMs: 5_000 } });
    clock.at += 4_999;
    expect(await send()).toMatchObject(isOpen);
    clock.at += 1;
    const trial = send();
    underWay[0]?.end();
    expect(await trial).toBe("ok");
  });

  test("lets one request try, and nobody else before that has ended", async () => {
    const { clock, underWay, send, failAll } = setUp();
    await failAll(5);
    clock.at += 5_000;
    const trial = send();
    expect(await send()).toMatchObject({ details: { ...isOpen.details, retryAfterMs: 1_000 } });
    expect(underWay).toHaveLength(1);
    underWay[0]?.end();
    expect(await trial).toBe("ok");
    const [one, other] = [send(), send()];
    for (const call of underWay.splice(1)) call.end();
    expect(await Promise.all([one, other])).toEqual(["ok", "ok"]);
  });

  test("waits for its trial, whatever of earlier requests ends meanwhile", async () => {
    const { clock, underWay, send, failAll } = setUp();
    const early = send();
    const [earlyCall] = underWay.splice(0);
    await failAll(5);
    clock.at += 5_000;
    void send();
    earlyCall?.end(new Error("gone"));
    expect(await early).toMatchObject({ message: "gone" });
    expect(await send()).toMatchObject(isOpen);
  });

  test("stays open twice as long with each trial that fails, up to a minute", async () => {
    const { clock, send, failAll } = setUp();
    await failAll(5);
    for (const openMs of [5_000, 10_000, 20_000, 40_000, 60_000, 60_000]) {
      expect(await send()).toMatchObject({ details: { retryAfterMs: openMs } });
      clock.at += openMs;
      await failAll(1);
    }
  });

  test("lets the next one try when whoever tried gave up", async () => {
    const { clock, underWay, send, failAll } = setUp();
    await failAll(5);
    clock.at += 5_000;
    const trial = send();
    underWay[0]?.end(new Error("gone"));
    expect(await trial).toMatchObject({ message: "gone" });
    const next = send();
    underWay[1]?.end();
    expect(await next).toBe("ok");
  });

  test("is nothing to other origins and other classes", async () => {
    const { underWay, send, failAll } = setUp();
    await failAll(5);
    const others = [send("https://other.example/x"), send(undefined, "private")];
    for (const call of underWay) call.end();
    expect(await Promise.all(others)).toEqual(["ok", "ok"]);
    expect(await send()).toMatchObject(isOpen);
  });
});

describe("a breaker stays closed", () => {
  test.each<ErrorCode>(["not-found", "private", "sign-in-needed", "platform-key", "platform-error"])(
    "where %s comes between failures: the platform is up and said no",
    async (code) => {
      const { underWay, send, failAll } = setUp();
      await failAll(4);
      await failAll(1, code);
      await failAll(4);
      const call = send();
      underWay[0]?.end();
      expect(await call).toBe("ok");
    },
  );

  test.each<ErrorCode>(["platform-throttled", "platform-answer"])("however often %s comes", async (code) => {
    const { underWay, send, failAll } = setUp();
    await failAll(10, code);
    const call = send();
    underWay[0]?.end();
    expect(await call).toBe("ok");
  });
});

test.each<readonly [ErrorCode, ErrorCode]>([
  ["platform-unavailable", "platform-unavailable"],
  ["platform-timeout", "platform-unavailable"],
  ["platform-maintenance", "platform-maintenance"],
])("five times %s open a breaker, which answers %s", async (code, told) => {
  const { send, failAll } = setUp();
  await failAll(5, code);
  expect(await send()).toMatchObject({ code: told, ...isOpen });
});
