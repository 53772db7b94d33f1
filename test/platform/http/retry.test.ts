import { describe, expect, test } from "vitest";

import { int64 } from "../../../src/base/int64.ts";
import { HOUR, MINUTE } from "../../support/time.ts";
import { connect, type Connected, failed, failureOf, serve, until, wrapped } from "../support/served.ts";

const id = int64("4611686018442057913");
const user = { membershipId: "4611686018442057913", displayName: "Ada" };

describe("retries", () => {
  test("a passing failure of a GET is tried again, at most twice", async () => {
    let left = 2;
    await using server = await serve((_, response) => {
      left -= 1;
      if (left >= 0) response.writeHead(503).end();
      else response.end(wrapped(user));
    });
    await using client = connect(server.origin);
    expect((await client.userById({ membershipId: id })).data.displayName).toBe("Ada");
    expect(server.seen).toHaveLength(3);
  });

  test("a third failure is the caller's", async () => {
    await using server = await serve((_, response) => response.writeHead(503).end());
    await using client = connect(server.origin);
    expect(await failureOf(client.userById({ membershipId: id }))).toMatchObject({
      code: "platform-unavailable",
    });
    expect(server.seen).toHaveLength(3);
  });

  test.each([
    ["maintenance", 200, failed(5)],
    ["not found", 200, failed(21)],
    ["a refused key", 200, failed(2101)],
  ])("%s is not tried again", async (_, status, body) => {
    await using server = await serve((_, response) => response.writeHead(status).end(body));
    await using client = connect(server.origin);
    await failureOf(client.userById({ membershipId: id }));
    expect(server.seen).toHaveLength(1);
  });

  test("a POST is never tried again", async () => {
    await using server = await serve((_, response) => response.writeHead(503).end());
    await using client = connect(server.origin, (profile) => ({
      ...profile,
      operations: {
        ...profile.operations,
        "user.byId": {
          path: "/x",
          method: "POST",
          query: {},
          body: { id: "{membershipId}" },
          pick: "",
          defaults: {},
        },
      },
    }));
    await failureOf(client.userById({ membershipId: id }));
    expect(server.seen).toHaveLength(1);
    expect(server.seen[0]).toMatchObject({ method: "POST", body: `{"id":"${id}"}` });
  });

  test("retries stay within a tenth of the requests, and a dead platform soon gets none", async () => {
    await using server = await serve((_, response) => response.writeHead(503).end());
    await using client = connect(server.origin);
    for (let number = 0; number < 100; number += 1) {
      await failureOf(client.userById({ membershipId: int64(BigInt(number)) }));
    }
    expect(server.seen.length).toBeLessThanOrEqual(5 + 5);
  });
});

describe("one player whom the platform fails for ever", () => {
  const broken = int64("4611686018000000666");
  /** Fails for one player, and at the first request for each other one that is named. */
  const stage = async (flaky: readonly string[] = []) => {
    const met = new Set<string>();
    const server = await serve(({ url }, response) => {
      const isFirst = !met.has(url);
      met.add(url);
      const fails = url.includes(broken) || (isFirst && flaky.some((one) => url.includes(one)));
      response.writeHead(fails ? 500 : 200).end(fails ? failed(1618) : wrapped(user));
    });
    return { server, ask: (client: Connected, one: string) => client.userById({ membershipId: int64(one) }) };
  };

  test("takes no retry from others", async () => {
    const others = ["1001", "1002", "1003"];
    const { server, ask } = await stage(others);
    await using _ = server;
    await using client = connect(server.origin);
    for (let times = 0; times < 30; times += 1) await failureOf(ask(client, broken));
    for (const one of others) expect((await ask(client, one)).data.displayName).toBe("Ada");
    expect(server.seen.filter(({ url }) => url.includes(broken))).toHaveLength(30 + 2);
  });

  test("is tried again like anybody once it has answered, or some minutes after it failed", async () => {
    let fails = 3;
    await using server = await serve((_, response) => {
      fails -= 1;
      response.writeHead(fails >= 0 ? 500 : 200).end(fails >= 0 ? failed(1618) : wrapped(user));
    });
    await using client = connect(server.origin);
    const ask = () => client.userById({ membershipId: id });
    await failureOf(ask());
    expect((await ask()).data.displayName).toBe("Ada");
    client.clock.at += 25 * HOUR;
    fails = 3;
    await failureOf(ask());
    client.clock.at += 11 * MINUTE;
    fails = 1;
    expect((await ask()).data.displayName).toBe("Ada");
  });

  test("shuts nobody else out", async () => {
    const { server, ask } = await stage();
    await using _ = server;
    await using client = connect(server.origin);
    for (let times = 0; times < 10; times += 1) await failureOf(ask(client, broken));
    expect((await ask(client, "1001")).data.displayName).toBe("Ada");
  });
});

describe("the breaker", () => {
  test("opens after five failures, lets one request try after a while, and closes on success", async () => {
    let isUp = false;
    await using server = await serve((_, response) =>
      isUp ? response.end(wrapped(user)) : response.writeHead(400).end(failed(5)),
    );
    await using client = connect(server.origin);
    const ask = (number: number) => client.userById({ membershipId: int64(BigInt(number)) });
    for (let number = 0; number < 5; number += 1) await failureOf(ask(number));
    expect(await failureOf(ask(6))).toMatchObject({
      code: "platform-maintenance",
      details: { reason: "the breaker is open" },
    });
    expect(server.seen).toHaveLength(5);
    isUp = true;
    client.clock.at += 5_001;
    expect((await ask(7)).data.displayName).toBe("Ada");
    expect((await ask(8)).data.displayName).toBe("Ada");
  });

  test("errors in good order never open it", async () => {
    await using server = await serve((_, response) => response.end(failed(21)));
    await using client = connect(server.origin);
    for (let number = 0; number < 12; number += 1) {
      await failureOf(client.userById({ membershipId: int64(BigInt(number)) }));
    }
    expect(server.seen).toHaveLength(12);
  });
});

describe("a caller in the background", () => {
  test("is tried on past the limit of attempts, and ends with its signal", async () => {
    await using server = await serve((_, response) => response.writeHead(503).end());
    await using client = connect(server.origin);
    const stop = new AbortController();
    const call = client.definitionsFile({ address: "/f", background: true, signal: stop.signal });
    const outcome = call.then(
      () => "ok",
      (reason: unknown) => reason,
    );
    await until(() => server.seen.length >= 5);
    stop.abort(new Error("enough"));
    expect(await outcome).toMatchObject({ message: "enough" });
  });
});

describe("closing", () => {
  test("ends what is under way and refuses what comes after", async () => {
    await using server = await serve(() => {});
    await using client = connect(server.origin);
    const call = failureOf(client.userById({ membershipId: id }));
    await until(() => server.seen.length === 1);
    await client.close();
    expect(await call).toMatchObject({ code: "busy" });
    expect(await failureOf(client.userById({ membershipId: id }))).toMatchObject({ code: "busy" });
  });
});
