import { sql } from "kysely";
import { beforeEach, expect, it } from "vitest";

import { revokeSessions } from "../../src/sessions/store/forget-sessions.ts";
import { createStoredSessions } from "../../src/sessions/store/stored-sessions.ts";
import { createTemporarySecrets, type TemporarySecrets } from "../../src/sessions/store/temporary-secrets.ts";
import { describeEachDatabase } from "../support/databases.ts";
import { HOUR, MINUTE } from "../support/time.ts";
import { ALICE, type Bench, benchOn, BOB, CANARY, unreadKeyring } from "./support.ts";

describeEachDatabase("secrets that wait for minutes", (database) => {
  let bench: Bench;
  let one: TemporarySecrets;
  let two: TemporarySecrets;

  const secretsOf = (other: Bench) => createTemporarySecrets({ ...other, database: database() });
  beforeEach(async () => {
    bench = await benchOn(database());
    [one, two] = [secretsOf(bench), secretsOf(bench)];
  });

  const get = (discordId: string, from = two) => from.get("pending", discordId);
  const rows = () => database().queries.selectFrom("temporary_secrets").selectAll().execute();

  it("are there for another process, sealed, until their time is over", async () => {
    await one.put(secret(ALICE));
    expect(await get(ALICE)).toMatchObject({ discordId: ALICE, text: CANARY });
    expect(await get(BOB)).toBeUndefined();
    expect(Buffer.concat((await rows()).map(({ content }) => content)).includes(CANARY)).toBe(false);
    bench.clock.at += 10 * MINUTE - 1;
    expect(await get(ALICE)).toBeDefined();
    bench.clock.at += 1;
    expect(await get(ALICE)).toBeUndefined();
  });

  it("are over where they would wait for longer than any does: somebody set the clock back", async () => {
    await one.put(secret(ALICE));
    bench.clock.at -= HOUR;
    expect(await get(ALICE)).toBeUndefined();
    expect(await one.takeExpired()).toHaveLength(1);
  });

  it("wait for an hour at most", async () => {
    await one.put({ ...secret(ALICE), forMs: HOUR });
    expect(await one.takeExpired()).toEqual([]);
    expect(await get(ALICE)).toBeDefined();
    await one.put({ ...secret(ALICE), forMs: HOUR + 1 });
    expect(await get(ALICE)).toBeUndefined();
    expect(await one.takeExpired()).toHaveLength(1);
  });

  it("are taken by one alone of twenty that try at the same moment", async () => {
    await one.put(secret(ALICE));
    const found = await Promise.all(Array.from({ length: 20 }, (_, at) => get(ALICE, at % 2 ? one : two)));
    const taken = await Promise.all(
      found.map(async (each, at) => each !== undefined && (at % 2 ? one : two).take(each)),
    );
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await rows()).toEqual([]);
  });

  it("are changed by one alone, and taken by nobody who saw them before", async () => {
    const { put } = await one.put(secret(ALICE));
    const both = await Promise.all([one.change(put, "a"), two.change(put, "b")]);
    expect(both.toSorted()).toEqual([false, true]);
    expect(await one.take(put)).toBe(false);
    expect((await get(ALICE))?.text).toMatch(/^[ab]$/);
  });

  it("are one of a name, whoever puts it, and give back the one they replace", async () => {
    const put = await Promise.all(
      Array.from({ length: 10 }, (_, at) => (at % 2 ? one : two).put(secret(ALICE, `${at}`))),
    );
    expect(await rows()).toHaveLength(1);
    const left = (await get(ALICE))?.text;
    const replaced = put.flatMap((each) => each.replaced?.text ?? []);
    expect(new Set([...replaced, left])).toEqual(new Set(Array.from({ length: 10 }, (_, at) => `${at}`)));
  });

  it("go however they are changed at that moment", async () => {
    for (let tries = 0; tries < 10; tries += 1) {
      const { put } = await one.put(secret(ALICE));
      await Promise.all([two.takeAllOf(ALICE), one.change(put, "a")]);
      expect(await rows()).toEqual([]);
      const { put: again } = await one.put(secret(ALICE));
      const [taken] = await Promise.all([two.takeNamed("pending", ALICE), one.change(again, "a")]);
      expect([CANARY, "a"]).toContain(taken?.text);
      expect(await rows()).toEqual([]);
    }
  });

  it("go also where another comes in their place at that moment", async () => {
    for (let tries = 0; tries < 20; tries += 1) {
      const { put } = await one.put({ ...secret(ALICE), kind: "check", name: `check ${tries}` });
      const [taken, exchanged] = await Promise.all([
        two.takeAllOf(ALICE),
        one.exchange(put, { ...secret(ALICE), text: "checked" }),
      ]);
      expect(await rows()).toEqual([]);
      expect(taken.map(({ text }) => text)).toEqual([exchanged === undefined ? CANARY : "checked"]);
    }
  });

  it("are taken with another's change, or both are left alone", async () => {
    const { put } = await one.put(secret(ALICE));
    const { put: page } = await one.put({ ...secret(ALICE), kind: "page" });
    const both = await Promise.all([one.takeAndChange(put, page, "a"), two.takeAndChange(put, page, "b")]);
    expect(both.toSorted()).toEqual([false, true]);
    expect(await get(ALICE)).toBeUndefined();
    expect((await two.get("page", ALICE))?.text).toBe(both[0] ? "a" : "b");
  });

  it("are exchanged for another, or left alone", async () => {
    const { put } = await one.put(secret(ALICE));
    const next = { ...secret(ALICE, "used"), kind: "once" };
    const both = await Promise.all([one.exchange(put, next), two.exchange(put, next)]);
    expect(both.filter((each) => each !== undefined)).toHaveLength(1);
    expect((await rows()).map(({ kind }) => kind)).toEqual(["once"]);
  });

  it.each([
    ["another member's", sql`update temporary_secrets set discord_id = ${BOB}`],
    ["another name's", sql`update temporary_secrets set name = ${BOB}`],
    ["another kind's", sql`update temporary_secrets set kind = 'once'`],
    ["an older one", sql`update temporary_secrets set revision = 7`],
    ["another platform's", sql`update temporary_secrets set origin = 'https://other.example'`],
  ])("open in no other place: %s", async (_, change) => {
    await one.put(secret(ALICE));
    await change.execute(database().queries);
    const found = await Promise.all(
      [ALICE, BOB].flatMap((name) => ["pending", "once"].map((kind) => two.get(kind, name))),
    );
    expect(found.filter((each) => each !== undefined)).toEqual([]);
    expect(await two.takeAllOf((await rows())[0]?.discord_id ?? "")).toEqual([]);
    expect(await rows()).toEqual([]);
  });

  it("are not taken for damaged where the keyring can't be read", async () => {
    await one.put(secret(ALICE));
    const unread = secretsOf(await benchOn(database(), undefined, unreadKeyring));
    await expect(get(ALICE, unread)).rejects.toThrow("no keyring to read");
  });

  it("go with everything else where sessions are revoked, forgotten or switched off", async () => {
    const stored = createStoredSessions({ database: database(), clock: bench.clock });
    await one.put(secret(ALICE));
    await one.put(secret(BOB));
    await stored.forget(ALICE);
    expect((await rows()).map(({ discord_id: id }) => id)).toEqual([BOB]);
    await revokeSessions(database(), undefined);
    expect(await rows()).toEqual([]);
    await one.put(secret(ALICE));
    await stored.sweep();
    expect(await rows()).toHaveLength(1);
    bench.clock.at += 10 * MINUTE;
    await stored.sweep();
    expect(await rows()).toEqual([]);
  });

  it("wait on where they are prolonged", async () => {
    const { put } = await one.put(secret(ALICE));
    await one.put(secret(BOB));
    bench.clock.at += 9 * MINUTE;
    await two.prolong(put, 10 * MINUTE);
    bench.clock.at += 9 * MINUTE;
    expect(await get(ALICE, one)).toBeDefined();
    expect(await get(BOB, one)).toBeUndefined();
    await secretsOf(await benchOn(database(), "https://other.example", bench.keyring)).put(secret(ALICE));
    expect(await one.listOf(ALICE)).toEqual([{ kind: "pending", until: bench.clock.at + MINUTE }]);
  });
});

function secret(discordId: string, text = CANARY) {
  return { kind: "pending", name: discordId, discordId, text, forMs: 10 * MINUTE };
}
