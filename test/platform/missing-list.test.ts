import { expect, test } from "vitest";

import { HOUR_MS } from "../../src/base/duration.ts";
import type { PlatformClient } from "../../src/platform/client.ts";
import { connect, failureOf, serve, wrapped } from "./support/served.ts";

/** What asks for nothing by name, so that nothing can be gone. */
const lists: readonly (readonly [string, (client: PlatformClient) => Promise<unknown>])[] = [
  ["milestones.public", (client) => client.milestonesPublic({})],
  ["trending.list", (client) => client.trendingList({})],
];

test.each(lists)("%s that isn't found is the platform's trouble", async (_, ask) => {
  await using server = await serve((_request, response) => response.writeHead(404).end("<html>"));
  await using client = connect(server.origin);
  expect(await failureOf(ask(client))).toMatchObject({ code: "platform-error", details: { status: 404 } });
});

test("a page beyond the last may be not found", async () => {
  await using server = await serve((_, response) => response.writeHead(404).end("<html>"));
  await using client = connect(server.origin);
  expect(await failureOf(client.trendingList({ page: 1 }))).toMatchObject({ code: "not-found" });
});

test("the last good copy of a list outlasts any number of answers that it isn't there", async () => {
  let isThere = true;
  await using server = await serve((_, response) => {
    if (isThere) response.end(wrapped({ "7": { milestoneHash: 7 } }));
    else response.writeHead(404).end("<html>");
  });
  await using client = connect(server.origin);
  await client.milestonesPublic({});
  isThere = false;
  for (let hour = 0; hour < 3; hour += 1) {
    client.clock.at += HOUR_MS;
    expect(await client.milestonesPublic({})).toMatchObject({
      data: { "7": { milestoneHash: 7 } },
      isStale: true,
    });
  }
  expect(server.seen.length).toBeGreaterThan(1);
});

test.each([
  [{ q: "{name}" }, false],
  [{ q: "{name}", from: "{offset}" }, true],
])("a full page of %o is followed by another: %s", async (query, hasMore) => {
  await using server = await serve((_, response) => response.end(wrapped([{ membershipId: "7" }])));
  await using client = connect(server.origin, (profile) => ({
    ...profile,
    operations: {
      ...profile.operations,
      "user.search": {
        method: "GET",
        path: "/find",
        query,
        pick: "",
        items: "",
        defaults: {},
        firstPage: 0,
        pageSize: 1,
      },
    },
  }));
  const { data } = await client.userSearch({ name: "a" });
  expect(data).toMatchObject({ entries: [{ membershipId: "7" }], hasMore });
});
