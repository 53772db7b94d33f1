import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";

import link from "../../commands/link.ts";
import type { Reply } from "../../src/discord/reply/reply.ts";
import { makeBundle } from "../../src/sessions/bundle/make-bundle.ts";
import { contextOf, seen } from "../support/run-command.ts";
import { HOUR } from "../support/time.ts";
import { type LinkTable, openLinkTable } from "./link-harness.ts";
import { english } from "../../src/messages/en.ts";

const MEMBER = "300000000000000001";

/** Serves one file, in place of Discord's store of attachments. */
const served: { status: number; bytes: Uint8Array } = { status: 200, bytes: Buffer.alloc(0) };
const store = createServer((_request, response) => response.writeHead(served.status).end(served.bytes));
beforeAll(() => new Promise<void>((resolve) => void store.listen(0, "127.0.0.1", resolve)));
afterAll(() => new Promise((resolve) => void store.close(resolve)));

let table: LinkTable;
beforeEach(async () => {
  table = await openLinkTable("neutral");
  served.status = 200;
});
afterEach(() => table.close());

async function submit(bytes: Buffer, { size = bytes.length, pasted = "" } = {}): Promise<Reply> {
  served.bytes = bytes;
  const form = link.modals?.["paste"];
  if (form === undefined) throw new Error("no form");
  const { port } = store.address() as AddressInfo;
  const asking = { member: { id: MEMBER }, isPrivate: true, now: table.clock.now() };
  return form.submitted({
    ...contextOf(table.services, asking),
    update: async () => true,
    rerun: async () => ({ blocks: [] }),
    state: {},
    fields: { pasted, file: { name: "sealed.txt", url: `http://127.0.0.1:${port}/sealed.txt`, size } },
  });
}

async function bundle(): Promise<string> {
  const recipient = (await table.sessions.bundles.recipient()) ?? "";
  const cookies = Object.fromEntries(
    table
      .headerOf(0)
      .split("; ")
      .map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]),
  );
  const origin = new URL(table.sessions.place.hosts.portal).origin;
  const expiresAt = new Date(table.clock.now() + HOUR).toISOString();
  return makeBundle({ cookies, discordId: MEMBER, origin, expiresAt }, recipient);
}

describe("a file in /link", () => {
  it("links what is sealed in it, as text or as an age file", async () => {
    const text = await bundle();
    expect(seen(await submit(Buffer.from(`sealed for you:\n${text}\n`)))).toContain("Is this your account?");
    const age = Buffer.from(text.slice("milepost1:".length), "base64url");
    expect(seen(await submit(age))).toContain("Is this your account?");
  });

  it("is refused with the reason where its cookies aren't sealed, though they may be pasted", async () => {
    const cookies = table.headerOf(0);
    const refused = await submit(Buffer.from(cookies));
    expect(refused.tone).toBe("alert");
    expect(seen(refused)).toContain(english.link.file.raw.next);
    expect(seen(await table.paste(MEMBER, cookies))).toContain("Is this your account?");
    expect(await table.sessions.store.list(MEMBER)).toEqual([]);
  });

  it.each([
    ["Discord says it is large", { size: 1_000_000 }, 200, 10],
    ["it is larger than Discord says", { size: 10 }, 200, 1_000_000],
    ["Discord has it no more", {}, 404, 10],
  ])("can't be read where %s", async (_, given, status, length) => {
    served.status = status;
    expect(seen(await submit(Buffer.alloc(length, "a"), given))).toContain("couldn't be read");
  });
});
