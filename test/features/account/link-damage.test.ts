import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import account from "../../../commands/account.ts";
import type { Services } from "../../../src/features/services.ts";
import type { Reply } from "../../../src/discord/reply/reply.ts";
import { createStoredSessions } from "../../../src/sessions/store/stored-sessions.ts";
import { type Asking, press, seen } from "../../support/run-command.ts";
import { type LinkTable, openLinkTable } from "../../commands/link-harness.ts";
import { english } from "../../../src/messages/en.ts";

const MEMBER = "900000000000000001";
const asking: Asking = { member: { id: MEMBER }, isPrivate: true };
let table: LinkTable;

beforeEach(async () => {
  table = await openLinkTable("neutral");
});
afterEach(() => table.close());

const rows = async () => (await table.database.queries.selectFrom("sessions").selectAll().execute()).length;
const services = (without: readonly (keyof Services)[] = []): Services => ({
  ...table.services,
  storedSessions: createStoredSessions({ database: table.database, clock: table.clock }),
  ...Object.fromEntries(without.map((name) => [name, undefined])),
});
const pressMe = (action: string, given: Services) =>
  press(account, given, { command: "account", action }, asking);

describe("a member whose record is damaged", () => {
  beforeEach(async () => {
    await table.link(MEMBER, 0);
    await table.link(MEMBER, 1);
    await sql`update sessions set account = zeroblob(400) where is_active = 0`.execute(
      table.database.queries,
    );
  });

  it("is told to unlink, and can", async () => {
    await expect(table.run(MEMBER, "progress")).rejects.toMatchObject({ code: "unopenable" });
    const asked = await table.run(MEMBER, "unlink");
    expect(seen(asked)).toContain("Unlink Account 1");
    const gone = seen(await table.press(MEMBER, asked, "Unlink Account 1"));
    expect(gone).toContain(english.link.unlink.done);
    expect(seen(await table.run(MEMBER, "progress"))).toContain("What next?");
  });

  it("can have everything forgotten", async () => {
    expect(seen(await pressMe("forgetNow", services()))).toContain("Sessions: 2");
    expect(await rows()).toBe(0);
  });
});

describe("what a bot keeps that it can't use", () => {
  it("is forgotten where private commands are off, as the reply says", async () => {
    await table.link(MEMBER, 0);
    const off = services(["linking"]);
    expect(exportedIn(await pressMe("export", off))).toMatchObject({
      unused: [{ origin: expect.stringContaining("127.0.0.1") }],
    });
    expect(seen(await pressMe("forgetNow", off))).toContain("Sessions: 1");
    expect(await rows()).toBe(0);
    expect(exportedIn(await pressMe("export", off))).toMatchObject({ unused: [] });
  });

  it("is forgotten where the platform has another address now", async () => {
    await table.link(MEMBER, 0);
    await sql`update sessions set origin = 'https://before.example'`.execute(table.database.queries);
    await table.link(MEMBER, 1);
    expect(exportedIn(await pressMe("export", services()))).toMatchObject({
      sessions: [{}],
      unused: [{ origin: "https://before.example" }],
    });
    expect(seen(await pressMe("forgetNow", services()))).toContain("Sessions: 2");
    expect(await rows()).toBe(0);
  });
});

describe("a confirmation", () => {
  it("pressed twice links once, also where the platform does not say whose session it is", async () => {
    table.platform.faults.add({ kind: "code", code: 21, status: 404, operation: "account.current" });
    const confirm = await table.paste(MEMBER, withoutAccount(table.headerOf(0)));
    const both = await Promise.all([
      table.press(MEMBER, confirm, english.link.confirm.keep),
      table.press(MEMBER, confirm, english.link.confirm.keep),
    ]);
    expect(both.map(seen)).toEqual([expect.stringMatching(/linked/i), expect.stringMatching(/linked/i)]);
    expect(await rows()).toBe(1);
  });

  it("that the database does not take can be pressed again", async () => {
    const confirm = await table.paste(MEMBER, table.headerOf(0));
    await sql
      .raw("create trigger broken before insert on sessions begin select raise(abort, 'the disk'); end")
      .execute(table.database.queries);
    await expect(table.press(MEMBER, confirm, english.link.confirm.keep)).rejects.toThrow(/the disk/);
    await sql.raw("drop trigger broken").execute(table.database.queries);
    expect(seen(await table.press(MEMBER, confirm, english.link.confirm.keep))).toContain("Linked");
  });

  it("takes no later paste away that came while it was kept", async () => {
    const first = await table.paste(MEMBER, table.headerOf(0));
    const keeping = table.press(MEMBER, first, english.link.confirm.keep);
    const [second] = await Promise.all([table.paste(MEMBER, table.headerOf(1)), keeping]);
    expect(seen(await table.press(MEMBER, second, english.link.confirm.keep))).toContain("Linked");
    expect(await rows()).toBe(2);
  });
});

const withoutAccount = (header: string) =>
  header
    .split("; ")
    .filter((pair) => !pair.startsWith("portalme="))
    .join("; ");

function exportedIn(reply: Reply): unknown {
  const file = reply.blocks.find((block) => block.type === "file");
  if (file?.type !== "file") throw new Error("no file");
  return JSON.parse(new TextDecoder().decode(file.file.bytes));
}
