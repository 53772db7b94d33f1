import { afterEach, beforeEach, expect, it } from "vitest";

import { MovableClock } from "../../../src/base/clock.ts";
import { Secret } from "../../../src/base/secret.ts";
import type { Reply } from "../../../src/discord/reply/reply.ts";
import { answerOwnPage } from "../../../src/features/account/link/own-page.ts";
import { exportMember, forgetMember } from "../../../src/features/account/member-data.ts";
import { createForgetTraces, FORGOTTEN_CHANGE } from "../../../src/features/account/forget-traces.ts";
import { createRecentPlayers } from "../../../src/features/profile/recent-players.ts";
import { controlStates } from "../../../src/storage/control-states.ts";
import { resumeRenewals } from "../../../src/sessions/use/renew-tokens.ts";
import { link } from "../../../src/messages/en/link.ts";
import { createStoredSessions } from "../../../src/sessions/store/stored-sessions.ts";
import {
  openSessionTable,
  type SessionTable,
  type SessionTableOptions,
} from "../../commands/link-harness.ts";
import {
  ADA,
  type AuthorizationServer,
  startAuthorizationServer,
} from "../../support/authorization-server.ts";
import { describeEachDatabase } from "../../support/databases.ts";
import { MemoryCluster } from "../../support/memory-nodes.ts";
import { contextOf, seen } from "../../support/run-command.ts";
import { DAY, HOUR, MINUTE } from "../../support/time.ts";
import { CLIENT_SECRET } from "../../support/token-platform.ts";

const ANN = "900000000000000001";
const PUBLIC_URL = "https://bot.example";
const VAULT = "## Vault";
const OVER = link.confirm.over.title;

