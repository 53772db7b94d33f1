import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { MovableClock } from "../../src/base/clock.ts";
import { english } from "../../src/messages/en.ts";
import { parseProfile } from "../../src/platform/profile/load.ts";
import { readKey } from "../../src/sessions/paste/read-key.ts";
import { serve, type Served } from "../platform/support/served.ts";
import { seen } from "../support/run-command.ts";
import { openSessionTable, type SessionTable } from "./link-harness.ts";

const ANN = "900000000000000001";
const KEY = "CANARY-0f3a-77";
const { key: words, confirm } = english.link;
let served: Served;
let table: SessionTable;
/** The keys that came, by address. */
const sent: string[] = [];
let isValid = true;

async function open(more: object = {}): Promise<void> {
  served = await serve(({ url, headers }, response) => {
    sent.push(`${url} ${String(headers["x-key"])}`);
    response.setHeader("content-type", "application/json");
    if (!isValid || headers["x-key"] !== `token ${KEY}`) response.writeHead(401).end("{}");
    else response.end(url === "/me" ? '{"membershipId":"77","name":"Ann"}' : '{"items":[]}');
  });
  const { profile, faults } = parseProfile(
    JSON.stringify({
      id: "keys",
      name: "Harbour",
      hosts: { portal: served.origin, api: "{portal}" },
      locale: { default: "en" },
      envelope: { kind: "bare" },
      limits: { rate: 1_000 },
      headers: { apiKey: "X-Key" },
      signIn: {
        key: { header: "x-key", value: "token {key}", scope: "read:vault", manageUrl: "{portal}/keys" },
      },
      operations: {
        "account.current": { path: "/me", class: "private" },
        vault: { path: "/vault", class: "private" },
      },
      features: { private: true },
      ...more,
    }),
  );
  if (profile === undefined) throw new Error(JSON.stringify(faults));
  table = await openSessionTable({ profile, clock: new MovableClock() });
}

beforeEach(() => {
  isValid = true;
  sent.length = 0;
});
afterEach(async () => {
  await table.close();
  await served[Symbol.asyncDispose]();
});

const keep = async () => table.press(ANN, await table.paste(ANN, KEY), confirm.keep);

describe("a member's own key", () => {
  it("is asked for with what it may do, confirmed by whose it is, and used", async () => {
    await open();
    const consent = seen(await table.run(ANN, "link"));
    expect(consent).toContain("read\\:vault");
    expect(consent).toContain(`${served.origin}/keys`);
    expect(consent).toContain(words.paste);
    const asked = await table.paste(ANN, ` \`Bearer ${KEY}\` `);
    expect(seen(asked)).toContain("This key belongs to **Ann**");
    const done = seen(await table.press(ANN, asked, confirm.keep));
    expect(done).toContain("Linked: Ann");
    expect(done).not.toContain(english.link.done.close);
    expect(seen(await table.run(ANN, "vault"))).toContain(english.vault.nothing.title);
    // The application's own key goes in the same header, and never beside it.
    expect(new Set(sent)).toEqual(new Set([`/me token ${KEY}`, `/vault token ${KEY}`]));
  });

  it("is stored encrypted, exported as a key without its letters, and deleted", async () => {
    await open();
    await keep();
    const { queries } = table.database;
    const rows = await queries.selectFrom("sessions").selectAll().execute();
    expect(JSON.stringify(rows.map((row) => Object.values(row).map(String)))).not.toContain(KEY);
    const exported = JSON.stringify(await table.sessions.store.exportOf(ANN));
    expect(exported).toContain('"key":"[secret]"');
    expect(exported).not.toContain(KEY);
    const [first] = (await table.run(ANN, "unlink")).blocks.flatMap((block) =>
      block.type === "buttons" ? block.buttons.flatMap((one) => ("label" in one ? [one.label] : [])) : [],
    );
    const unlinked = seen(await table.press(ANN, await table.run(ANN, "unlink"), first ?? ""));
    expect(unlinked).toContain("Your key still works at the platform");
    expect(unlinked).not.toContain(english.link.unlink.there);
    expect(await table.sessions.store.list(ANN)).toEqual([]);
  });

  it("ends when the service takes it no more", async () => {
    await open();
    await keep();
    isValid = false;
    expect(seen(await table.run(ANN, "vault"))).toContain(english.link.ownEnded.title);
  });

  it.each([
    ["two words", words.unreadable.title],
    ["milepost1:abcdefghijkl", words.unreadable.title],
    ["https://harbour.example/keys/1234", words.unreadable.title],
    ["wrong-key-1234", words.refused.title],
    ["ann@harbour.test", english.link.refused.password.title],
  ])("is refused as %s", async (pasted, title) => {
    await open();
    expect(seen(await table.paste(ANN, pasted))).toContain(title);
    expect(await table.sessions.store.list(ANN)).toEqual([]);
  });

  it("stands beside cookies and OAuth, each behind its own button", async () => {
    const oauth = {
      authorizeUrl: "{portal}/authorize",
      tokenUrl: "{portal}/token",
      clientId: "1",
      clientAuth: "none",
      redirectUri: "https://localhost/linked",
    };
    const key = { header: "X-Key", value: "token {key}", manageUrl: "{portal}/keys" };
    await open({ signIn: { oauth, key }, cookies: { session: { name: "sid" } } });
    const signIn = await table.run(ANN, "link");
    const own = await table.press(ANN, signIn, words.use);
    expect(seen(own)).toContain(words.paste);
    const cookies = await table.press(ANN, own, english.link.signIn.consent.cookies);
    expect(seen(cookies)).toContain(english.link.consent.agree);
  });
});

it.each([
  [`X-Key: ${KEY}`, KEY],
  [`Authorization: Bearer ${KEY}`, KEY],
  [`"${KEY}"`, KEY],
  [`\u200b${KEY}\n`, KEY],
  ["```\nABCDEFGH-1234=\n```", "ABCDEFGH-1234="],
])("the key in %j is found", async (pasted, key) => {
  await open();
  const reading = readKey(pasted);
  expect(reading.kind === "key" && reading.key.reveal()).toBe(key);
});
