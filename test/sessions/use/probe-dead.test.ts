import { afterEach, beforeEach, expect, it } from "vitest";

import { probeDeadSessions } from "../../../src/sessions/use/open-private.ts";
import { type LinkTable, openLinkTable } from "../../commands/link-harness.ts";
import { HOUR } from "../../support/time.ts";

const member = (index: number) => String(900_000_000_000_000_000n + BigInt(index));
const { signal } = new AbortController();
let table: LinkTable;

beforeEach(async () => {
  table = await openLinkTable("neutral");
});
afterEach(() => table.close());

/** A linked account whose session is taken for dead, with its member's yes to away use or without. */
async function dead(index: number, away: boolean): Promise<void> {
  const { store } = table.sessions;
  await table.link(member(index), index % 2);
  const [session] = await store.list(member(index));
  if (session === undefined) throw new Error("nothing was linked");
  await store.consent(session, { away });
  await store.mark(session, "dead");
  for (const { id } of await store.noticesOf(member(index))) await store.settleNotice(id);
}
const stateOf = async (index: number) => (await table.sessions.store.list(member(index)))[0]?.state;
const noticesOf = async (index: number) =>
  (await table.sessions.store.noticesOf(member(index))).map(({ notice }) => notice);
const usesOf = async (index: number) => {
  const [session] = await table.sessions.store.list(member(index));
  return session && table.sessions.store.uses(session);
};

it("finds out that a session works again, for members who allow use while away; each is told once", async () => {
  await dead(1, true);
  await dead(2, false);
  table.clock.advance(6 * HOUR);
  await probeDeadSessions(table.sessions, signal);
  expect([await stateOf(1), await stateOf(2)]).toEqual(["alive", "dead"]);
  expect([await noticesOf(1), await noticesOf(2)]).toEqual([["works-again"], []]);
  expect(await usesOf(1)).toMatchObject([{ command: "check", isAway: true }]);
  expect(await usesOf(2)).toEqual([]);
});

it("leaves one alone that ended, asks again six hours later at most, and tells nobody", async () => {
  await dead(1, true);
  table.platform.signIn.sessions.revoke();
  for (const hours of [1, 5, 1, 5]) {
    table.clock.advance(hours * HOUR);
    await probeDeadSessions(table.sessions, signal);
  }
  expect(await stateOf(1)).toBe("dead");
  expect(await noticesOf(1)).toEqual([]);
  expect(await usesOf(1)).toHaveLength(2);
});

const states = () => Promise.all(Array.from({ length: 22 }, (_, index) => stateOf(index + 1)));

it("asks for twenty in a round, and for the others in the next", async () => {
  for (let index = 1; index <= 22; index += 1) await dead(index, true);
  table.clock.advance(6 * HOUR);
  await probeDeadSessions(table.sessions, signal);
  expect((await states()).filter((state) => state === "alive")).toHaveLength(20);
  await probeDeadSessions(table.sessions, signal);
  expect(new Set(await states())).toEqual(new Set(["alive"]));
});

it("ends a round at a platform that can't say, and changes nothing", async () => {
  await dead(1, true);
  await dead(2, true);
  table.platform.faults.add({ kind: "maintenance" });
  table.clock.advance(6 * HOUR);
  await probeDeadSessions(table.sessions, signal);
  expect([await stateOf(1), await stateOf(2)]).toEqual(["dead", "dead"]);
  expect([await usesOf(1), await usesOf(2)]).toEqual([[expect.anything()], []]);
});

it("stops at once when the bot does", async () => {
  await dead(1, true);
  table.clock.advance(6 * HOUR);
  const before = table.platform.requests.total;
  await probeDeadSessions(table.sessions, AbortSignal.abort());
  expect(table.platform.requests.total).toBe(before);
  expect(await stateOf(1)).toBe("dead");
});
