import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { addNotices } from "../../src/features/account/add-notices.ts";
import { md } from "../../src/base/markdown.ts";
import { MovableClock } from "../../src/base/clock.ts";
import { Secret } from "../../src/base/secret.ts";
import type { Reply } from "../../src/discord/reply/reply.ts";
import { link } from "../../src/messages/en/link.ts";
import { ADA, type AuthorizationServer, startAuthorizationServer } from "../support/authorization-server.ts";
import { CLIENT_SECRET } from "../support/token-platform.ts";
import { contextOf, seen } from "../support/run-command.ts";
import { DAY, HOUR, MINUTE } from "../support/time.ts";
import { openSessionTable, type SessionTable } from "./link-harness.ts";

const ANN = "900000000000000001";
const BOB = "900000000000000002";
const VAULT = "## Vault";
const { address: failures, unlinked } = link.signIn;

let server: AuthorizationServer;
let table: SessionTable;
let clock: MovableClock;
let lines: string[];

beforeEach(async () => {
  server = await startAuthorizationServer();
  clock = new MovableClock();
  lines = [];
  table = await openSessionTable({
    profile: server.profile,
    clock,
    clientSecret: new Secret(CLIENT_SECRET),
    onLog: (line) => lines.push(line),
  });
});
afterEach(async () => {
  await table.close();
  await server.close();
});

/** What a member who runs /link is led to. */
async function addressFor(memberId: string): Promise<string> {
  const guide = await table.press(memberId, await table.run(memberId, "link"), link.consent.agree);
  return linkIn(guide);
}

function linkIn(reply: Reply): string {
  const links = reply.blocks.flatMap((block) =>
    block.type === "buttons" ? block.buttons.flatMap((one) => ("url" in one ? [one.url] : [])) : [],
  );
  expect(links).toHaveLength(1);
  return links[0] ?? "";
}

async function land(memberId: string, account?: string): Promise<Reply> {
  return table.paste(memberId, await server.signIn(await addressFor(memberId), account));
}

const keep = async (memberId: string) => table.press(memberId, await land(memberId), link.confirm.keep);
const linked = (memberId: string) => table.sessions.store.list(memberId);

