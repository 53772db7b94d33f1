import { expect, it } from "vitest";

import { privateDataFrom } from "../../src/app/private-sessions.ts";
import { MilepostError } from "../../src/base/errors.ts";
import { int64 } from "../../src/base/int64.ts";
import type { PrivateClient, SessionCheck } from "../../src/platform/private/client.ts";
import { createSnapshotStore } from "../../src/sessions/snapshots.ts";
import { asked } from "../commands/asking.ts";
import { ALICE, API, BOB, benchOn, sessionOf } from "../sessions/support.ts";
import { describeEachDatabase } from "../support/databases.ts";
import { dated } from "./fake-services.ts";

const refused = async (): Promise<never> => {
  throw new MilepostError("sign-in-needed");
};
const never = async (): Promise<never> => {
  throw new Error("not asked for");
};

function clientWith(answers: Partial<PrivateClient>): PrivateClient {
  return {
    checkSession: never,
    accountCurrent: never,
    vault: never,
    characters: never,
    progression: never,
    statsAccount: never,
    statsCharacter: never,
    ...answers,
  };
}
const account = {
  name: "Alice",
  accounts: [{ membershipType: 2, id: int64("4611686018442057913"), name: "Al" }],
};
const asAlice = asked({ member: { id: ALICE } });
const { signal } = asAlice;

describeEachDatabase("a member's own data", (database) => {
  async function bench(answers: Partial<PrivateClient>, consent = { away: false, snapshots: true }) {
    const { store, place, clock, keyring } = await benchOn(database());
    const summary = await store.add(sessionOf(place, ALICE, { account, consent }));
    const snapshots = createSnapshotStore({ database: database(), keyring, place, clock });
    const open = privateDataFrom({ client: clientWith(answers), sessions: store, snapshots });
    return { open, store, clock, summary };
  }

  it("is asked for with their session and account, and the use is noted", async () => {
    const seen: unknown[] = [];
    const { open, store, summary } = await bench({
      progression: async ({ membershipType, id, session }) => {
        seen.push([membershipType, id, session.cookie(API)?.includes("portalatk=")]);
        return dated({});
      },
    });
    const own = await open(asAlice, "progress");
    expect(own?.account).toEqual({ name: "Al" });
    await own?.progression({ signal });
    expect(seen).toEqual([[2, "4611686018442057913", true]]);
    expect(await store.uses(summary)).toMatchObject([{ command: "/progress", isAway: false }]);
  });

  it("is nobody else's", async () => {
    const { open } = await bench({});
    expect(await open(asked({ member: { id: BOB } }), "progress")).toBeUndefined();
  });

  it("keeps the cookies an answer renews, also one that fails", async () => {
    const { open, store } = await bench({
      characters: async ({ session }) => {
        session.take?.(API, ["portald=999; Path=/"]);
        throw new MilepostError("platform-unavailable");
      },
    });
    await expect((await open(asAlice, "progress"))?.characters({ signal })).rejects.toMatchObject({
      code: "platform-unavailable",
    });
    expect((await store.open({ discordId: ALICE }, { command: "x", isAway: false }))?.jar.csrf()).toBe("999");
  });

  const passing = new MilepostError("platform-maintenance");
  it.each<[SessionCheck, string, string]>([
    [{ outcome: "ended" }, "dead", "sign-in-needed"],
    [{ outcome: "not-registered" }, "dead", "sign-in-needed"],
    [{ outcome: "valid", account: undefined }, "alive", "platform-error"],
    [{ outcome: "maintenance", error: passing }, "suspect", "platform-maintenance"],
  ])("refused, then probed as %j, leaves the session %s", async (check, state, code) => {
    let probes = 0;
    const { open, store } = await bench({
      progression: refused,
      characters: refused,
      checkSession: async () => ((probes += 1), check),
    });
    const own = await open(asAlice, "progress");
    const outcomes = await Promise.allSettled([own?.progression({ signal }), own?.characters({ signal })]);
    expect(outcomes.map((one) => one.status === "rejected" && (one.reason as MilepostError).code)).toEqual([
      code,
      code,
    ]);
    expect(probes).toBe(1);
    expect(await store.list(ALICE)).toMatchObject([{ state }]);
  });

  it("that answers again is no longer suspect", async () => {
    const { open, store, summary } = await bench({ progression: async () => dated({}) });
    await store.mark(summary, "suspect");
    await (await open(asAlice, "progress"))?.progression({ signal });
    expect(await store.list(ALICE)).toMatchObject([{ state: "alive" }]);
  });

  it("gives the newest snapshot of a time, else the oldest", async () => {
    const { open, clock } = await bench({});
    const own = await open(asAlice, "progress");
    const start = clock.at;
    for (const content of [`"one"`, `"two"`]) {
      await own?.snapshots.put(content);
      clock.at += 1_000;
    }
    const found = await Promise.all(
      [start - 1, start, start + 999, start + 1_000, start + 9_000].map((at) => own?.snapshots.since(at)),
    );
    expect(found.map((one) => one?.content)).toEqual([`"one"`, `"one"`, `"one"`, `"two"`, `"two"`]);
  });

  it("keeps no snapshot without consent", async () => {
    const { open } = await bench({}, { away: false, snapshots: false });
    const own = await open(asAlice, "progress");
    expect(own?.snapshots.areKept).toBe(false);
    await own?.snapshots.put("x");
    expect(await own?.snapshots.since(Number.MAX_SAFE_INTEGER - 1)).toBeUndefined();
  });
});
