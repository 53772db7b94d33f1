import { expect, it } from "vitest";

import { int64 } from "../../src/base/int64.ts";
import { createGameChoice } from "../../src/sessions/store/game-choice.ts";
import type { LinkedAccount } from "../../src/sessions/session.ts";
import { describeEachDatabase } from "../support/databases.ts";
import { ALICE, API, BOB, benchOn, sessionOf } from "./support.ts";

const [FIRST, SECOND] = [
  { membershipType: 2, id: int64("4611686018442057913"), name: "Al" },
  { membershipType: 1, id: int64("5"), name: "Al B" },
];
const account: LinkedAccount = { membershipId: int64("77"), name: "Alice", accounts: [FIRST, SECOND] };

describeEachDatabase("the game account a session is asked for", (database) => {
  const linked = async () => {
    const bench = await benchOn(database());
    const { store, place } = bench;
    const of = await store.add(sessionOf(place, ALICE, { account }));
    const games = createGameChoice({ database: database(), ...bench });
    const first = async () => (await store.list(ALICE))[0]?.account.accounts[0];
    return { ...bench, of, games, first };
  };

  it("is the first until another is chosen, and then that one", async () => {
    const { games, of, first, store } = await linked();
    expect(await first()).toEqual(FIRST);
    expect(await games.choose(of, SECOND)).toBe(true);
    expect(await first()).toEqual(SECOND);
    const opened = await store.open({ discordId: ALICE }, { command: "/vault", isAway: false });
    expect(opened?.summary.account.accounts).toEqual([SECOND, FIRST]);
    expect(opened?.jar.cookie(API)).toContain("CANARY");
  });

  it("is remembered when the account is linked again", async () => {
    const { games, of, first, store, place } = await linked();
    await games.choose(of, SECOND);
    await store.add(sessionOf(place, ALICE, { account }));
    expect(await first()).toEqual(SECOND);
    await store.add(sessionOf(place, ALICE, { account: { ...account, accounts: [FIRST] } }));
    expect(await first()).toEqual(FIRST);
  });

  it("is chosen by its member alone, among those there are", async () => {
    const { games, of, first } = await linked();
    expect(await games.choose({ ...of, discordId: BOB }, SECOND)).toBe(false);
    expect(await games.choose({ ...of, id: "other" }, SECOND)).toBe(false);
    expect(await games.choose(of, { membershipType: 1, id: FIRST.id })).toBe(false);
    expect(await first()).toEqual(FIRST);
  });

  it("keeps cookies that are renewed at the same time", async () => {
    const { games, of, first, store } = await linked();
    const opened = await store.open({ discordId: ALICE }, { command: "/vault", isAway: false });
    if (opened === undefined) throw new Error("not opened");
    opened.jar.take?.(API, ["portalatk=renewed; Path=/; Secure; HttpOnly"]);
    await Promise.all([store.renew(opened), games.choose(of, SECOND)]);
    expect(await first()).toEqual(SECOND);
    const again = await store.open({ discordId: ALICE }, { command: "/vault", isAway: false });
    expect(again?.jar.cookie(API)).toContain("portalatk=renewed");
  });

  it("lies sealed: no id of an account stands open in the database", async () => {
    const { games, of } = await linked();
    await games.choose(of, SECOND);
    const rows = await database().queries.selectFrom("sessions").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain("4611686018442057913");
    expect(Buffer.concat(rows.map((row) => row.account)).includes("Al B")).toBe(false);
  });
});
