import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { MovableClock } from "../../../src/base/clock.ts";
import { isMilepostError } from "../../../src/base/errors.ts";
import { toInt64 } from "../../../src/base/int64.ts";
import { Secret } from "../../../src/base/secret.ts";
import { createAwaySessions, probeDeadSessions } from "../../../src/sessions/use/open-private.ts";
import { createCookieCredential } from "../../../src/platform/cookies.ts";
import { createTokens } from "../../../src/platform/oauth/tokens.ts";
import { openLinkTable, openSessionTable, type SessionTable } from "../../commands/link-harness.ts";
import { type AuthorizationServer, startAuthorizationServer } from "../../support/authorization-server.ts";
import { CLIENT_SECRET } from "../../support/token-platform.ts";
import { HOUR } from "../../support/time.ts";

const MEMBERS = 5_000;
/** As many reminders as the engine posts at once, and more. */
const AT_ONCE = 50;
const { signal } = new AbortController();
const memberOf = (index: number) => String(900_000_000_000_000_000n + BigInt(index));
const everyone = Array.from({ length: MEMBERS }, (_, index) => memberOf(index));
const consent = { away: true, snapshots: false };
const accountOf = (member: string) => {
  const id = toInt64(member);
  if (id === undefined) throw new Error("no number");
  return { membershipId: id, accounts: [{ membershipType: 1, id }] };
};

/** Reads each member's progress while they are away, as reminders do; gives the codes of failures. */
async function useAll({ sessions }: SessionTable, members: readonly string[]): Promise<readonly string[]> {
  const away = createAwaySessions(sessions);
  const waiting = members.values();
  const codes: string[] = [];
  const use = async () => {
    for (const memberId of waiting) {
      try {
        const opened = await away.open({ memberId, for: "reminder", reference: "r", signal });
        if (opened.state === "open") await opened.data.vault({ signal });
        codes.push(opened.state);
      } catch (error) {
        if (!isMilepostError(error)) throw error;
        codes.push(error.code);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, use));
  return codes;
}

const noticesOf = async ({ sessions }: SessionTable, members = everyone) =>
  Promise.all(
    members.map(async (id) => (await sessions.store.noticesOf(id)).map(({ notice }) => notice).join()),
  );

const errorsOf = (table: SessionTable) => table.logged.filter(({ level }) => level === "error");

describe("tokens of 5,000 members that the platform ends at once", () => {
  let server: AuthorizationServer;
  let table: SessionTable;
  let asked = 0;

  beforeEach(async () => {
    server = await startAuthorizationServer();
    asked = 0;
    server.front.onToken = (_request, response) => {
      asked += 1;
      response.writeHead(400, { "content-type": "application/json" }).end('{"error":"invalid_grant"}');
      return true;
    };
    const { profile } = server;
    const limits = { ...profile.limits, rate: 10_000, concurrency: 200 };
    const clock = new MovableClock();
    table = await openSessionTable({
      profile: { ...profile, limits },
      clock,
      clientSecret: new Secret(CLIENT_SECRET),
    });
    const { place, store } = table.sessions;
    for (const discordId of everyone) {
      const granted = {
        at: clock.now() - 2 * HOUR,
        access: new Secret(`a${discordId}`),
        accessEnds: clock.now() - HOUR,
        refresh: new Secret(`r${discordId}`),
      };
      const jar = createTokens(granted, { hosts: place.hosts, clock, clientId: "milepost" });
      await store.add({ discordId, jar, account: accountOf(discordId), consent });
    }
  });
  afterEach(async () => {
    await table.close();
    await server.close();
  });

  it("are asked for once each, told to their member once, and to the operator once as everybody's", async () => {
    expect(new Set(await useAll(table, everyone))).toEqual(new Set(["sign-in-needed"]));
    expect(new Set(await useAll(table, everyone))).toEqual(new Set(["ended"]));
    for (let hour = 0; hour < 24; hour += 1) {
      table.clock.advance(HOUR);
      await probeDeadSessions(table.sessions, signal);
    }
    expect(asked).toBe(MEMBERS);
    expect(new Set(await noticesOf(table))).toEqual(new Set(["died"]));
    expect(errorsOf(table)).toMatchObject([
      { message: expect.stringContaining("Every session"), fields: { count: 5 } },
    ]);
  });
});

describe("cookies of 600 members that the platform refuses at once", () => {
  it("are probed by twenty an hour, and told to the operator once until one works again", async () => {
    const table = await openLinkTable("neutral");
    const { place, store } = table.sessions;
    const [used, others] = [everyone.slice(0, 60), everyone.slice(60, 600)];
    for (const discordId of [...used, ...others]) {
      const secrets = place.wanted.cookies.map(({ name }) => [name, new Secret(`x${discordId}`)] as const);
      const jar = createCookieCredential(new Map(secrets), place);
      await store.add({ discordId, jar, account: accountOf(discordId), consent });
    }
    expect(new Set(await useAll(table, used))).toEqual(new Set(["sign-in-needed"]));
    // As other processes found out.
    for (const discordId of others)
      await store.mark((await store.list(discordId))[0] ?? { discordId, id: "" }, "dead");
    const before = table.platform.requests.total;
    for (let hour = 0; hour < 24; hour += 1) {
      table.clock.advance(HOUR);
      await probeDeadSessions(table.sessions, signal);
    }
    expect(table.platform.requests.total - before).toBeLessThanOrEqual(24 * 20 * 2);
    expect(errorsOf(table)).toHaveLength(1);
    expect(new Set(await noticesOf(table, [...used, ...others]))).toEqual(new Set(["died"]));

    await table.link("800000000000000001", 0);
    await store.consent((await store.list("800000000000000001"))[0] ?? { discordId: "", id: "" }, consent);
    expect(await useAll(table, ["800000000000000001"])).toEqual(["open"]);
    expect(errorsOf(table)).toHaveLength(1);
    await table.close();
  });
});
