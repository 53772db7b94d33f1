import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, describe, it } from "vitest";

import {
  createDiscoverableMembers,
  type DiscoverableMember,
} from "../../src/sessions/store/discoverable-members.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import { ALICE, BOB, benchOn, sessionOf } from "./support.ts";
import { useFolder } from "../support/databases.ts";

const NAME = "Canaryname Openly";

describe("being found", () => {
  const folder = useFolder();
  const bytes = () => {
    const data = path.join(folder.path, "data");
    return Buffer.concat(readdirSync(data).map((name) => readFileSync(path.join(data, name))));
  };
  const opened = async () => {
    const database = await openDatabase({ url: `file:${folder.path}/data/test.db` });
    const { store, place } = await benchOn(database);
    const session = await store.add(sessionOf(place, ALICE));
    const found = createDiscoverableMembers(database, new URL(place.hosts.portal).origin);
    const member: DiscoverableMember = {
      guildId: "10",
      discordId: ALICE,
      sessionId: session.id,
      membershipId: "4611686018400136789",
      name: NAME,
      since: 1,
    };
    await found.start(member);
    return { database, store, found, member };
  };

  it.each(["ended", "unlinked"])("leaves no byte of the name once it is %s", async (how) => {
    const { database, store, found } = await opened();
    expect(bytes().includes(NAME)).toBe(true);
    if (how === "ended") await found.end(ALICE);
    else await store.unlink({ discordId: ALICE });
    expect(bytes().includes(NAME)).toBe(false);
    expect(bytes().includes(NAME.toLowerCase())).toBe(false);
    await database.close();
  });

  it("searches without regard to case, width and spaces around, and for nothing finds nobody", async () => {
    const { database, found, member } = await opened();
    for (const typed of ["canary", "  CANARY", "Ｃanaryname o"]) {
      expect(await found.search("10", typed, 5)).toEqual([member]);
    }
    for (const typed of ["", "  ", "openly", "%", "canaryname openly x"]) {
      expect(await found.search("10", typed, 5)).toEqual([]);
    }
    await database.close();
  });

  it("can't be searched by a name of nothing, but by the member still", async () => {
    const { database, found, member } = await opened();
    await found.called(member, " ");
    expect(await found.search("10", "canary", 5)).toEqual([]);
    expect(await found.find("10", ALICE)).toEqual({ ...member, name: undefined });
    await database.close();
  });

  it("ends for one member alone", async () => {
    const { database, found, member } = await opened();
    expect(await found.end(BOB)).toBe(0);
    expect(await found.end(ALICE, "11")).toBe(0);
    expect(await found.of(ALICE)).toEqual([member]);
    await database.close();
  });
});
