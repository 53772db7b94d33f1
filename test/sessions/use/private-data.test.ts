import { describe, expect, it } from "vitest";

import { createPrivateData, snapshotsOf } from "../../../src/sessions/use/open-private.ts";
import { noSnapshots } from "../../../src/sessions/use/private-data.ts";
import type { PrivateClient } from "../../../src/platform/private/create-client.ts";
import { int64 } from "../../../src/base/int64.ts";
import type { LinkedAccount } from "../../../src/sessions/session.ts";
import { createSnapshotStore } from "../../../src/sessions/store/snapshot-store.ts";
import { ALICE, benchOn, sessionOf } from "../support.ts";
import { describeEachDatabase } from "../../support/databases.ts";
import { dated } from "../../support/fake-services.ts";

const { signal } = new AbortController();
const headers = { cookie: () => "a=b", csrf: () => "1" };
const linked: LinkedAccount = {
  name: "Alice",
  accounts: [
    { membershipType: 2, id: int64("4611686018442057913"), name: "Al" },
    { membershipType: 1, id: int64("5") },
  ],
};

/** A client that notes what it is asked. */
function noting() {
  const seen: [string, object][] = [];
  const note = (operation: string, data: unknown) => async (query: object) => {
    seen.push([operation, query]);
    return dated(data);
  };
  const client = {
    characters: note("characters", []),
    progression: note("progression", {}),
    statsAccount: note("statsAccount", {}),
    statsCharacter: note("statsCharacter", {}),
    vault: note("vault", {}),
  } as unknown as PrivateClient;
  return { seen, client };
}

function dataFor(account: LinkedAccount) {
  const { seen, client } = noting();
  const session = {
    account,
    ask: <T>(_: AbortSignal, call: (session: typeof headers) => Promise<T>) => call(headers),
  };
  return { seen, own: createPrivateData({ session, client, snapshots: noSnapshots }) };
}

describe("a member's own data", () => {
  it("is asked for with their session, for the first account of the game", async () => {
    const { own, seen } = dataFor(linked);
    const player = { membershipType: 2, id: "4611686018442057913", session: headers, signal };
    const query = { character: int64("9"), period: "daily", from: "2026-05-01", to: "2026-05-20" } as const;
    await own.characters({ signal });
    await own.progression({ signal });
    await own.statsAccount({ signal });
    await own.statsCharacter({ ...query, signal });
    await own.vault({ signal });
    expect(own.account).toEqual({ name: "Al" });
    expect(seen).toEqual([
      ["characters", player],
      ["progression", player],
      ["statsAccount", player],
      ["statsCharacter", { ...player, ...query }],
      ["vault", { membershipType: 2, session: headers, signal }],
    ]);
  });

  it("has a vault alone, where no account is known but the membership type that has one", async () => {
    const { own, seen } = dataFor({ name: "Alice", accounts: [], membershipTypes: [3] });
    expect([own.hasGameAccount, own.hasVault]).toEqual([false, true]);
    await own.vault({ signal });
    expect(seen).toEqual([["vault", { membershipType: 3, session: headers, signal }]]);
  });

  it("says that there is no account of the game, and asks for nothing", async () => {
    const { own, seen } = dataFor({ name: " Alice ", accounts: [] });
    expect([own.hasGameAccount, own.hasVault, own.account.name]).toEqual([false, false, "Alice"]);
    expect(dataFor({ name: " ", accounts: [] }).own.account.name).toBeUndefined();
    await expect(own.progression({ signal })).rejects.toMatchObject({ code: "not-found" });
    expect(seen).toEqual([]);
  });
});

describeEachDatabase("a member's snapshots", (database) => {
  async function bench(snapshots: boolean) {
    const { store, place, clock, keyring } = await benchOn(database());
    const summary = await store.add(sessionOf(place, ALICE, { consent: { away: false, snapshots } }));
    const kept = createSnapshotStore({ database: database(), keyring, place, clock });
    return { clock, snapshots: snapshotsOf(kept, summary) };
  }

  it("are the newest of a time, else the oldest", async () => {
    const { snapshots, clock } = await bench(true);
    const start = clock.at;
    for (const content of [`"one"`, `"two"`]) {
      await snapshots.put(content);
      clock.at += 1_000;
    }
    const found: unknown[] = [];
    for (const at of [start - 1, start, start + 999, start + 1_000, start + 9_000]) {
      found.push((await snapshots.since(at))?.content);
    }
    expect(found).toEqual([`"one"`, `"one"`, `"one"`, `"two"`, `"two"`]);
  });

  it("of another game account of the same session are no past of this one", async () => {
    const { snapshots, clock } = await bench(true);
    const start = clock.at;
    for (const content of [`"mine 1"`, `"other 1"`, `"mine 2"`, `"other 2"`]) {
      await snapshots.put(content);
      clock.at += 1_000;
    }
    const at = async (time: number, mark = "mine") =>
      (await snapshots.since(time, (content) => content.includes(mark)))?.content;
    expect(await at(start + 9_000)).toBe(`"mine 2"`);
    expect(await at(start + 1_500)).toBe(`"mine 1"`);
    expect(await at(start - 1)).toBe(`"mine 1"`);
    expect(await at(start, "other")).toBe(`"other 1"`);
    expect(await at(start, "nobody's")).toBeUndefined();
  });

  it("are not kept without consent", async () => {
    const { snapshots, clock } = await bench(false);
    expect(snapshots.areKept).toBe(false);
    await snapshots.put("x");
    expect(await snapshots.since(clock.at)).toBeUndefined();
  });
});
