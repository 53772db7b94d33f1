import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { systemClock } from "../../../src/base/clock.ts";
import { int64 } from "../../../src/base/int64.ts";
import { readProfile } from "../../../src/platform/profile/load.ts";
import { quietClient } from "../../support/quiet-client.ts";
import { failureOf, serve } from "../support/served.ts";

/** As an operator writes one: in a file of their own, wherever it is. */
const GUILDHALL = `
import { definePlatform } from "milepost/platform";

interface Player { readonly who: string; readonly name: string; readonly tag: number }

const toUser = ({ who, name, tag }: Player) => ({
  membershipId: who.replace("player-", ""),
  displayName: \`\${name}#\${tag}\`,
  firstAccess: new Date(0).toISOString(),
});

export default definePlatform({
  id: "guildhall",
  name: "Guildhall",
  hosts: { portal: "https://guildhall.example", api: "{portal}/api" },
  locale: { default: "en", codes: { de: "german" } },
  envelope: { kind: "bare" },
  renames: { GeneralUser: { membershipId: "elsewhere" } },
  definitions: { tables: { item: "items" } },
  operations: {
    "user.byId": {
      path: "/players/{membershipId}",
      pick: "player",
      request: ({ membershipId }) => (membershipId === "404" ? undefined : {}),
      read: toUser,
    },
    "user.search": {
      path: "/players",
      request: ({ name = "", page = "0" }) => ({ path: "/find/" + encodeURIComponent(name), query: { page, none: undefined } }),
      read: (answer: { list: Player[]; left: number }, { parameters }) => ({
        entries: answer.list.map(toUser),
        hasMore: answer.left > 0 && parameters["page"] === "0",
      }),
    },
    "content.byId": { path: "/articles/{id}", read: () => { for (;;) {} } },
    "content.search": { path: "/articles", query: { q: "{text}" }, read: async () => [] },
    "trending.list": { path: "/trends", read: (answer: any) => answer.canary.list },
    "definitions.one": {
      path: "/names",
      request: () => ({}),
      read: (names: Record<string, string>, { parameters }) => ({
        displayProperties: { name: names[parameters["hash"] ?? ""] },
      }),
    },
    "accounts.of": {
      path: "/players/{membershipId}/accounts",
      read: (found: { list: { who: { id: string }; on: { type: number }[] }[] }, { each }) =>
        each(found.list, ({ who, on }) => ({ id: who.id, membershipType: each(on, ({ type }) => type)[0] ?? 0 })),
    },
    "milestones.public": { path: "/week", request: () => ({ path: "/../../admin" }) },
    "milestones.content": {
      path: "/week/{hash}",
      read: (texts: Record<string, string>, { parameters }) => ({ about: texts[parameters["locale"] ?? ""] }),
    },
  },
});
`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "guildhall-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function written(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

const player = { who: "player-42", name: "Ann", tag: 7 };

