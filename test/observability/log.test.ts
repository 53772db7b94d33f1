import { describe, expect, it } from "vitest";
import { z } from "zod";

import { MilepostError } from "../../src/base/errors.ts";
import { Secret } from "../../src/base/secret.ts";
import { describeError } from "../../src/observability/describe-error.ts";
import { createLog, type LogOptions } from "../../src/observability/log.ts";
import { createScrubber } from "../../src/observability/scrubber.ts";
import { ManualClock } from "../support/manual-clock.ts";

const clock = new ManualClock(Date.UTC(2030, 0, 2, 3, 4, 5));

function capture(options: Partial<LogOptions> = {}) {
  const lines: string[] = [];
  const log = createLog({ level: "debug", clock, write: (line) => void lines.push(line), ...options });
  return { log, lines, last: () => JSON.parse(lines.at(-1) ?? "{}") as Record<string, unknown> };
}

/** An error as the thing itself throws it. */
function thrownBy(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

const NOT_QUERYABLE = "Client has encountered a connection error and is not queryable";

describe("createLog", () => {
  it("writes one line of JSON an event", () => {
    const { log, lines } = capture();
    log.info("A command was answered", { command: "trending", ms: 12 });
    expect(lines).toEqual([
      '{"level":"info","time":"2030-01-02T03:04:05.000Z","command":"trending","ms":12,"msg":"A command was answered"}\n',
    ]);
  });

  it("lets only known fields pass, and says which it left out", () => {
    const { log, last } = capture();
    log.info("x", { command: "a", memberId: "canary", cookie: "canary" });
    expect(last()).toMatchObject({ command: "a", omitted: ["memberId", "cookie"] });
    expect(JSON.stringify(last())).not.toContain("canary");
  });

  it.each([
    ["info", ["info", "warn", "error"]],
    ["error", ["error"]],
    ["silent", []],
  ] as const)("at level %s writes %j", (level, expected) => {
    const { log, lines } = capture({ level });
    log.debug("a");
    log.info("a");
    log.warn("a");
    log.error("a");
    expect(lines.map((line) => (JSON.parse(line) as { level: string }).level)).toEqual(expected);
  });

  it("keeps code, details and frames of our own errors", () => {
    const { log, last } = capture();
    log.error(
      "x",
      {},
      new MilepostError("platform-answer", { operation: "trending.list", path: "entries[3]" }),
    );
    expect(last()["error"]).toMatchObject({
      name: "MilepostError",
      code: "platform-answer",
      details: { operation: "trending.list", path: "entries[3]" },
      stack: expect.arrayContaining([expect.stringContaining("test/observability/log.test.ts:")]) as unknown,
    });
  });

  it("says where a mistake of ours is", () => {
    const { log, last } = capture();
    log.error(
      "x",
      {},
      thrownBy(() => (undefined as unknown as { entries: string }).entries),
    );
    expect(last()["error"]).toMatchObject({
      name: "TypeError",
      message: "Cannot read properties of undefined (reading 'entries')",
    });
  });

  it.each([
    ["an address", () => new URL("canary://[x?code=canary")],
    ["a JSON text", () => JSON.parse('{"canary": canary-canary}') as unknown],
    ["the names of unknown members", () => z.strictObject({}).parse({ "canary-7f3a": 1 })],
    ["a number", () => BigInt("canary")],
    [
      "a body",
      () => throwWith({ requestBody: { json: { content: "canary" } }, rawError: { message: "canary" } }),
    ],
    [
      "a message of two lines that looks like a stack",
      () => throwWith({}, "x\n    at canary (file:///canary.ts:1:2)"),
    ],
    ["a cause", () => throwWith({ cause: new Error("canary", { cause: "canary" }) })],
    [
      "several errors",
      () => {
        throw new AggregateError([new Error("canary")], "canary");
      },
    ],
    ["its name", () => throwWith({ name: "Error code=canary!" })],
    ["its code", () => throwWith({ code: "canary canary" })],
    [
      "an address in our stack",
      () => throwWith({ stack: "Error: x\n    at f (https://canary.example/x.js:1:2)" }),
    ],
    [
      "something thrown that is no error",
      () => {
        throw new Thrown("canary");
      },
    ],
  ])("logs nothing of %s that an error holds", (_name, run) => {
    const { log, lines } = capture();
    log.error("Failed", { reference: "abc" }, thrownBy(run));
    expect(lines[0]).toContain('"reference":"abc"');
    expect(lines[0]).not.toContain("canary");
  });

  it.each([
    ["53100", 'could not extend file "base/5/canary"', { code: "53100" }],
    [undefined, "Query read timeout", { message: "Query read timeout" }],
    [undefined, "Connection terminated unexpectedly", { message: "Connection terminated unexpectedly" }],
    [undefined, NOT_QUERYABLE, { message: NOT_QUERYABLE }],
  ])("says what PostgreSQL refused or its driver missed: %s %s", (code, message, expected) => {
    const error = Object.assign(new Error(message), code !== undefined && { code });
    const { name, stack: _, ...said } = describeError(error);
    expect([name, said]).toEqual(["Error", expected]);
  });

  it("names the route of a failed request, without its ids and tokens", () => {
    const { log, last } = capture();
    const url = "https://discord.com/api/v10/webhooks/123/canaryCANARY123456789/messages/@original?x=canary";
    log.error(
      "x",
      {},
      thrownBy(() => throwWith({ method: "PATCH", url, status: 404, code: 10_015 })),
    );
    expect(last()["error"]).toMatchObject({
      status: 404,
      code: 10_015,
      route: "PATCH /api/v10/webhooks/:id/:value/messages/@original",
    });
    expect(JSON.stringify(last())).not.toMatch(/canary/i);
  });

  it("scrubs registered secrets from the finished line", () => {
    const scrubber = createScrubber();
    const { log, lines } = capture({ scrubber });
    scrubber.protect(new Secret("canary-7f3a"));
    log.warn("It said canary-7f3a", { reason: "because of canary-7f3a" });
    expect(lines[0]).not.toContain("canary");
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ reason: "because of [secret]" });
  });

  it("can't be made to write a second line", () => {
    const { log, lines } = capture();
    log.info("a\nb", { reason: 'x\n{"level":"error"}\u2028' });
    expect(lines[0]?.trimEnd().split("\n")).toHaveLength(1);
  });

  it("survives errors that are not what they seem", () => {
    const { log, lines } = capture();
    const loop = new Error("a");
    loop.cause = loop;
    log.error("x", {}, loop);
    log.error("x", {}, throwWithResult({ stack: 7, message: 3 }));
    log.error("x", {}, null);
    expect(lines).toHaveLength(3);
  });

  it("is readable at a terminal", () => {
    const { log, lines } = capture({ isReadable: true });
    log.info("Ready", { guilds: 3 });
    log.warn("Slow", { operation: "trending.list" }, new MilepostError("platform-timeout", { status: 504 }));
    expect(lines[0]).toBe("03:04:05 Ready  (guilds=3)\n");
    expect(lines[1]).toContain(
      "03:04:05 warn: Slow  (operation=trending.list)\n  MilepostError platform-timeout status=504\n",
    );
  });
});

class Thrown {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

function throwWith(members: object, message = "canary"): never {
  throw throwWithResult(members, message);
}

function throwWithResult(members: object, message = "canary"): Error {
  const error = new Error(message);
  return Object.defineProperties(
    error,
    Object.fromEntries(
      Object.entries(members).map(([name, value]) => [name, { value: value as unknown, writable: true }]),
    ),
  );
}
