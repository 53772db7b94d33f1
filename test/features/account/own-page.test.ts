import { request } from "undici";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { MovableClock } from "../../../src/base/clock.ts";
import { int64 } from "../../../src/base/int64.ts";
import { Secret } from "../../../src/base/secret.ts";
import type { Reply } from "../../../src/discord/reply/reply.ts";
import { answerOwnPage } from "../../../src/features/account/link/own-page.ts";
import { pageName, type PageSignIn } from "../../../src/sessions/use/waiting-secrets.ts";
import { type HttpServer, startHttpServer } from "../../../src/http-server/http-server.ts";
import { messagesFor } from "../../../src/messages/catalog.ts";
import { link } from "../../../src/messages/en/link.ts";
import {
  ADA,
  type AuthorizationServer,
  startAuthorizationServer,
} from "../../support/authorization-server.ts";
import { freePort } from "../../support/free-port.ts";
import { seen } from "../../support/run-command.ts";
import { MINUTE } from "../../support/time.ts";
import { CLIENT_SECRET } from "../../support/token-platform.ts";
import { openSessionTable, type SessionTable } from "../../commands/link-harness.ts";

const ANN = "900000000000000001";
const BOB = "900000000000000002";
/** Another account of the platform. */
const BORIS = int64("4611686018000000002");
const { page: words, address: failures, guide } = link.signIn;

let server: AuthorizationServer;
let table: SessionTable;
let clock: MovableClock;
let page: HttpServer;
let publicUrl: string;
let updates: Reply[];
let lines: string[];
/** Whether Discord takes changes of a reply. */
let isReachable: boolean;

beforeEach(async () => {
  publicUrl = `http://127.0.0.1:${await freePort()}/bot`;
  server = await startAuthorizationServer({ landing: `${publicUrl}/linked` });
  clock = new MovableClock();
  [updates, lines, isReachable] = [[], [], true];
  table = await openSessionTable({
    profile: server.profile,
    clock,
    clientSecret: new Secret(CLIENT_SECRET),
    publicUrl,
    onUpdate: (reply) => {
      if (isReachable) updates.push(reply);
      return isReachable;
    },
    onLog: (line) => lines.push(line),
  });
  page = await startHttpServer({
    host: "127.0.0.1",
    port: Number(new URL(publicUrl).port),
    settings: "",
    answer: ({ method = "", url: target = "", headers }) => {
      const { cookie, "accept-language": language, "sec-fetch-site": from } = headers;
      const asked = { method, target, cookie, language, from: String(from) };
      return answerOwnPage(table.sessions, server.profile.name, asked);
    },
  });
});
afterEach(async () => {
  await page.close();
  await table.close();
  await server.close();
});

interface Seen {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

async function open(address: string, headers: Record<string, string> = {}, method = "GET"): Promise<Seen> {
  const answer = await request(address, { method: method as "GET", headers });
  return { status: answer.statusCode, text: await answer.body.text(), headers: answer.headers };
}

/** Where this member's button leads. */
async function begin(memberId: string): Promise<{ readonly guide: Reply; readonly address: string }> {
  const shown = await table.press(memberId, await table.run(memberId, "link"), link.consent.agree);
  const [address = ""] = shown.blocks.flatMap((block) =>
    block.type === "buttons" ? block.buttons.flatMap((one) => ("url" in one ? [one.url] : [])) : [],
  );
  return { guide: shown, address };
}

/** A browser that opened the member's page and pressed its button. */
async function press(memberId: string) {
  const begun = await begin(memberId);
  const first = await open(begun.address);
  const button = /href="([^"]+)"/.exec(first.text)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const pressed = await open(button, { "sec-fetch-site": "same-origin" });
  const cookie = String(pressed.headers["set-cookie"]).split(";")[0] ?? "";
  return { ...begun, first, button, pressed, cookie };
}

/** The same once it has signed in: where it lands, and with which cookie. */
async function signIn(memberId: string, account?: string) {
  const shown = await press(memberId);
  const landed = await server.signIn(String(shown.pressed.headers["location"]), account);
  return { ...shown, landed };
}

