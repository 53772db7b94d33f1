import { afterEach, beforeEach, expect, it } from "vitest";

import { createStoredSessions } from "../../src/sessions/store/stored-sessions.ts";
import { createSessionSweep } from "../../src/compose/parts.ts";
import { type LinkTable, openLinkTable } from "../commands/link-harness.ts";
import { DAY } from "../support/time.ts";

const MEMBER = "900000000000000001";
const { signal } = new AbortController();
let table: LinkTable;

beforeEach(async () => {
  table = await openLinkTable("neutral");
  await table.link(MEMBER, 0);
});
afterEach(() => table.close());

it.each(["on", "off"])("idle sessions are deleted where private commands are %s", async (switched) => {
  const { database, clock } = table;
  const remains = createStoredSessions({ database, clock, idleDays: 30 });
  const sweep = createSessionSweep(switched === "on" ? table.sessions : undefined, remains);
  table.clock.advance(30 * DAY - 1_000);
  await sweep(signal);
  expect(await remains.of(MEMBER)).toHaveLength(1);
  table.clock.advance(2_000);
  await sweep(signal);
  expect(await remains.of(MEMBER)).toEqual([]);
});

it("a sweep asks about sessions that died, too", async () => {
  const { store } = table.sessions;
  const [session] = await store.list(MEMBER);
  if (session === undefined) throw new Error("nothing was linked");
  await store.consent(session, { away: true });
  await store.mark(session, "dead");
  table.clock.advance(DAY);
  const { database, clock } = table;
  await createSessionSweep(table.sessions, createStoredSessions({ database, clock }))(signal);
  expect(await store.list(MEMBER)).toMatchObject([{ state: "alive" }]);
});
