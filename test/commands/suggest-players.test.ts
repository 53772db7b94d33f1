import { ByteBudget } from "../../src/base/async/byte-budget.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import profile from "../../commands/profile.ts";
import { suggestPlayers } from "../../src/features/profile/suggest-players.ts";
import type {
  DiscoverableMembers,
  DiscoverableMember,
} from "../../src/sessions/store/discoverable-members.ts";
import type { Services } from "../../src/features/services.ts";
import { suggestTitles } from "../../src/features/trending/suggest-titles.ts";
import type { MemberSessions } from "../../src/sessions/use/member-sessions.ts";
import { MilepostError } from "../../src/base/errors.ts";
import { GeneralUser } from "../../src/platform/resources/user.ts";
import { dated, fakePlatform, fakeServices, listing } from "../support/fake-services.ts";
import { type Asking, asked, contextOf, run, seen } from "../support/run-command.ts";
import { type Table, openTable } from "./platform-harness.ts";
import { messagesFor } from "../../src/messages/catalog.ts";
import { english } from "../../src/messages/en.ts";

const closed = async () => Promise.reject(new MilepostError("platform-maintenance"));

const suggest = (services: Services, typed: string, asking: Asking = {}) =>
  suggestPlayers({ ...contextOf(services, { isPrivate: true, ...asking }), typed });

const creation = (identifier: string, author: string | null, authorMembershipId: string | null) => ({
  identifier,
  entityType: 6,
  creation: { title: "Made", author, authorMembershipId, body: "", media: "", upvotes: 1 },
});

const found = (membershipId: string, name: string): DiscoverableMember => ({
  guildId: "10",
  discordId: "1",
  sessionId: "s",
  membershipId,
  name,
  since: 0,
});
const withFound = (services: Services, search: DiscoverableMembers["search"]): Services => ({
  ...services,
  linking: {
    sessions: { found: { search } } as unknown as MemberSessions,
    openPrivate: async () => undefined,
    memory: new ByteBudget(Infinity),
  },
});
const offering = (userSearch: Parameters<typeof fakePlatform>[0]["userSearch"]) =>
  fakeServices({ platform: fakePlatform(userSearch === undefined ? {} : { userSearch }, ["user.search"]) });
const failing = async () => Promise.reject(new MilepostError("platform-timeout"));

describe.each(["neutral", "lookalike"])("before anything is typed (%s)", (profileName) => {
  let table: Table;
  beforeAll(async () => {
    table = await openTable(profileName);
  });
  afterAll(() => table.close());

  it("suggests who made what is trending, each once and by an id that opens", async () => {
    const { services } = table;
    const suggestions = await suggest(services, "  ");
    expect(suggestions.length).toBeGreaterThan(2);
    expect(new Set(suggestions.map(({ value }) => value)).size).toBe(suggestions.length);
    const [first] = suggestions;
    expect(first?.name).toMatch(/ · trending creator$/);
    expect(seen(await run(profile, services, { player: first?.value }))).toContain(
      english.profile.id(first?.value ?? ""),
    );
  });

  it("suggests whom the member looked at instead, once there is somebody", async () => {
    const { services } = table;
    services.recentPlayers.add("5", { id: "9", name: "Ann" });
    expect(await suggest(services, "", { member: { id: "5" } })).toEqual([{ name: "Ann", value: "9" }]);
    expect((await suggest(services, "", { member: { id: "6" } }))[0]?.name).toContain("trending creator");
  });
});

describe("suggestions of players", () => {
  const ann = GeneralUser.parse({ membershipId: "7", displayName: "Ann" });

  it("name each player once: those looked at, then members of the server, then the platform's", async () => {
    const services = withFound(
      offering(async () => dated({ entries: [ann], hasMore: false })),
      async (guildId, typed, limit) => {
        expect([guildId, typed, limit]).toEqual(["10", "an", 10]);
        return [found("7", "Ann"), found("8", "Anna")];
      },
    );
    services.recentPlayers.add("1", { id: "8", name: "Anna" });
    expect(await suggest(services, " an ")).toEqual([
      { name: "Anna", value: "8" },
      { name: "Ann · in this server", value: "7" },
    ]);
  });

  it("begin with the name that is just what was typed, before all that only resemble it", async () => {
    const called = ["Anna", "Änn", "\uff21nn", "ANN", "Ann"].map((displayName, index) =>
      GeneralUser.parse({ membershipId: String(index + 10), displayName }),
    );
    const platform = offering(async () => dated({ entries: called, hasMore: false }));
    const services = withFound(platform, async () => [found("8", "Annabel")]);
    const values = (await suggest(services, "Ann")).map(({ value }) => value);
    expect(values.slice(0, 2)).toEqual(["14", "13"]);
    expect(values.slice(-2)).toEqual(["8", "10"]);
  });

  it("lack members where there is no server", async () => {
    const services = withFound(
      offering(async () => dated({ entries: [ann], hasMore: false })),
      async () => [found("8", "Anna")],
    );
    const { guildId: _, ...place } = asked().site;
    const names = await suggestPlayers({ ...contextOf(services), site: place, typed: "an" });
    expect(names).toEqual([{ name: "Ann", value: "7" }]);
  });

  it("are what is left where a part fails", async () => {
    const services = withFound(offering(failing), async () => [found("8", "Anna")]);
    expect(await suggest(services, "an")).toEqual([{ name: "Anna · in this server", value: "8" }]);
    expect(await suggest(fakeServices({ platform: fakePlatform({}, []) }), "")).toEqual([]);
  });

  it("say why there are none where the platform fails, in the member's language", async () => {
    expect(await suggest(offering(closed), " an ")).toEqual([
      { name: "The platform is in maintenance", value: "an" },
    ]);
    const [said] = await suggest(offering(closed), "an", { locale: "de" });
    expect(said?.name).toBe(messagesFor("de").errors.byCode["platform-maintenance"].title);
    const trending = fakeServices({ platform: fakePlatform({ trendingList: closed }, ["trending.list"]) });
    for (const [option] of [
      await suggest(trending, ""),
      await suggestTitles({ ...contextOf(trending), typed: "" }),
    ])
      expect(option?.name).toBe("The platform is in maintenance");
  });

  it("leave out creations whose maker is not said", async () => {
    const entries = [creation("a", "Ann", "7"), creation("b", "Bo", null), creation("c", null, "9")];
    const platform = fakePlatform({ trendingList: listing("details", entries) }, ["trending.list"]);
    const names = (await suggest(fakeServices({ platform }), "")).map(({ name }) => name);
    expect(names).toEqual(["Ann · trending creator", "9 · trending creator"]);
  });
});