async function changePage(address: string, changes: Partial<PageSignIn>): Promise<void> {
  const { pages } = table.sessions.waiting;
  const page = await pages.get(pageName(address.split("/").at(-1) ?? ""));
  expect(page && (await pages.change(page, { ...page.value, ...changes }))).toBe(true);
}

const linked = (memberId: string) => table.sessions.store.list(memberId);

describe("the bot's own page", () => {
  it("names whose Discord account is linked, ends the sign-in by itself, and says so on both sides", async () => {
    const { first, cookie, landed } = await signIn(ANN);
    expect(first.text).toContain(ANN);
    expect(first.text).toContain(words.notYou);
    expect(landed).toContain(`${publicUrl}/linked?`);
    const ended = await open(landed, { cookie });
    expect(ended.status).toBe(200);
    expect(ended.text).toContain(link.done.title("ada"));
    expect(ended.text).toContain(words.close);
    expect(await linked(ANN)).toMatchObject([{ account: { membershipId: ADA }, state: "alive" }]);
    expect(updates.map((reply) => seen(reply))).toEqual([expect.stringContaining(link.done.title("ada"))]);
    expect(seen(await table.run(ANN, "vault"))).toContain("## Vault");
  });

  it.each(["cross-site", "same-site", "none", "undefined"])(
    "knows no browser that was led past its button (%s)",
    async (from) => {
      const { button } = await signIn(ANN);
      const headers: Record<string, string> = from === "undefined" ? {} : { "sec-fetch-site": from };
      const past = await open(button, headers);
      expect([past.status, past.headers["set-cookie"], past.headers["location"]]).toEqual([
        200,
        undefined,
        undefined,
      ]);
      expect(past.text).toContain(words.notYou);
    },
  );

  it("is offered in place of the paste", async () => {
    const shown = seen((await begin(ANN)).guide);
    expect(shown).not.toContain(guide.paste);
    expect(shown).toContain(link.signIn.consent.ownButton);
  });

  it("is in the member's language", async () => {
    const { address } = await begin(ANN);
    await changePage(address, { locale: "de" });
    expect((await open(address)).text).toContain(messagesFor("de").link.signIn.page.notYou);
    const unknown = await open(`${publicUrl}/linked?code=a&state=b`, { "accept-language": "de-AT,en;q=0.5" });
    expect(unknown.text).toContain(messagesFor("de").link.signIn.page.elsewhere.next);
  });

  it("is in the first language of the browser that Milepost speaks, where nobody knows whose it is", async () => {
    for (const [asked, spoken] of [
      ["nl-NL,nl;q=0.9,fr;q=0.8,en;q=0.7", "fr"],
      ["zh-HK,zh;q=0.9", "zh-TW"],
      ["nl", "en"],
      ["zh-aa-bb-cccc", "zh-CN"],
      ["", "en"],
    ] as const) {
      const cut = await open(`${publicUrl}/link/abc`, { "accept-language": asked });
      expect(cut.status).toBe(404);
      expect(cut.text).toContain(`lang="${spoken}"`);
      expect(cut.text).toContain(messagesFor(spoken).link.signIn.page.elsewhere.title);
    }
  });

  it("can be kept, framed, read by scripts or told to other sites by nobody", async () => {
    const { first, pressed } = await signIn(ANN);
    expect(first.headers).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    });
    expect(first.headers["content-security-policy"]).toMatch(/^default-src 'none'.*frame-ancestors 'none'$/);
    expect(first.headers["set-cookie"]).toBeUndefined();
    expect(pressed.headers).toMatchObject({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
    expect(pressed.headers["set-cookie"]).toMatch(
      /^__Host-milepost-link=[\w-]{22}; Path=\/; Secure; HttpOnly; SameSite=Lax/,
    );
    expect(first.text).not.toMatch(/<script|<img|<form|http-equiv/);
  });

  it("shows names as text", async () => {
    const { address } = await begin(ANN);
    await changePage(address, { memberName: '<b onclick="x">Ann</b>' });
    expect((await open(address)).text).toContain("&lt;b onclick=&quot;x&quot;>Ann");
  });

  it("sends a code once, however often and however fast its address is opened", async () => {
    const { cookie, landed } = await signIn(ANN);
    const all = await Promise.all([landed, landed, landed].map((one) => open(one, { cookie })));
    all.push(await open(landed, { cookie }));
    for (const { text } of all) expect(text).toContain(link.done.title("ada"));
    expect(server.asked).toHaveLength(1);
    expect(updates).toHaveLength(1);
    expect(await linked(ANN)).toHaveLength(1);
  });

  it("has no browser wait for a sign-in that another page has ended", async () => {
    const { cookie, landed } = await signIn(ANN);
    const other = await press(ANN);
    expect((await open(landed, { cookie })).status).toBe(200);
    const late = await Promise.all([landed, landed].map((one) => open(one, { cookie: other.cookie })));
    for (const { text } of late) expect(text).toContain(failures.stale.title);
  });

  it("has a few browsers wait for a sign-in that is being ended, and answers all others at once", async () => {
    const { cookie, landed } = await signIn(ANN);
    const [held, sent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    server.front.held = held.promise;
    server.front.onToken = () => {
      sent.resolve();
      return false;
    };
    const ending = open(landed, { cookie });
    await sent.promise;
    const answers: Seen[] = [];
    const all = Array.from({ length: 20 }, async () => answers.push(await open(landed, { cookie })));
    await expect.poll(() => answers.length).toBe(12);
    for (const { text } of answers) expect(text).toContain(failures.stale.title);
    held.resolve();
    await Promise.all(all);
    for (const { text } of [...answers.slice(12), await ending])
      expect(text).toContain(link.done.title("ada"));
  });

  it("knows that it linked, whatever fails from then on", async () => {
    const { cookie, landed } = await signIn(ANN);
    Object.assign(table.sessions, { takeNotices: async () => Promise.reject(new Error("the disk")) });
    for (let times = 0; times < 2; times += 1)
      expect((await open(landed, { cookie })).text).toContain(link.done.title("ada"));
    await table.sessions.close();
    expect(server.revoked).toEqual([]);
  });

  it("takes a code from the browser alone that opened the member's own page", async () => {
    const ann = await signIn(ANN);
    const bob = await signIn(BOB);
    const foreign: Record<string, string>[] = [
      {},
      { cookie: bob.cookie },
      { cookie: `${ann.cookie}; ${bob.cookie}` },
    ];
    for (const headers of foreign) {
      const answer = await open(ann.landed, headers);
      expect([400, 403]).toContain(answer.status);
    }
    expect(server.asked).toEqual([]);
    expect(updates).toEqual([]);
    expect((await open(ann.landed, { cookie: ann.cookie })).status).toBe(200);
    expect(await linked(BOB)).toEqual([]);
  });

  it.each([
    ["no state", (url: URL) => url.searchParams.delete("state"), failures.stale.title],
    ["two states", (url: URL) => url.searchParams.append("state", "x"), failures.stale.title],
    ["a wrong state", (url: URL) => url.searchParams.set("state", "x"), failures.stale.title],
    ["two codes", (url: URL) => url.searchParams.append("code", "x"), failures.stale.title],
    ["no code", (url: URL) => url.searchParams.delete("code"), failures.stale.title],
    [
      "another issuer",
      (url: URL) => url.searchParams.set("iss", "https://evil.example"),
      failures.stale.title,
    ],
    ["a no", (url: URL) => url.searchParams.set("error", "access_denied"), failures.denied.title],
    ["a long query", (url: URL) => url.searchParams.set("more", "x".repeat(5_000)), failures.stale.title],
  ])("links nothing with %s", async (_, change, said) => {
    const { cookie, landed } = await signIn(ANN);
    const url = new URL(landed);
    change(url);
    const answer = await open(url.href, { cookie });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(said);
    expect(server.asked).toEqual([]);
    expect(await linked(ANN)).toEqual([]);
  });

  it.each([
    "",
    "?code=x",
    "?code=x&state=y",
    "?code=x&state=y&state=z",
    "?code=x&code=y&state=z",
    "?iss=x&iss=y",
  ])("lets the member's own state come after a visit without it: %s", async (query) => {
    const { cookie, landed } = await signIn(ANN);
    expect((await open(`${publicUrl}/linked${query}`, { cookie })).status).toBe(400);
    expect(updates).toEqual([]);
    expect((await open(landed, { cookie })).status).toBe(200);
  });

  it.each(["HEAD", "POST", "PUT", "OPTIONS"])("does nothing at %s", async (method) => {
    const { cookie, landed, address } = await signIn(ANN);
    for (const asked of [landed, address]) {
      const answer = await open(asked, { cookie }, method);
      expect(answer.status).toBe(405);
      expect(answer.headers["allow"]).toBe("GET");
    }
    expect(server.asked).toEqual([]);
    expect((await open(landed, { cookie })).status).toBe(200);
  });

  it.each([
    "/",
    "/bot",
    "/bot/link/",
    "/bot/link/x",
    "/linked?code=a&state=b",
    "/bot/linked/",
    "//evil/linked",
  ])("knows no %s", async (path) => {
    expect((await open(new URL(publicUrl).origin + path)).status).toBe(404);
  });

  it("forgets a sign-in after ten minutes", async () => {
    const { cookie, landed, address } = await signIn(ANN);
    clock.advance(10 * MINUTE);
    expect((await open(landed, { cookie })).status).toBe(403);
    expect((await open(address)).status).toBe(410);
    expect(server.asked).toEqual([]);
  });

  it("shows in Discord why it came to nothing", async () => {
    server.front.onToken = (_, response) => {
      response.destroy();
      return true;
    };
    const { cookie, landed } = await signIn(ANN);
    expect((await open(landed, { cookie })).text).toContain(failures.down.title);
    expect(updates.map((reply) => seen(reply))).toEqual([expect.stringContaining(failures.down.title)]);
  });

  it("leaves it to the next press where Discord takes no change", async () => {
    isReachable = false;
    const { cookie, landed, guide: shown } = await signIn(ANN);
    await open(landed, { cookie });
    expect(seen(await table.press(ANN, shown, guide.check))).toContain(link.done.title("ada"));
    expect(seen(await table.press(ANN, shown, guide.check))).toContain(guide.check);
  });

  it("goes on where the ending can neither be shown nor kept", async () => {
    isReachable = false;
    const { cookie, landed } = await signIn(ANN);
    Object.assign(table.sessions.waiting.unseen, { put: async () => Promise.reject(new Error("the disk")) });
    expect((await open(landed, { cookie })).status).toBe(200);
    await expect
      .poll(() => table.logged.map(({ message }) => message).join())
      .toContain("The end of a sign-in could not be kept");
  });

  it("leaves a paste alone that was made while it failed", async () => {
    const { landed, cookie } = await signIn(ANN);
    const { pages, pending } = table.sessions.waiting;
    const get = pages.get.bind(pages);
    let pasted: string | undefined;
    pages.get = async (name) => {
      const checked = await pending.get(ANN);
      if (checked !== undefined && "jar" in checked.value && pasted === undefined) {
        const paste = { ...checked.value, account: { ...checked.value.account, membershipId: BORIS } };
        pasted = (await pending.put(ANN, paste)).secret.id;
      }
      return get(name);
    };
    expect((await open(landed, { cookie })).status).toBe(400);
    expect(pasted).toBeDefined();
    expect((await pending.get(ANN))?.secret.id).toBe(pasted);
    expect(await linked(ANN)).toEqual([]);
  });

  it("gives the tokens back where the database does not take them", async () => {
    const { cookie, landed } = await signIn(ANN);
    Object.assign(table.sessions.store, { add: async () => Promise.reject(new Error("the disk")) });
    expect((await open(landed, { cookie })).status).toBe(400);
    await table.sessions.close();
    expect(server.revoked).toHaveLength(1);
  });

  it("writes no code, state or ticket to the log", async () => {
    const { cookie, landed } = await signIn(ANN);
    Object.assign(table.sessions.store, { add: async () => Promise.reject(new Error("the disk")) });
    await open(landed, { cookie });
    const { searchParams } = new URL(landed);
    const secrets = [searchParams.get("code"), searchParams.get("state"), cookie.split("=")[1]];
    const log = lines.join("\n");
    expect(log).toContain("could not be ended");
    for (const secret of secrets) expect(log).not.toContain(secret);
  });
});
