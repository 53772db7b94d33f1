import { describe, expect, test } from "vitest";

import { nextLink } from "../../src/platform/read-list.ts";
import { parseProfile } from "../../src/platform/profile/load.ts";
import { isLinear } from "../support/processor-time.ts";
import { answering, otherProfile } from "./support/other-service.ts";
import { connect, failureOf, serve, type Seen } from "./support/served.ts";

const search = (origin: string, more: Record<string, unknown>) =>
  otherProfile(origin, {
    operations: { "user.search": { path: "/users", ...more } },
    renames: { GeneralUser: { membershipId: "id" } },
  });

/** Three pages of one user each, as one turns them by what the address says. */
function pagesBy(
  name: string,
  follow: (next: number | undefined, request: Seen) => { body?: object; headers?: Record<string, string> },
) {
  return serve((request, response) => {
    const at = Number(new URL(request.url, "http://x").searchParams.get(name) ?? 0);
    const { body = {}, headers = {} } = follow(at < 2 ? at + 1 : undefined, request);
    response.writeHead(200, headers).end(JSON.stringify({ users: [{ id: at }], ...body }));
  });
}

type Follow = Parameters<typeof pagesBy>[1];

const styles: readonly (readonly [string, Record<string, unknown>, string, Follow])[] = [
  [
    "a cursor",
    { more: "paging.cursor" },
    "after",
    (next) => ({ body: { paging: { cursor: next ?? null } } }),
  ],
  [
    "a token as text",
    { more: "token" },
    "after",
    (next) => ({ body: { token: next === undefined ? "" : String(next) } }),
  ],
  [
    "the next address",
    { more: "links.next" },
    "after",
    (next) => ({ body: { links: { next: next && `https://x.example/y?a=1&after=${next}` } } }),
  ],
  ["a relative address", { more: "next" }, "after", (next) => ({ body: { next: next && `?after=${next}` } })],
  [
    "a Link header",
    { more: "header:link" },
    "after",
    (next) => ({
      headers:
        next === undefined
          ? {}
          : { link: `</u?after=0>; rel="prev", </u?x=a,b&after=${next}>; rel="next last"` },
    }),
  ],
  [
    "a header of its own",
    { more: "header:X-Next" },
    "after",
    (next) => ({ headers: next === undefined ? {} : { "x-next": String(next) } }),
  ],
];

describe("pages turned by", () => {
  test.each(styles)("%s are read to the last", async (_, more, name, follow) => {
    await using served = await pagesBy(name, follow);
    const query = { q: "{name}", [name]: "{cursor}" };
    await using client = connect(served.origin, () =>
      search(served.origin, { ...more, items: "users", query }),
    );
    const read = [];
    for (const page of [0, 1, 2, 3]) {
      const { entries, hasMore } = (await client.userSearch({ name: "a", page })).data;
      read.push([entries.map(({ membershipId }) => membershipId).join(), hasMore]);
    }
    expect(read).toEqual([
      ["0", true],
      ["1", true],
      ["2", false],
      ["", false],
    ]);
    // What was read is not asked for again.
    expect(served.seen).toHaveLength(3);
  });

  test("a cursor are found by a process that saw none of those before", async () => {
    await using served = await pagesBy("after", (next) => ({ body: { next } }));
    const query = { q: "{name}", after: "{cursor}" };
    await using client = connect(served.origin, () =>
      search(served.origin, { more: "next", items: "users", query }),
    );
    expect((await client.userSearch({ name: "a", page: 2 })).data.entries).toMatchObject([
      { membershipId: "2" },
    ]);
  });

  test("a cursor that leads to itself end", async () => {
    await using served = await answering(() => ({ users: [{ id: 1 }], next: "again" }));
    const query = { q: "{name}", after: "{cursor}" };
    await using client = connect(served.origin, () =>
      search(served.origin, { more: "next", items: "users", query }),
    );
    expect((await client.userSearch({ name: "a", page: 1 })).data.hasMore).toBe(false);
  });

  test.each([
    ["a header", "header:x-pages"],
    ["the answer", "total"],
  ])("number end where %s says how many there are", async (_, pages) => {
    await using served = await pagesBy("page", () => ({ body: { total: 3 }, headers: { "x-pages": "3" } }));
    const query = { q: "{name}", page: "{page}" };
    await using client = connect(served.origin, () =>
      search(served.origin, { pages, items: "users", query }),
    );
    const more = [];
    for (const page of [0, 1, 2]) more.push((await client.userSearch({ name: "a", page })).data.hasMore);
    expect(more).toEqual([true, true, false]);
  });

  test.each([
    [{ query: { q: "{name}", after: "{cursor}" } }, "missing, though {cursor} is used"],
    [{ query: { q: "{name}" }, more: "next" }, "further pages, though nothing asks for them"],
  ])("a cursor need both, where it is and where it goes", (more, problem) => {
    const given = {
      id: "other",
      name: "Other",
      hosts: { portal: "https://other.example" },
      locale: { default: "en" },
      operations: { "user.search": { path: "/users", ...more } },
    };
    expect(parseProfile(JSON.stringify(given)).faults).toMatchObject([{ problem }]);
  });
});

describe("a Link header", () => {
  test.each([
    [['<https://a/b>; rel="next"'], "https://a/b"],
    [["<b>;rel=NEXT"], "b"],
    [['<a>; rel="first"', '<b>; title="x"; rel="prev next"'], "b"],
    [['<a>; rel="nextish"'], undefined],
    [["next"], undefined],
    [[], undefined],
  ])("%j leads to %j", (lines, target) => {
    expect(nextLink(lines)).toBe(target);
  });

  test("of any length is read in time that grows with it alone", () => {
    expect(isLinear((size) => nextLink(["<a>;".repeat(size / 4), `<${"a".repeat(size)}`]), 40_000)).toBe(
      true,
    );
  });
});

describe("an answer", () => {
  test("of lines is a list of their entries", async () => {
    await using served = await answering(() => '{"id":9007199254740993}\n\n{"id":2}\r\n');
    await using client = connect(served.origin, () =>
      search(served.origin, { format: "ndjson", query: { q: "{name}" } }),
    );
    const { entries } = (await client.userSearch({ name: "a" })).data;
    expect(entries.map(({ membershipId }) => membershipId)).toEqual(["9007199254740993", "2"]);
    expect(served.seen[0]?.headers.accept).toContain("ndjson");
  });

  test("of lines that are none fails", async () => {
    await using served = await answering(() => '{"id":1}\n<html>');
    await using client = connect(served.origin, () =>
      search(served.origin, { format: "ndjson", query: { q: "{name}" } }),
    );
    expect((await failureOf(client.userSearch({ name: "a" }))).code).toBe("platform-answer");
  });

  test.each(["", "[]", '{"status":"queued"}'])(
    "with 202 and %j is asked for again, and is never empty",
    async (body) => {
      let left = 1;
      await using served = await serve((_request, response) => {
        left -= 1;
        if (left >= 0) response.writeHead(202, { "retry-after": "0" }).end(body);
        else response.end('[{"id":1}]');
      });
      await using client = connect(served.origin, () => search(served.origin, { query: { q: "{name}" } }));
      expect((await client.userSearch({ name: "a" })).data.entries).toHaveLength(1);
      left = 9;
      expect((await failureOf(client.userSearch({ name: "b" }))).code).toBe("platform-unavailable");
    },
  );
});
