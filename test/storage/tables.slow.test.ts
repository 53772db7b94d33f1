import { expect, it } from "vitest";
import { sql } from "kysely";

import { silentLog } from "../../src/base/log.ts";
import { startHousekeeping, sweep } from "../../src/storage/housekeeping.ts";
import { controlStates } from "../../src/storage/control-states.ts";
import { definitionRows } from "../../src/definitions/definition-rows.ts";
import { facts } from "../../src/storage/facts.ts";
import { keyringChecks } from "../../src/sessions/keyring/keyring-checks.ts";
import { describeEachDatabase } from "../support/databases.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { isOneOf, selectGiven } from "../../src/storage/json-values.ts";

const row = (hash: number, record: string | null, fetchedAt = 10) => ({ hash, record, fetchedAt });

describeEachDatabase("facts", (database) => {
  it("gives the last value set, and undefined for what was never set", async () => {
    const known = facts(database().queries);
    expect(await known.get("a")).toBeUndefined();
    await known.set("a", "1");
    await known.set("a", "2");
    expect(await known.get("a")).toBe("2");
  });
});

describeEachDatabase("control states", (database) => {
  const clock = new ManualClock(0);

  it("gives back what was put under its key, until it expires", async () => {
    clock.at = 0;
    const states = controlStates(database().queries, clock);
    const key = await states.put('{"a":1}', 1_000);
    expect(key).toMatch(/^[\w-]{22}$/);
    expect(await states.get(key)).toBe('{"a":1}');
    expect(await states.get("unknown")).toBeUndefined();
    clock.at = 1_000;
    expect(await states.get(key)).toBeUndefined();
  });

  it("keeps equal states once, for as long as the last one asked", async () => {
    clock.at = 0;
    const states = controlStates(database().queries, clock);
    const key = await states.put("same", 1_000);
    expect(await states.put("same", 3_000)).toBe(key);
    expect(await states.put("same", 2_000)).toBe(key);
    expect(await states.forgetExpired(2_999)).toBe(0);
    expect(await states.get(key)).toBe("same");
    expect(await states.forgetExpired(3_000)).toBe(1);
    expect(await states.get(key)).toBeUndefined();
  });

  it("go with the member who made them, and leave others theirs", async () => {
    const states = controlStates(database().queries, clock);
    clock.at = 0;
    const [mine, yours] = [await states.put("same", 9_000, "1"), await states.put("same", 9_000, "2")];
    const nobodys = await states.put("same", 9_000);
    expect(new Set([mine, yours, nobodys]).size).toBe(3);
    await states.forgetOwner("1");
    expect([await states.get(mine), await states.get(yours), await states.get(nobodys)]).toEqual([
      undefined,
      "same",
      "same",
    ]);
  });

  it("are capped for each member: what was made longest ago goes first", async () => {
    const { queries } = database();
    const states = controlStates(queries, clock);
    clock.at = 0;
    const others = await states.put("theirs", 1, "2");
    const keys: string[] = [];
    for (let index = 1; index <= 230; index += 1) keys.push(await states.put(`s${index}`, index, "1"));
    const kept = await queries
      .selectFrom("control_states")
      .select("key")
      .where("owner_id", "=", "1")
      .execute();
    expect(new Set(kept.map(({ key }) => key))).toEqual(new Set(keys.slice(30)));
    expect(await states.get(others)).toBe("theirs");
  });

  it("of nobody knows whom, from before owners were written down, go with whoever is forgotten", async () => {
    const { queries } = database();
    const old = { key: "old", state: "typed", expires_at: 9_000, owner_id: "" };
    await queries.insertInto("control_states").values(old).execute();
    await controlStates(queries, clock).forgetOwner("3");
    expect(await controlStates(queries, clock).get("old")).toBeUndefined();
  });

  it("are swept once they have expired", async () => {
    clock.at = 1_800_000_000_000;
    const { queries } = database();
    const options = { queries, clock, log: silentLog };
    const kept = async () => (await queries.selectFrom("control_states").select("key").execute()).length;
    await controlStates(queries, clock).put("old", clock.at + 1_000);
    clock.at += 999;
    await sweep(options);
    expect(await kept()).toBe(1);
    clock.at += 1;
    await startHousekeeping(options)();
    expect(await kept()).toBe(0);
  });
});