describeEachDatabase("two processes on one database", (database) => {
  let server: AuthorizationServer;
  let nodes: MemoryCluster;
  let clock: MovableClock;
  let one: SessionTable;
  let two: SessionTable;
  let updates: { readonly by: string; readonly reply: Reply }[];
  let isReachable: boolean;

  const openOn = async (id: string, more: Partial<SessionTableOptions> = {}) =>
    openSessionTable({
      profile: server.profile,
      clock,
      clientSecret: new Secret(CLIENT_SECRET),
      nodes: nodes.join(id),
      onUpdate(reply) {
        if (isReachable) updates.push({ by: id, reply });
        return isReachable;
      },
      ...more,
    });

  beforeEach(async () => {
    server = await startAuthorizationServer();
    nodes = new MemoryCluster("when told");
    clock = new MovableClock();
    updates = [];
    isReachable = true;
    one = await openOn("one", { database: database() });
    two = await openOn("two", { beside: one });
  });
  afterEach(async () => {
    await two.close();
    await one.close();
    await server.close();
  });

  const linked = () => two.sessions.store.list(ANN);
  const waitingRows = () => database().queries.selectFrom("temporary_secrets").selectAll().execute();
  const land = async (table: SessionTable) =>
    table.paste(ANN, await server.signIn((await begin(table)).address));
  const keep = async () => one.press(ANN, await land(one), link.confirm.keep);

  it("link whom the one read and the other is told to keep", async () => {
    const confirm = await land(one);
    expect(seen(await two.press(ANN, confirm, link.confirm.keep))).toContain(link.done.title("ada"));
    expect(seen(await one.run(ANN, "vault"))).toContain(VAULT);
  });

  it("keep it where the process that read it died", async () => {
    const { address } = await begin(one);
    await one.sessions.close();
    nodes.kill("one");
    const confirm = await two.paste(ANN, await server.signIn(address));
    expect(seen(await two.press(ANN, confirm, link.confirm.keep))).toContain(link.done.title("ada"));
  });

  it("link once, and both say so, where it is confirmed in both at the same moment", async () => {
    const confirm = await land(one);
    const both = await Promise.all([one, two].map((table) => table.press(ANN, confirm, link.confirm.keep)));
    for (const reply of both) expect(seen(reply)).toContain(link.done.title("ada"));
    expect(await linked()).toHaveLength(1);
    await Promise.all([one, two].map(({ sessions }) => sessions.close()));
    expect(server.revoked).toEqual([]);
  });

  it.each([
    ["once in both", link.confirm.once, link.confirm.once],
    ["kept in the one and used once in the other", link.confirm.keep, link.confirm.once],
  ])("let one alone have it where it is %s", async (_, first, second) => {
    const confirm = await land(one);
    const both = await Promise.all([one.press(ANN, confirm, first), two.press(ANN, confirm, second)]);
    expect(both.filter((reply) => seen(reply).includes(OVER))).toHaveLength(1);
    const once = await two.sessions.waiting.once.get(ANN);
    expect((await linked()).length + (once === undefined ? 0 : 1)).toBe(1);
  });

  it("send a code once, where its address is pasted into both", async () => {
    const address = await server.signIn((await begin(one)).address);
    const both = await Promise.all([one, two].map((table) => table.paste(ANN, address)));
    expect(both.filter((reply) => seen(reply).includes("ada"))).toHaveLength(1);
    expect(server.asked).toHaveLength(1);
  });

  it("use a session once wherever the next press comes, with what was renewed there", async () => {
    await one.press(ANN, await land(one), link.confirm.once);
    expect(seen(await two.run(ANN, "vault"))).toContain(VAULT);
    server.asked.length = 0;
    const [access = ""] = server.headers
      .flatMap(({ authorization = "" }) => authorization.split(" ").slice(1))
      .slice(-1);
    server.front.refused = access;
    expect(seen(await two.run(ANN, "vault"))).toContain(VAULT);
    expect(seen(await one.run(ANN, "vault"))).toContain(VAULT);
    expect(server.asked).toHaveLength(1);
    expect(await linked()).toEqual([]);
  });

  it("keep a paste where an older one is declined", async () => {
    const older = await land(one);
    const newer = await land(two);
    await one.press(ANN, older, link.confirm.no);
    expect(seen(await two.press(ANN, newer, link.confirm.keep))).toContain(link.done.title("ada"));
  });

  it("forget a paste that is declined in the other", async () => {
    await two.press(ANN, await land(one), link.confirm.no);
    expect(await waitingRows()).toEqual([]);
    await two.sessions.close();
    expect(server.revoked).toHaveLength(1);
  });

  it("give tokens back once that nobody confirmed in time", async () => {
    await land(one);
    clock.advance(10 * MINUTE);
    await Promise.all([one.sessions.sweep(), two.sessions.sweep()]);
    expect(await waitingRows()).toEqual([]);
    await Promise.all([one.sessions.close(), two.sessions.close()]);
    expect(server.revoked).toHaveLength(1);
  });

  it("take nothing that waits for longer than promised, also where the clock is set back", async () => {
    const confirm = await land(one);
    clock.moveTo(-DAY, 0);
    expect(seen(await two.press(ANN, confirm, link.confirm.keep))).toContain(OVER);
    await two.sessions.sweep();
    expect(await waitingRows()).toEqual([]);
  });

  it("forget what waits in the other, with the member or with what is unlinked", async () => {
    await keep();
    const confirm = await land(one);
    expect(JSON.parse(await exportMember(memberParts(), ANN, clock.now()))).toMatchObject({
      waiting: expect.arrayContaining([{ what: "pending", until: expect.any(String) }]),
    });
    await forgetMember(memberParts(), ANN);
    expect(await waitingRows()).toEqual([]);
    expect(seen(await one.press(ANN, confirm, link.confirm.keep))).toContain(OVER);
    await keep();
    const again = await land(one);
    await two.press(ANN, await two.run(ANN, "unlink"), link.unlink.one("ada"));
    expect(seen(await one.press(ANN, again, link.confirm.keep))).toContain(OVER);
    expect(await linked()).toEqual([]);
  });

  it("forget in both what they have of a member in memory", async () => {
    const parts = memberParts();
    const recentPlayers = createRecentPlayers();
    recentPlayers.add(ANN, { id: "5", name: "Someone" });
    nodes.join("three").onChange(FORGOTTEN_CHANGE, () => recentPlayers.forgetAll());
    const states = controlStates(database().queries);
    const forgetTraces = createForgetTraces(two.database, states);
    await forgetMember({ ...parts, forgetTraces }, ANN);
    expect(recentPlayers.of(ANN)).toHaveLength(1);
    nodes.deliver();
    expect(recentPlayers.of(ANN)).toEqual([]);
  });

  it("hide at once in both whoever hides themselves in the one", async () => {
    await keep();
    const [session] = await linked();
    const found = { guildId: "10", discordId: ANN, sessionId: session?.id ?? "", membershipId: ADA };
    await one.sessions.found.start({ ...found, name: "ada", since: clock.now() });
    expect(await two.sessions.found.search("10", "ad", 5)).toHaveLength(1);
    await one.sessions.found.end(ANN, "10");
    expect(await two.sessions.found.search("10", "ad", 5)).toEqual([]);
    expect(await two.sessions.found.find("10", ANN)).toBeUndefined();
  });

  it("forget what waits where sessions can't be opened", async () => {
    await land(one);
    const { linking: _, ...parts } = memberParts();
    await forgetMember(parts, ANN);
    expect(await waitingRows()).toEqual([]);
  });

  const memberParts = () => ({
    ...contextOf(two.services),
    storedSessions: createStoredSessions({ database: database(), clock }),
  });

  it("leave no cookie, token, ticket or verifier in a row", async () => {
    const { address } = await begin(one);
    await two.paste(ANN, await server.signIn(address));
    await begin(one);
    const bytes = Buffer.concat(
      (await waitingRows()).flatMap(({ content, name }) => [content, Buffer.from(name)]),
    ).toString("latin1");
    const bearers = server.headers.flatMap(({ authorization = "" }) => authorization.split(" ").slice(1));
    const sent = server.asked.flatMap((form) => [form.get("code"), form.get("code_verifier")]);
    const { searchParams } = new URL((await begin(one)).address);
    const secrets = [...bearers, ...sent, searchParams.get("state"), "ada"];
    expect(secrets.length).toBeGreaterThan(4);
    for (const secret of secrets) expect(bytes.includes(secret ?? "?")).toBe(false);
  });

  it("renew tokens once, however many commands ask for it in both", async () => {
    await keep();
    clock.advance(HOUR);
    server.asked.length = 0;
    const tables = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? one : two));
    const all = await Promise.all(tables.map((table) => table.run(ANN, "vault")));
    expect(all.every((reply) => seen(reply).includes(VAULT))).toBe(true);
    expect(server.asked).toHaveLength(1);
    expect(await linked()).toMatchObject([{ state: "alive" }]);
  });

  it("start without renewing what the other renews at that moment", async () => {
    await keep();
    clock.advance(HOUR);
    server.asked.length = 0;
    const [held, sent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    server.front.held = held.promise;
    server.front.onToken = () => {
      sent.resolve();
      return false;
    };
    const running = one.run(ANN, "vault");
    await sent.promise;
    const resumed = resumeRenewals(two.sessions, 0);
    held.resolve();
    expect(seen(await running)).toContain(VAULT);
    await resumed;
    expect(server.asked).toHaveLength(1);
  });

  it("keep the other from renewing what the database did not take yet", async () => {
    await keep();
    clock.advance(HOUR);
    server.asked.length = 0;
    const { store } = one.sessions;
    const renew = store.renew.bind(store);
    let isBroken = true;
    let renewals = 0;
    Object.assign(store, {
      renew: async (...given: Parameters<typeof renew>) => {
        renewals += 1;
        if (renewals > 1 && isBroken) throw new Error("the disk");
        return renew(...given);
      },
    });
    expect(seen(await one.run(ANN, "vault"))).toContain(VAULT);
    const other = two.run(ANN, "vault");
    isBroken = false;
    await one.sessions.sweep();
    expect(seen(await other)).toContain(VAULT);
    expect(server.asked).toHaveLength(1);
  });

  it("give renewed tokens back that the database did not take before the other unlinked them", async () => {
    await keep();
    clock.advance(HOUR);
    const { store } = one.sessions;
    const renew = store.renew.bind(store);
    let renewals = 0;
    Object.assign(store, {
      renew: async (...given: Parameters<typeof renew>) => {
        renewals += 1;
        if (renewals > 1) throw new Error("the disk");
        return renew(...given);
      },
    });
    expect(seen(await one.run(ANN, "vault"))).toContain(VAULT);
    await two.press(ANN, await two.run(ANN, "unlink"), link.unlink.one("ada"));
    Object.assign(store, { renew });
    await one.sessions.sweep();
    expect(new Set(server.revoked.map((form) => form.get("token"))).size).toBe(2);
  });

  async function throughPage() {
    await two.close();
    await one.close();
    await server.close();
    server = await startAuthorizationServer({ landing: `${PUBLIC_URL}/linked` });
    const beside = one;
    nodes = new MemoryCluster("when told");
    one = await openOn("one", { beside, publicUrl: PUBLIC_URL });
    two = await openOn("two", { beside, publicUrl: PUBLIC_URL });
    const begun = await begin(one);
    const first = await open(two, begun.address);
    const button = /href="([^"]+)"/.exec(first.body)?.[1] ?? "";
    const pressed = await open(one, button, { from: "same-origin" });
    const cookie = pressed.headers["set-cookie"]?.split(";")[0] ?? "";
    const landed = await server.signIn(pressed.headers["location"] ?? "");
    return { ...begun, cookie, landed };
  }

  it("end a sign-in on the other's page, and show it where the member pressed", async () => {
    const { landed, cookie } = await throughPage();
    const ended = await open(two, landed, { cookie });
    expect(ended.body).toContain(link.done.title("ada"));
    await expect.poll(() => updates.map(({ by }) => by)).toEqual(["one"]);
    expect(await linked()).toHaveLength(1);
    expect(await two.sessions.waiting.unseen.get(ANN)).toBeUndefined();
  });

  it("link nobody who is forgotten in the other while the code is exchanged, and give the tokens back", async () => {
    const { landed, cookie } = await throughPage();
    const [held, sent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    server.front.held = held.promise;
    server.front.onToken = () => {
      sent.resolve();
      return false;
    };
    const landing = open(one, landed, { cookie });
    await sent.promise;
    await forgetMember(memberParts(), ANN);
    held.resolve();
    expect((await landing).body).toContain(link.signIn.address.stale.title);
    expect(await linked()).toEqual([]);
    expect(await waitingRows()).toEqual([]);
    expect(updates).toEqual([]);
    await one.sessions.close();
    expect(server.revoked).toHaveLength(1);
  });

  it("keep nothing of a paste that was being checked when its member was forgotten in the other", async () => {
    const { address } = await begin(one);
    const { client } = one.sessions;
    const checkSession = client.checkSession.bind(client);
    client.checkSession = async (options) => {
      const check = await checkSession(options);
      await forgetMember(memberParts(), ANN);
      return check;
    };
    const answered = await one.paste(ANN, await server.signIn(address));
    expect(seen(answered)).toContain(OVER);
    expect(await waitingRows()).toEqual([]);
    expect(server.revoked).toHaveLength(1);
  });

  it("keep nothing of a paste whose code was being exchanged when its member was forgotten", async () => {
    const { address } = await begin(one);
    const [held, sent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    server.front.held = held.promise;
    server.front.onToken = () => {
      sent.resolve();
      return false;
    };
    const pasting = one.paste(ANN, await server.signIn(address));
    await sent.promise;
    await forgetMember(memberParts(), ANN);
    held.resolve();
    expect(seen(await pasting)).toContain(OVER);
    expect(await waitingRows()).toEqual([]);
    expect(server.revoked).toHaveLength(1);
  });

  it("say the same to whoever brings the code to both at the same moment, and send it once", async () => {
    const { landed, cookie } = await throughPage();
    const both = await Promise.all([one, two, one].map((table) => open(table, landed, { cookie })));
    both.push(await open(two, landed, { cookie }));
    for (const { body } of both) expect(body).toContain(link.done.title("ada"));
    expect(server.asked).toHaveLength(1);
  });

  it("leave it to the next press, in either, where the one that was pressed in died", async () => {
    const { landed, cookie, guide } = await throughPage();
    nodes.kill("one");
    await open(two, landed, { cookie });
    await expect.poll(() => two.sessions.waiting.unseen.get(ANN)).toBeDefined();
    const { check } = link.signIn.guide;
    expect(seen(await two.press(ANN, guide, check))).toContain(link.done.title("ada"));
    expect(seen(await two.press(ANN, guide, check))).toContain(check);
  });
});

async function begin(table: SessionTable) {
  const guide = await table.press(ANN, await table.run(ANN, "link"), link.consent.agree);
  const [address = ""] = guide.blocks.flatMap((block) =>
    block.type === "buttons" ? block.buttons.flatMap((each) => ("url" in each ? [each.url] : [])) : [],
  );
  return { guide, address };
}

async function open(
  { sessions }: SessionTable,
  target: string,
  { cookie, from }: { readonly cookie?: string; readonly from?: string } = {},
) {
  return answerOwnPage(sessions, "Harbour", {
    method: "GET",
    target: target.replace(PUBLIC_URL, ""),
    cookie,
    language: undefined,
    from,
  });
}