/** A command whose tokens are being renewed, until `answer` lets the platform give them. */
async function renewing() {
  const sent = server.headers.flatMap(({ authorization = "" }) => authorization.split(" ").slice(1));
  server.front.refused = sent.at(-1);
  const [held, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  server.front.held = held.promise;
  server.front.onToken = () => {
    asked.resolve();
    return false;
  };
  const running = table.run(ANN, "vault");
  await asked.promise;
  Object.assign(server.front, { held: undefined, onToken: undefined });
  return { running, answer: () => held.resolve() };
}

describe("linking by signing in at the platform", () => {
  it("names the scopes, leads there, and links whom the member confirms", async () => {
    expect(seen(await table.run(ANN, "link"))).toContain("openid offline");
    const confirm = await land(ANN);
    expect(seen(confirm)).toContain("ada");
    expect(await linked(ANN)).toEqual([]);
    await table.press(ANN, confirm, link.confirm.keep);
    expect(await linked(ANN)).toMatchObject([
      { account: { membershipId: ADA, name: "ada" }, state: "alive" },
    ]);
    expect(seen(await table.run(ANN, "vault"))).toContain(VAULT);
  });

  it("fits the address into a button", async () => {
    expect((await addressFor(ANN)).length).toBeLessThanOrEqual(512);
  });

  it("takes an address for the member alone who began", async () => {
    const address = await server.signIn(await addressFor(ANN));
    expect(seen(await table.paste(BOB, address))).toContain(failures.stale.title);
    await addressFor(BOB);
    expect(seen(await table.paste(BOB, address))).toContain(failures.stale.title);
    expect(server.asked).toEqual([]);
    expect(seen(await table.paste(ANN, address))).toContain("ada");
  });

  it("sends a code once, however often its address is pasted", async () => {
    const address = await server.signIn(await addressFor(ANN));
    const all = await Promise.all([address, address, address].map((one) => table.paste(ANN, one)));
    expect(all.filter((reply) => seen(reply).includes("ada"))).toHaveLength(1);
    expect(seen(await table.paste(ANN, address))).toContain(failures.stale.title);
    expect(server.asked).toHaveLength(1);
  });

  it("goes on after an address without the one state", async () => {
    const address = await server.signIn(await addressFor(ANN));
    for (const query of ["code=abc", "code=abc&state=a&state=b"]) {
      const cut = address.replace(/\?.*/, `?${query}`);
      expect(seen(await table.paste(ANN, cut))).toContain(failures.unknown.title);
    }
    expect(seen(await table.paste(ANN, address))).toContain("ada");
  });

  it("repeats no exchange whose answer did not come", async () => {
    server.front.onToken = (_, response) => {
      response.destroy();
      return true;
    };
    const address = await server.signIn(await addressFor(ANN));
    expect(seen(await table.paste(ANN, address))).toContain(failures.down.title);
    expect(seen(await table.paste(ANN, address))).toContain(failures.stale.title);
    expect(server.asked).toHaveLength(1);
  });

  it("forgets a sign-in after ten minutes", async () => {
    const address = await server.signIn(await addressFor(ANN));
    clock.advance(10 * MINUTE);
    expect(seen(await table.paste(ANN, address))).toContain(failures.stale.title);
  });

  it("gives tokens back on a no, and where nobody answers", async () => {
    await table.press(ANN, await land(ANN), link.confirm.no);
    await land(BOB);
    clock.advance(10 * MINUTE);
    await table.sessions.sweep();
    await table.sessions.close();
    expect(server.revoked).toHaveLength(2);
    expect(await linked(ANN)).toEqual([]);
  });

  it("gives nothing back that would end the same account's other tokens", async () => {
    await land(ANN);
    await keep(ANN);
    await table.press(ANN, await land(ANN), link.confirm.no);
    await table.sessions.close();
    expect(server.revoked).toEqual([]);
    expect(seen(await table.run(ANN, "vault"))).toContain(VAULT);
  });

  it("gives tokens back that the API refuses", async () => {
    server.front.onToken = (_, response) => {
      const body = JSON.stringify({ access_token: "nobody's", refresh_token: "r", expires_in: 60 });
      response.writeHead(200, { "content-type": "application/json" }).end(body);
      return true;
    };
    expect(seen(await land(ANN))).toContain(failures.refused.title);
    expect(server.revoked).toHaveLength(1);
  });

  it("uses tokens once, and gives them back after it", async () => {
    await table.press(ANN, await land(ANN), link.confirm.once);
    expect(seen(await table.run(ANN, "vault"))).toContain(VAULT);
    expect(await linked(ANN)).toEqual([]);
    clock.advance(15 * MINUTE);
    await table.sessions.sweep();
    await table.sessions.close();
    expect(server.revoked).toHaveLength(1);
  });

  it("gives tokens back at unlink, or says where to remove the bot", async () => {
    await keep(ANN);
    const gone = seen(await table.press(ANN, await table.run(ANN, "unlink"), link.unlink.one("ada")));
    expect(gone).toContain(unlinked.back);
    expect(server.revoked.map((form) => form.get("token_type_hint"))).toEqual(["refresh_token"]);
    await keep(BOB);
    await server.close();
    const kept = seen(await table.press(BOB, await table.run(BOB, "unlink"), link.unlink.one("ada")));
    expect(kept).toContain("/applications");
    expect(await linked(BOB)).toEqual([]);
  });

  it("leaves no token in the database or the export", async () => {
    await keep(ANN);
    const tokens = server.headers.flatMap(({ authorization = "" }) => authorization.split(" ").slice(1));
    expect(tokens.length).toBeGreaterThan(0);
    const rows = await table.database.queries.selectFrom("sessions").selectAll().execute();
    const bytes = Buffer.concat(rows.flatMap(({ cookies, account }) => [cookies, account])).toString(
      "latin1",
    );
    const exported = JSON.stringify(await table.sessions.store.exportOf(ANN));
    expect(exported).toContain("[secret]");
    for (const token of tokens) {
      expect(bytes.includes(token)).toBe(false);
      expect(exported.includes(token)).toBe(false);
    }
  });

  it("names no code, token, verifier or secret in the log, whatever fails", async () => {
    await keep(ANN);
    clock.advance(HOUR);
    server.front.onToken = (_form, response) => {
      response.writeHead(502).end();
      return true;
    };
    await expect(table.run(ANN, "vault")).rejects.toMatchObject({ code: "platform-unavailable" });
    server.front.onToken = undefined;
    await table.run(ANN, "vault");
    await table.press(ANN, await table.run(ANN, "unlink"), link.unlink.one("ada"));
    const bearers = server.headers.flatMap(({ authorization = "" }) => authorization.split(" ").slice(1));
    const sent = [...server.asked, ...server.revoked].flatMap((form) =>
      ["code", "code_verifier", "refresh_token", "client_secret", "token"].flatMap((name) =>
        form.getAll(name),
      ),
    );
    const all = lines.join("\n");
    expect(all).toContain("oauth");
    expect(sent.length).toBeGreaterThan(6);
    for (const secret of [...bearers, ...sent]) expect(all.includes(secret)).toBe(false);
  });

  it("gives tokens back of a link that nobody used", async () => {
    await keep(ANN);
    clock.advance(30 * DAY);
    await table.sessions.sweep();
    expect(await linked(ANN)).toEqual([]);
    expect(server.revoked).toHaveLength(1);
  });

  it("opens nothing with another application's id", async () => {
    await keep(ANN);
    const { place, store } = table.sessions;
    const opened = await store.reread({ discordId: ANN, id: (await linked(ANN))[0]?.id ?? "" });
    expect(opened?.jar.kind).toBe("tokens");
    Object.assign(place, { oauth: { ...place.oauth, clientId: "another" } });
    const other = await store.reread({ discordId: ANN, id: (await linked(ANN))[0]?.id ?? "" });
    expect(other?.jar.kind).toBe("cookies");
    expect(other?.jar.authorization?.(new URL(`${place.hosts.api}/me`))).toBeUndefined();
  });
});

describe("tokens of a link", () => {
  it("are renewed before they end, once for ten commands at the same time", async () => {
    await keep(ANN);
    clock.advance(HOUR);
    server.asked.length = 0;
    const all = await Promise.all(Array.from({ length: 10 }, () => table.run(ANN, "vault")));
    expect(all.every((reply) => seen(reply).includes(VAULT))).toBe(true);
    expect(server.asked).toHaveLength(1);
    expect(await linked(ANN)).toMatchObject([{ state: "alive" }]);
  });

  it("are renewed where the API refuses them, and serve the same command", async () => {
    await keep(ANN);
    const [access = ""] = server.headers.flatMap(({ authorization = "" }) =>
      authorization.split(" ").slice(1),
    );
    server.front.refused = access;
    server.asked.length = 0;
    expect(seen(await table.run(ANN, "vault"))).toContain(VAULT);
    expect(server.asked).toHaveLength(1);
  });

  it("are sent to the API alone, and no cookie with them", async () => {
    await keep(ANN);
    server.headers.length = 0;
    await table.run(ANN, "vault");
    expect(server.headers.length).toBeGreaterThan(0);
    for (const { cookie, authorization } of server.headers) {
      expect(cookie).toBeUndefined();
      expect(authorization).toMatch(/^Bearer /);
    }
    const opened = await table.sessions.store.open({ discordId: ANN }, { command: "/vault", isAway: false });
    expect(opened?.jar.authorization?.(new URL("/elsewhere", server.url))).toBeUndefined();
    expect(opened?.jar.authorization?.(new URL("https://evil.example/api/me"))).toBeUndefined();
  });

  it("end for good where the platform says so: no probe, and words for it", async () => {
    await keep(ANN);
    await table.sessions.store.consent(
      { discordId: ANN, id: (await linked(ANN))[0]?.id ?? "" },
      { away: true },
    );
    clock.advance(HOUR);
    server.front.onToken = (_, response) => {
      response.writeHead(400, { "content-type": "application/json" }).end('{"error":"invalid_grant"}');
      return true;
    };
    server.headers.length = 0;
    expect(seen(await table.run(ANN, "vault"))).toContain("Link");
    expect(await linked(ANN)).toMatchObject([{ state: "dead", isFinal: true }]);
    expect(server.headers).toHaveLength(1);
    clock.advance(DAY);
    expect(seen(await table.run(ANN, "vault"))).toContain("Link");
    expect(await table.sessions.store.deadSessions({ untouchedSince: clock.now(), limit: 9 })).toEqual([]);
    expect(server.headers).toHaveLength(1);
    server.front.onToken = undefined;
    await keep(ANN);
    expect(seen(await table.run(ANN, "vault"))).toContain(VAULT);
  });

  it("are said to be lost where a renewal of before was cut off, once", async () => {
    await keep(ANN);
    const { store } = table.sessions;
    const opened = await store.reread({ discordId: ANN, id: (await linked(ANN))[0]?.id ?? "" });
    if (opened?.jar.kind !== "tokens") throw new Error("no tokens are linked");
    opened.jar.attempt(clock.now());
    await store.renew(opened);
    clock.advance(HOUR);
    server.front.onToken = (_, response) => {
      response.writeHead(400, { "content-type": "application/json" }).end('{"error":"invalid_grant"}');
      return true;
    };
    const context = contextOf(table.services, { member: { id: ANN }, isPrivate: true, now: clock.now() });
    const lost = link.signIn
      .lost(md`${""}`)
      .toString()
      .slice(0, 20);
    expect(seen(await addNotices(context, await table.run(ANN, "vault")))).toContain(lost);
    expect(seen(await addNotices(context, await table.run(ANN, "vault")))).not.toContain(lost);
  });

  it.each([
    ["maintenance", 503, ""],
    ["throttling", 429, "{}"],
    ["an error page", 502, "<html>"],
    ["a wrong secret", 401, '{"error":"invalid_client"}'],
  ])("outlive %s", async (_, status, body) => {
    await keep(ANN);
    clock.advance(HOUR);
    server.front.onToken = (_form, response) => {
      response.writeHead(status).end(body);
      return true;
    };
    await expect(table.run(ANN, "vault")).rejects.toMatchObject({ name: "MilepostError" });
    expect((await linked(ANN)).map(({ state }) => state)).not.toContain("dead");
    server.front.onToken = undefined;
    expect(seen(await table.run(ANN, "vault"))).toContain(VAULT);
  });

  it("serve on while they are good, where they can't be renewed yet", async () => {
    await keep(ANN);
    clock.advance(HOUR - 30_000);
    server.front.onToken = (_form, response) => {
      response.writeHead(503).end();
      return true;
    };
    expect(seen(await table.run(ANN, "vault"))).toContain(VAULT);
    expect(server.asked.length).toBeGreaterThan(1);
  });

  it("are kept in memory where the database fails, and used", async () => {
    await keep(ANN);
    clock.advance(HOUR);
    const { store } = table.sessions;
    const renew = store.renew.bind(store);
    let renewals = 0;
    Object.assign(store, {
      renew: async (...given: Parameters<typeof renew>) => {
        renewals += 1;
        if (renewals === 2) throw new Error("the disk");
        return renew(...given);
      },
    });
    expect(seen(await table.run(ANN, "vault"))).toContain(VAULT);
    await table.sessions.sweep();
    clock.advance(HOUR);
    expect(seen(await table.run(ANN, "vault"))).toContain(VAULT);
    expect(await linked(ANN)).toMatchObject([{ state: "alive" }]);
  });

  it("that are on their way are waited for when the bot stops", async () => {
    await keep(ANN);
    clock.advance(HOUR);
    const [held, sent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    server.front.held = held.promise;
    server.front.onToken = () => {
      sent.resolve();
      return false;
    };
    const running = table.run(ANN, "vault");
    await sent.promise;
    const closing = table.sessions.close();
    held.resolve();
    await closing;
    const [{ id } = { id: "" }] = await linked(ANN);
    const kept = await table.sessions.store.reread({ discordId: ANN, id });
    expect(kept?.jar).toMatchObject({ generation: 2, attemptedAt: undefined });
    await running;
  });

  it("can't be had without the application's secret: the operator is told at the start", async () => {
    const bare = await openSessionTable({ profile: server.profile, clock });
    expect(bare.logged.map(({ message }) => message).join()).toContain("PLATFORM_CLIENT_SECRET");
    await bare.close();
  });

  it("that came for a link which is gone meanwhile are given back", async () => {
    await keep(ANN);
    const { running, answer } = await renewing();
    const [{ id } = { id: "" }] = await linked(ANN);
    await table.sessions.store.unlink({ discordId: ANN, id });
    answer();
    expect(seen(await running)).not.toContain(VAULT);
    await table.sessions.close();
    expect(server.revoked).toHaveLength(1);
  });

  it("that came for a link which was made anew meanwhile end nothing of that", async () => {
    await keep(ANN);
    const { running, answer } = await renewing();
    await keep(ANN);
    answer();
    await running;
    expect(server.revoked).toEqual([]);
    expect(seen(await table.run(ANN, "vault"))).toContain(VAULT);
  });

  it("that came for a session used once which is forgotten meanwhile are given back, and not used", async () => {
    await table.press(ANN, await land(ANN), link.confirm.once);
    const { running, answer } = await renewing();
    await table.sessions.waiting.dropAllOf(ANN);
    server.headers.length = 0;
    answer();
    expect(seen(await running)).not.toContain(VAULT);
    await table.sessions.close();
    expect(new Set(server.revoked.map((form) => form.get("token"))).size).toBe(2);
    expect(server.headers.flatMap(({ authorization = [] }) => authorization)).toEqual([]);
  });
});