async function guildhall(answer: unknown) {
  const server = await serve((_, response) => {
    response.writeHead(answer === undefined ? 204 : 200).end(JSON.stringify(answer));
  });
  const { profile, faults } = readProfile(written("guildhall.ts", GUILDHALL), { baseUrl: server.origin });
  if (profile === undefined) throw new Error(JSON.stringify(faults));
  const client = quietClient({ profile, clock: systemClock });
  return {
    client,
    server,
    async [Symbol.asyncDispose]() {
      await client.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

describe("a profile in TypeScript", () => {
  test("reads one answer for several questions, each as it was asked", async () => {
    await using hall = await guildhall({ "7": "Sword", "8": "Shield" });
    const nameOf = async (hash: number) =>
      (await hall.client.definitionsOne({ table: "item", hash })).data.displayProperties?.name;
    expect([await nameOf(7), await nameOf(8), await nameOf(7)]).toEqual(["Sword", "Shield", "Sword"]);
  });

  test("reads an answer in all languages at once in each member's own", async () => {
    await using hall = await guildhall({ en: "Harvest", german: "Ernte" });
    const aboutIn = async (locale: string) =>
      (await hall.client.milestonesContent({ hash: 7, locale })).data.about;
    expect([await aboutIn("en-US"), await aboutIn("de"), await aboutIn("fr")]).toEqual([
      "Harvest",
      "Ernte",
      "Harvest",
    ]);
  });

  test("reads a record in the contract's names, whatever its renames and dates say", async () => {
    await using place = await guildhall({ player });
    const { data } = await place.client.userById({ membershipId: int64("42") });
    expect(data).toMatchObject({
      membershipId: "42",
      displayName: "Ann#7",
      firstAccess: "1970-01-01T00:00:00.000Z",
    });
  });

  test.each([undefined, null, {}, { player: null }])("finds nobody in %j, without a read", async (answer) => {
    await using place = await guildhall(answer);
    const asked = place.client.userById({ membershipId: int64("42") });
    expect(await failureOf(asked)).toMatchObject({ code: "not-found" });
  });

  test.each([undefined, null])("lists nothing in %j, without a read", async (answer) => {
    await using place = await guildhall(answer);
    const { data } = await place.client.userSearch({ name: "Ann" });
    expect(data).toEqual({ entries: [], hasMore: false });
  });

  test("asks for nothing where its request says that there is no such thing", async () => {
    await using place = await guildhall({ player });
    const asked = place.client.userById({ membershipId: int64("404") });
    expect(await failureOf(asked)).toMatchObject({ code: "not-found" });
    expect(place.server.seen).toEqual([]);
  });

  test("builds requests templates can't say, and reads pages of lists", async () => {
    await using place = await guildhall({ list: [player, { ...player, who: "nobody" }], left: 3 });
    const { data, unread } = await place.client.userSearch({ name: "a/b?" });
    expect(data).toMatchObject({ entries: [{ membershipId: "42" }], hasMore: true });
    expect(unread).toBe(1);
    expect(place.server.seen.map(({ url }) => url)).toEqual(["/api/find/a%2Fb%3F?page=0"]);
  });

  test("leaves out the entries that its read fails at, and counts them", async () => {
    const [ann, bob] = [
      { who: { id: "1" }, on: [{ type: 3 }] },
      { who: { id: "2" }, on: [null] },
    ];
    await using place = await guildhall({ list: [ann, null, { who: null }, bob] });
    const { data, unread } = await place.client.accountsOf({ membershipId: int64("42") });
    expect(data).toEqual([
      { id: "1", membershipType: 3 },
      { id: "2", membershipType: 0 },
    ]);
    expect(unread).toBe(3);
  });

  test.each([[null], [{ who: null }, null], [7]])(
    "fails where its read fails at each entry: %j",
    async (...list) => {
      await using place = await guildhall({ list });
      const asked = place.client.accountsOf({ membershipId: int64("42") });
      expect(await failureOf(asked)).toMatchObject({
        code: "platform-answer",
        details: { reason: expect.stringMatching(/read failed: TypeError at guildhall\.ts:\d+/) },
      });
    },
  );

  test.each([null, undefined, []])("lists nothing where its entries are %j", async (list) => {
    await using place = await guildhall({ list });
    expect((await place.client.accountsOf({ membershipId: int64("42") })).data).toEqual([]);
  });

  test.each([
    ["throws", (client: Client) => client.trendingList({}), /read failed: TypeError at guildhall\.ts:\d+/],
    ["never ends", (client: Client) => client.contentById({ id: int64("1") }), /took longer than 1000 ms/],
    ["gives a promise", (client: Client) => client.contentSearch({ text: "x" }), /gives a promise/],
  ])("that %s is one clear failure, without a value", async (_how, ask, reason) => {
    await using place = await guildhall({ canary: null });
    const { code, details } = await failureOf(ask(place.client));
    expect(code).toBe("platform-answer");
    expect(details.reason).toMatch(reason);
    expect(details.reason).not.toContain("canary");
  });

  test("can't leave its host", async () => {
    await using place = await guildhall({});
    expect(await failureOf(place.client.milestonesPublic({}))).toMatchObject({ code: "platform-refused" });
    expect(place.server.seen).toEqual([]);
  });

  test.each([
    ["no profile", "export const profile = {};", "exports no profile"],
    ["a mistake", "export default definePlatform({});", "definePlatform is not defined"],
    ["broken code", "export default {", "can't be loaded"],
  ])("with %s is told as a fault of the file", (_name, text, problem) => {
    const { faults } = readProfile(written(`${problem.length}.ts`, text));
    expect(faults).toMatchObject([{ path: "the file", problem: expect.stringContaining(problem) }]);
  });

  test("is checked as one in JSON is", () => {
    const { faults } = readProfile(written("short.mts", `export default { id: "x", colour: 1 };`));
    expect(faults.map(({ path }) => path)).toEqual(expect.arrayContaining(["name", "hosts", "colour"]));
  });

  test("in JSON a function can't be said", () => {
    const operations = { "user.byId": { path: "/{membershipId}", read: "answer.user" } };
    const file = written("said.json", JSON.stringify({ id: "x", name: "X", operations }));
    expect(readProfile(file).faults).toContainEqual(
      expect.objectContaining({ path: 'operations["user.byId"].read', problem: "not a function" }),
    );
  });
});

type Client = Awaited<ReturnType<typeof guildhall>>["client"];