describeEachDatabase("definition rows", (database) => {
  const set = { table: "item", locale: "en" } as const;

  it("finds what was put, by table and language", async () => {
    const rows = definitionRows(database().queries);
    await rows.put(set, [row(1, "one"), row(4_294_967_295, null)]);
    await rows.put({ ...set, locale: "de" }, [row(1, "eins")]);
    expect(await rows.find(set, [1, 2, 4_294_967_295])).toEqual([row(1, "one"), row(4_294_967_295, null)]);
    expect(await rows.find({ ...set, locale: "de" }, [1])).toEqual([row(1, "eins")]);
    expect(await rows.find({ ...set, table: "vendor" }, [1])).toEqual([]);
    expect(await rows.find(set, [])).toEqual([]);
  });

  it("takes and finds more rows than fit in a statement", async () => {
    const rows = definitionRows(database().queries);
    const many = Array.from({ length: 1_234 }, (_, hash) => row(hash, `n${hash}`));
    await rows.put(set, many);
    expect(
      await rows.find(
        set,
        many.map(({ hash }) => hash),
      ),
    ).toHaveLength(1_234);
  });

  it("replaces a row", async () => {
    const rows = definitionRows(database().queries);
    await rows.put(set, [row(1, null)]);
    await rows.put(set, [row(1, "one", 11)]);
    expect(await rows.find(set, [1])).toEqual([row(1, "one", 11)]);
  });

  it("knows a file's version only when its end was reached, and then drops what the file lacks", async () => {
    const rows = definitionRows(database().queries);
    await rows.put(set, [row(1, "gone", 5), row(2, "kept", 5)]);
    await rows.put({ ...set, locale: "de" }, [row(1, "eins", 5)]);
    await rows.put(set, [row(2, "kept", 20)]);
    expect(await rows.fileEdition(set)).toBeUndefined();
    await rows.finishFile(set, { edition: "v1", startedAt: 20, now: 21 });
    expect(await rows.fileEdition(set)).toBe("v1");
    expect(await rows.find(set, [1, 2])).toEqual([row(2, "kept", 20)]);
    expect(await rows.find({ ...set, locale: "de" }, [1])).toHaveLength(1);
    await rows.finishFile(set, { edition: "v2", startedAt: 20, now: 30 });
    expect(await rows.fileEdition(set)).toBe("v2");
  });

  it("forgets everything when told to", async () => {
    const rows = definitionRows(database().queries);
    await rows.put(set, [row(1, "one")]);
    await rows.finishFile(set, { edition: "v1", startedAt: 0, now: 1 });
    await rows.clear();
    expect(await rows.fileEdition(set)).toBeUndefined();
    expect(await rows.find(set, [1])).toEqual([]);
  });
});

describeEachDatabase("keyring checks", (database) => {
  it("keep a fingerprint for each key, and give them up when told to", async () => {
    const checks = keyringChecks(database().queries);
    const one = { kind: "mpk1", keyId: 1, fingerprint: "aa" };
    const two = { kind: "mpt1", keyId: 1, fingerprint: "bb" };
    await checks.add([two, one]);
    await checks.add([]);
    expect(await checks.all()).toEqual([one, two]);
    await checks.add([{ ...one, fingerprint: "cc" }]);
    expect(await checks.all()).toEqual([one, two]);
    await checks.remove([one]);
    expect(await checks.all()).toEqual([two]);
    expect(await checks.sealedByKey()).toEqual([]);
  });
});

const ODD = ["", " ", "null", "a,b", "{a}", '"', "\\", '\\"', "'", "\n", "é", "😀", "$1", "%"];

describeEachDatabase("many values as one of a statement", (database) => {
  const given = (rows: readonly (string | null)[]) =>
    selectGiven(
      database().queries,
      { text: "text", number: "integer", large: "bigint" },
      rows.map((text, number) => ({ text, number, large: Number.MAX_SAFE_INTEGER })),
    );

  it("are given as rows, each value as it was", async () => {
    const { rows } = await sql`${given([...ODD, null])}`.execute(database().queries);
    expect(rows).toEqual(
      [...ODD, null].map((text, number) => ({ text, number, large: Number.MAX_SAFE_INTEGER })),
    );
  });

  it.each([
    ["each of them", ODD, ODD],
    ["some of them", ['"', "{a}", "none"], ["{a}", '"']],
    ["none of them", [], []],
  ])("find %s", async (_which, texts, found) => {
    const { queries } = database();
    const { rows } = await sql<{ text: string }>`select text from (${given([...ODD, null])}) as given
      where ${isOneOf(queries, "given.text", texts)} order by number`.execute(queries);
    expect(rows.map(({ text }) => text)).toEqual(found);
  });
});
