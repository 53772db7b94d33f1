import { describe, expect, test } from "vitest";

import { int64 } from "../../src/base/int64.ts";
import { parseProfile } from "../../src/platform/profile/load.ts";
import { otherProfile } from "./support/other-service.ts";
import { connect, failureOf, serve } from "./support/served.ts";

const MembershipType = [
  { value: 1, name: "euw" },
  { value: 2, name: "na" },
];

describe("a service of several hosts", () => {
  test("is asked at the one an operation names, with the key, and at the account's", async () => {
    const [api, euw, na, content] = await Promise.all(
      ["127.0.0.1", "127.0.0.1", "127.0.0.1", "127.0.0.1"].map((host) =>
        serve((_request, response) => void response.end('{"id":5,"items":{}}'), host),
      ),
    );
    if (!api || !euw || !na || !content) throw new Error("no servers");
    const rows = [
      { value: Number(new URL(euw.origin).port), name: "euw" },
      { value: Number(new URL(na.origin).port), name: "na" },
    ];
    const profile = otherProfile(api.origin, {
      hosts: {
        portal: api.origin,
        api: "{portal}",
        content: content.origin,
        more: { account: "http://127.0.0.1:{membershipType.value}/v4", static: content.origin },
      },
      enums: { MembershipType: rows },
      operations: {
        "user.byId": { path: "/users/{membershipId}" },
        progression: { path: "{account}/by-id/{id}", query: { c: "{membershipType.name}" } },
        "milestones.public": { path: "{static}/events.json" },
      },
      renames: { GeneralUser: { membershipId: "id" }, CharacterProgressions: { data: "items" } },
    });
    await using client = connect(api.origin, () => profile);
    await client.userById({ membershipId: int64("5") });
    for (const { value } of rows) await client.progression({ membershipType: value, id: int64("7") });
    await client.milestonesPublic({}).catch(() => undefined);
    const asked = (one: typeof api) => one.seen.map(({ url, headers }) => [url, headers["x-api-key"]]);
    expect([api, euw, na, content].map(asked)).toEqual([
      [["/users/5", "canary-key"]],
      [["/v4/by-id/7?c=euw", "canary-key"]],
      [["/v4/by-id/7?c=na", "canary-key"]],
      [["/events.json", "canary-key"]],
    ]);
    const failure = await failureOf(client.progression({ membershipType: 1, id: int64("7") }));
    expect(failure.code).toBe("platform-refused");
    await Promise.all([api, euw, na, content].map((one) => one[Symbol.asyncDispose]()));
  });

  test.each([
    [
      { more: { account: "https://{membershipType.name}.x.example" } },
      {},
      "hosts.more.account",
      "lists none",
    ],
    [{ more: { account: "http://x.example" } }, { MembershipType }, "hosts.more.account", "http to a host"],
    [
      { more: { account: "https://{region}.x.example" } },
      { MembershipType },
      "hosts.more.account",
      "unknown parameter {region}",
    ],
    [{ more: { Account: "https://x.example" } }, {}, "hosts.more.Account", "not a name"],
    [{}, {}, 'operations["user.byId"].path', "no host named account"],
    [
      { more: { account: "https://{membershipType.name}.x.example" } },
      { MembershipType },
      'operations["user.byId"].path',
      "depends on an account",
    ],
  ])("%j with %j is a fault at %s", (hosts, enums, path, problem) => {
    const { faults } = parseProfile(
      JSON.stringify({
        id: "other",
        name: "Other",
        hosts: { portal: "https://other.example", ...hosts },
        locale: { default: "en" },
        enums,
        operations: { "user.byId": { path: "{account}/users/{membershipId}" } },
      }),
    );
    expect(faults[0]).toMatchObject({ path, problem: expect.stringContaining(problem) as unknown });
  });
});
