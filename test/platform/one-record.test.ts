import { describe, expect, test, it } from "vitest";

import { int64 } from "../../src/base/int64.ts";
import { answering, otherProfile } from "./support/other-service.ts";
import { connect, failureOf, serve } from "./support/served.ts";
import { lastPlayedFirst } from "../../src/platform/resources/user.ts";

const profile = (origin: string) =>
  otherProfile(origin, {
    operations: {
      "user.search": { path: "/users/by-name/{name}", pick: "data", one: true },
      "accounts.of": { path: "/users/{membershipId}/account", one: true, items: "account" },
    },
    renames: { GeneralUser: { membershipId: "id", displayName: "login" } },
  });

describe("a search that answers one record", () => {
  test("finds that one", async () => {
    await using served = await answering(() => ({ data: { id: 5, login: "ann" } }));
    await using client = connect(served.origin, () => profile(served.origin));
    const { data } = await client.userSearch({ name: "ann" });
    expect(data).toMatchObject({ entries: [{ membershipId: "5", displayName: "ann" }], hasMore: false });
  });

  test.each([
    ["404", 404, {}],
    ["a record of null", 200, { data: null }],
    ["nothing", 200, {}],
  ])("finds nobody by %s", async (_, status, answer) => {
    await using served = await serve((_request, response) => {
      response.writeHead(status).end(JSON.stringify(answer));
    });
    await using client = connect(served.origin, () => profile(served.origin));
    expect((await client.userSearch({ name: "ann" })).data.entries).toEqual([]);
  });

  test.each([
    [500, "platform-unavailable"],
    [200, "platform-answer"],
  ])("fails where it is something else, as with %i", async (status, code) => {
    await using served = await serve((_request, response) => {
      response.writeHead(status).end('{"data":[{"id":5}]}');
    });
    await using client = connect(served.origin, () => profile(served.origin));
    expect((await failureOf(client.userSearch({ name: "ann" }))).code).toBe(code);
  });
});

test("a user's only account may stand by itself", async () => {
  await using served = await answering(() => ({ account: { id: 8, membershipType: 2 } }));
  await using client = connect(served.origin, () => profile(served.origin));
  const membershipId = int64("5");
  expect((await client.accountsOf({ membershipId })).data).toEqual([{ id: "8", membershipType: 2 }]);
});

const account = (id: string, lastPlayed?: string | null) => ({
  membershipType: 1,
  id: int64(id),
  lastPlayed,
});

it("puts the account played last first, and keeps the service's order of those it has no date of", () => {
  const given = [
    account("1"),
    account("2", "2026-10-01T00:00:00Z"),
    account("3", "2026-11-01T00:00:00Z"),
    account("4", null),
    account("5", "12/11/2026"),
  ];
  expect(lastPlayedFirst(given).map(({ id }) => id)).toEqual(["3", "2", "1", "4", "5"]);
});
