import { describe, expect, test } from "vitest";

import profileCommand from "../../commands/profile.ts";
import { toPlatformId } from "../../src/base/int64.ts";
import { TextHashes } from "../../src/platform/decode/text-hashes.ts";
import { markdownIn, press, run, selectIn } from "../support/run-command.ts";
import { fakeServices } from "../support/fake-services.ts";
import { answering, otherProfile } from "./support/other-service.ts";
import { connect, failureOf, serve } from "./support/served.ts";

const operations = {
  "user.byId": { path: "/users/{membershipId}" },
  "user.search": { path: "/users", query: { q: "{name}" } },
  characters: { path: "/users/{id}/heroes" },
  "stats.account": { path: "/users/{id}/stats" },
  "milestones.public": { path: "/events" },
  "milestones.content": { path: "/events/{hash}" },
  "definitions.one": { path: "/defs/{table}/{hash}" },
};

const profile = (origin: string, ids = "text") =>
  otherProfile(origin, {
    wire: { ids },
    operations,
    renames: {
      GeneralUser: { membershipId: "id", displayName: "nick" },
      GamePublicMilestone: { milestoneHash: "id", startDate: "from" },
      Definition: { displayProperties: "" },
    },
    definitions: { tables: { milestone: "events" } },
  });

function textId(text: string) {
  const id = toPlatformId(text, "text");
  if (id === undefined) throw new Error("no id");
  return id;
}

describe("ids that are text", () => {
  test.each([
    "mary",
    "Ann Ünal#2PP",
    "account.0123456789abcdef0123456789abcdef",
    "6f9619ff-8b86-d011-b42d-00cf4fc964ff",
    "-17",
    "007",
    "9007199254740993",
    "a/b?c=d&e",
    "x".repeat(200),
  ])("stay as they are on the way there and back: %s", async (id) => {
    await using served = await answering(() => ({ id, nick: "Ann" }));
    await using client = connect(served.origin, () => profile(served.origin));
    const { data } = await client.userById({ membershipId: textId(id) });
    expect(data.membershipId).toBe(id);
    expect(decodeURIComponent(served.seen[0]?.url ?? "")).toBe(`/users/${id}`);
  });

  test("beside numbers of the same service, of which long ones keep all digits", async () => {
    await using served = await answering(() => '[{"id":9007199254740993},{"id":-5},{"id":"x"}]');
    await using client = connect(served.origin, () => profile(served.origin));
    const { data } = await client.userSearch({ name: "a" });
    expect(data.entries.map(({ membershipId }) => membershipId)).toEqual(["9007199254740993", "-5", "x"]);
  });

  test.each(["", "  ", "a\u0000b", "a\nb", "x".repeat(201), "\uD800"])("are never %j", (id) => {
    expect(toPlatformId(id, "text")).toBeUndefined();
  });

  test("are refused where the profile doesn't say so", async () => {
    await using served = await answering(() => ({ id: "mary", nick: "Mary" }));
    await using client = connect(served.origin, () => profile(served.origin, "int64"));
    const failure = await failureOf(client.userById({ membershipId: textId("7") }));
    expect(failure).toMatchObject({ code: "platform-answer", details: { path: "membershipId" } });
  });
});

describe("hashes that are text", () => {
  test("are whole numbers above the usual ones, the same in every process", () => {
    const [one, other] = [new TextHashes({ ids: "text" }), new TextHashes({ ids: "text" })];
    const hash = one.toHash("dragon-slayer") ?? 0;
    expect(hash).toBeGreaterThan(0xffff_ffff);
    expect(Number.isSafeInteger(hash)).toBe(true);
    expect(other.toHash("dragon-slayer")).toBe(hash);
    expect([one.toHash("7"), one.toHash(7), one.toHash(4294967295)]).toEqual([7, 7, 4294967295]);
    expect(one.wireOf(hash)).toBe("dragon-slayer");
    expect(other.wireOf(12345678901)).toBeUndefined();
  });

  test("are asked by as what the service calls them", async () => {
    await using served = await serve(({ url }, response) => {
      response.end(JSON.stringify(url === "/events" ? [{ id: "6f96-ff" }, { id: -3 }] : { about: "Fun" }));
    });
    await using client = connect(served.origin, () => profile(served.origin));
    const records = Object.values((await client.milestonesPublic({})).data);
    for (const { milestoneHash: hash } of records) {
      await client.milestonesContent({ hash });
      await client.definitionsOne({ table: "milestone", hash });
    }
    expect(served.seen.map(({ url }) => url)).toEqual([
      "/events",
      "/events/6f96-ff",
      "/defs/events/6f96-ff",
      "/events/-3",
      "/defs/events/-3",
    ]);
  });

  test("that nobody has read are not found", async () => {
    await using served = await answering(() => ({}));
    await using client = connect(served.origin, () => profile(served.origin));
    expect((await failureOf(client.milestonesContent({ hash: 2 ** 40 }))).code).toBe("not-found");
    expect(served.seen).toEqual([]);
  });

  test("are keys of dictionaries and of files", async () => {
    await using served = await answering(() => ({ torch: { name: "Torch" }, "12": { name: "Rope" } }));
    await using client = connect(served.origin, () => profile(served.origin));
    const file = await client.definitionsFile({ address: "/events.json" });
    expect(Object.keys(file)).toEqual(["12", String(new TextHashes({ ids: "text" }).toHash("torch"))]);
  });
});

describe("a player whose id is text", () => {
  const people: Readonly<Record<string, { id: string; nick: string }>> = {
    uidofmary: { id: "uidofmary", nick: "Mary" },
    [`uidof${"x".repeat(120)}`]: { id: `uidof${"x".repeat(120)}`, nick: "Max" },
  };
  /** By an id that is none it says 400, as services do whose ids are UUIDs. */
  const served = () =>
    serve(({ url }, response) => {
      const asked = decodeURIComponent(url);
      const person = people[asked.replace("/users/", "")];
      if (asked.startsWith("/users?q=")) response.end(JSON.stringify(Object.values(people)));
      else if (person !== undefined) response.end(JSON.stringify(person));
      else response.writeHead(asked.includes("uidof") ? 404 : 400).end("{}");
    });

  test("is shown by name, by id, and by what a list of matches says, however long the id is", async () => {
    await using platform = await served();
    await using client = connect(platform.origin, () => profile(platform.origin));
    const services = { ...fakeServices({ platform: client }), profile: profile(platform.origin) };
    const shown = await run(profileCommand, services, { player: "mary" });
    expect(markdownIn(shown)).toContain("uidofmary");
    expect(markdownIn(await run(profileCommand, services, { player: "uidofmary" }))).toContain("Mary");
    const several = await run(profileCommand, services, { player: "m" });
    const select = selectIn(several);
    for (const { value } of select.entries)
      expect(
        markdownIn(await press(profileCommand, services, { ...select.choose, chosen: value })),
      ).toContain(value);
  });
});
