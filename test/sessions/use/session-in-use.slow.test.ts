import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { addNotices } from "../../../src/features/account/add-notices.ts";
import { toldAbove } from "../../../src/compose/told-above.ts";
import { MilepostError } from "../../../src/base/errors.ts";
import { contextOf, seen } from "../../support/run-command.ts";
import { type LinkTable, openLinkTable } from "../../commands/link-harness.ts";
import { type CookieNames, MEMBER, type Refusing, rotateAtEveryAnswer, USE } from "./rotating-cookies.ts";
import { DAY } from "../../support/time.ts";
import { english } from "../../../src/messages/en.ts";

describe.each(["neutral", "lookalike"])("a session in use (profile %s)", (profile) => {
  let table: LinkTable;
  beforeEach(async () => {
    table = await openLinkTable(profile);
  });
  afterEach(() => table.close());

  const kept = () => table.sessions.store.list(MEMBER);
  const breakOn = (event: string, name: string) =>
    sql
      .raw(`create trigger broken_${name} before ${event} begin select raise(abort, 'the disk'); end`)
      .execute(table.database.queries);
  const mend = (name: string) => sql.raw(`drop trigger broken_${name}`).execute(table.database.queries);

  describe("when the database fails", () => {
    it("delivers the answer, logs why, and keeps the renewed cookies at the next use", async () => {
      await table.link(MEMBER, 0);
      const [before] = await kept();
      table.clock.advance(4 * DAY);
      await breakOn("update of cookies on sessions", "renewal");
      expect(seen(await table.run(MEMBER, "progress"))).toContain("What next?");
      expect(table.logged).toMatchObject([
        { level: "error", message: expect.stringContaining("renewed session"), fields: { reference: "ref" } },
      ]);
      expect((await kept())[0]?.renewedAt).toBe(before?.renewedAt);
      await mend("renewal");
      const mendedAt = table.clock.now();
      expect(seen(await table.run(MEMBER, "vault"))).toContain("## Vault");
      expect((await kept())[0]?.renewedAt).toBeGreaterThanOrEqual(mendedAt);
    });

    it("keeps renewed cookies at the next sweep, where nobody uses them before", async () => {
      await table.link(MEMBER, 0);
      table.clock.advance(4 * DAY);
      await breakOn("update of cookies on sessions", "renewal");
      await table.run(MEMBER, "progress");
      await table.sessions.sweep();
      await mend("renewal");
      const mendedAt = table.clock.now();
      await table.sessions.sweep();
      expect((await kept())[0]?.renewedAt).toBeGreaterThanOrEqual(mendedAt);
      expect(table.sessions.unsaved.get((await kept())[0]?.id ?? "")).toBeUndefined();
    });

    it("stores no cookies of before for an account that was linked anew meanwhile", async () => {
      await table.link(MEMBER, 0);
      table.clock.advance(4 * DAY);
      await breakOn("update of cookies on sessions", "renewal");
      await table.run(MEMBER, "progress");
      await mend("renewal");
      await table.link(MEMBER, 0);
      const linkedAgain = (await kept())[0]?.renewedAt;
      table.clock.advance(1_000);
      await table.sessions.sweep();
      expect((await kept())[0]?.renewedAt).toBe(linkedAgain);
    });

    it("delivers progress whose snapshot could not be kept", async () => {
      await table.link(MEMBER, 0);
      const [session] = await kept();
      await table.sessions.store.consent({ discordId: MEMBER, id: session?.id ?? "" }, { snapshots: true });
      await breakOn("insert on snapshots", "snapshots");
      expect(seen(await table.run(MEMBER, "progress"))).toContain("What next?");
      expect(table.logged).toMatchObject([{ level: "error", message: expect.stringContaining("snapshot") }]);
    });

    it("delivers an answer whose notices could not be read or settled", async () => {
      await table.link(MEMBER, 0);
      const [session] = await kept();
      await table.sessions.store.mark({ discordId: MEMBER, id: session?.id ?? "" }, "dead");
      await breakOn("delete on notices", "notices");
      const reply = { blocks: [] };
      const told = toldAbove([addNotices], table.log);
      expect(await told(context(), reply)).toEqual(reply);
      expect(table.logged).toHaveLength(1);
      await mend("notices");
      expect(seen(await addNotices(context(), reply))).toContain("Your session ended");
    });

    it("says that a session has ended, also where that could not be noted", async () => {
      await table.link(MEMBER, 0);
      table.platform.signIn.sessions.revoke();
      await breakOn("update of state on sessions", "states");
      expect(seen(await table.run(MEMBER, "vault"))).toContain(english.link.ownEnded.title);
    });
  });

  const context = () => ({
    ...contextOf(table.services, { member: { id: MEMBER }, isPrivate: true, now: table.clock.now() }),
  });

  it("leaves an account alone that was linked anew while it ran with the older cookies", async () => {
    await table.link(MEMBER, 0);
    table.clock.advance(4 * DAY);
    const { client, store } = table.sessions;
    const progression = client.progression.bind(client);
    const stored = async () => (await store.open({ discordId: MEMBER }, USE))?.jar.serialise();
    let linkedAnew: string | undefined;
    const held = vi.spyOn(client, "progression").mockImplementationOnce(async (query) => {
      await table.link(MEMBER, 0);
      linkedAnew = await stored();
      const { hosts, wanted } = table.sessions.place;
      const name = wanted.cookies.find(({ role }) => role === "session")?.name ?? "";
      query.session.take?.(new URL(`${hosts.api}/`), [`${name}=renewedByTheOlder; Path=/`]);
      return progression(query);
    });
    expect(seen(await table.run(MEMBER, "progress"))).toContain("What next?");
    expect(held).toHaveBeenCalled();
    expect(linkedAnew).toBeDefined();
    expect(await stored()).toBe(linkedAnew);
    expect(table.sessions.unsaved.values()).toEqual([]);
    expect(table.logged).toEqual([]);
  });

  it("keeps what the proof renews after the answer has failed already", async () => {
    await table.link(MEMBER, 0);
    table.clock.advance(2 * 60 * 60_000);
    const { client, store, place } = table.sessions;
    const name = place.wanted.cookies.find(({ role }) => role === "session")?.name ?? "";
    vi.spyOn(client, "vault").mockRejectedValueOnce(new MilepostError("platform-unavailable"));
    vi.spyOn(client, "owner").mockImplementationOnce(async ({ session }) => {
      await new Promise((resolve) => void setImmediate(resolve));
      session.take?.(new URL(`${place.hosts.api}/`), [`${name}=renewedLate; Path=/`]);
      return {};
    });
    await expect(table.run(MEMBER, "vault")).rejects.toMatchObject({ code: "platform-unavailable" });
    const opened = await store.open({ discordId: MEMBER }, USE);
    expect(opened?.jar.serialise()).toContain("renewedLate");
  });

  it("ends in the same command when it was revoked, however public the player's progress is", async () => {
    await table.link(MEMBER, 0);
    for (const command of ["progress", "stats", "vault"]) {
      table.clock.advance(1_000);
      expect(seen(await table.run(MEMBER, command))).not.toContain("Your session ended");
    }
    table.platform.signIn.sessions.revoke();
    expect(seen(await table.run(MEMBER, "progress"))).toContain(english.link.ownEnded.title);
  });

  it("ends where the platform calls to strangers private what it was asked for", async () => {
    await table.link(MEMBER, 0);
    table.platform.signIn.sessions.revoke();
    const { client } = table.sessions;
    vi.spyOn(client, "progression").mockRejectedValue(new MilepostError("private"));
    expect(seen(await table.run(MEMBER, "progress"))).toContain(english.link.ownEnded.title);
    expect(await kept()).toMatchObject([{ state: "dead" }]);
  });

  it.each([
    ["progress", 3],
    ["stats", 3],
    ["vault", 1],
  ])("asks the platform once more for the proof, where the answer is none: /%s", async (name, requests) => {
    await table.link(MEMBER, 0);
    await table.run(MEMBER, name);
    const before = table.platform.requests.total;
    await table.run(MEMBER, name);
    expect(table.platform.requests.total - before).toBe(requests);
  });

  it("shows own data while the platform can't say whose session it is", async () => {
    await table.link(MEMBER, 0);
    table.platform.faults.add({ kind: "http", status: 500, operation: "account.current" });
    expect(seen(await table.run(MEMBER, "progress"))).toContain("What next?");
    expect(await kept()).toMatchObject([{ state: "alive" }]);
  });

  describe("whose cookies are renewed by every answer, and good for one request", () => {
    it.each([
      ["progress", "What next?"],
      ["stats", "## "],
      ["vault", "## Vault"],
    ])("works, each request after the other: /%s", async (command, shown) => {
      const rotation = await rotateAtEveryAnswer(table);
      for (let run = 0; run < 3; run += 1) {
        table.sessions.proven.clear();
        expect(seen(await table.run(MEMBER, command))).toContain(shown);
      }
      expect(await kept()).toMatchObject([{ state: "alive" }]);
      expect(rotation.refused).toBeGreaterThan(0);
    });

    it("lives on through commands at the same time, which refuse each other once", async () => {
      const rotation = await rotateAtEveryAnswer(table);
      const together = async () => {
        table.sessions.proven.clear();
        const replies = await Promise.all(
          ["progress", "stats", "vault", "progress"].map((command) => table.run(MEMBER, command)),
        );
        const titles = ["What next?", "## ", "## Vault", "What next?"];
        for (const [index, reply] of replies.entries()) expect(seen(reply)).toContain(titles[index]);
        expect(await kept()).toMatchObject([{ state: "alive" }]);
      };
      await together();
      const { refused } = rotation;
      for (let round = 0; round < 3; round += 1) await together();
      expect(rotation.refused).toBe(refused);
    });

    const refusals: readonly (Refusing & { readonly refusal: string })[] = [true, false].flatMap((isLate) => [
      {
        refusal: "ends its cookie",
        isLate,
        lines: ({ session }: CookieNames) => [`${session}=; Max-Age=0; Path=/`],
      },
      {
        refusal: "brings a stranger's cookie",
        isLate,
        lines: ({ session }: CookieNames) => [`${session}=no; Path=/`],
      },
      {
        refusal: "brings a stranger's CSRF",
        isLate,
        lines: ({ csrf }: CookieNames) => [`${csrf}=no; Path=/`],
      },
    ]);
    it.each(refusals)("lives on where a refusal $refusal (late: $isLate)", async ({ lines, isLate }) => {
      const rotation = await rotateAtEveryAnswer(table, { lines, isLate });
      const replies = await Promise.all(["progress", "vault"].map((command) => table.run(MEMBER, command)));
      expect(replies.map((reply) => seen(reply))).toEqual([
        expect.stringContaining("What next?"),
        expect.stringContaining("## Vault"),
      ]);
      expect(await kept()).toMatchObject([{ state: "alive" }]);
      expect(rotation.refused).toBeGreaterThan(0);
      const opened = await table.sessions.store.open({ discordId: MEMBER }, USE);
      expect(opened?.jar.cookie(new URL(`${table.sessions.place.hosts.api}/`))).toBe(rotation.valid);
    });

    it("lives on where another process used it meanwhile", async () => {
      const rotation = await rotateAtEveryAnswer(table);
      expect(seen(await table.run(MEMBER, "vault"))).toContain("## Vault");
      const { client, store, place } = table.sessions;
      const other = await store.open({ discordId: MEMBER }, USE);
      if (other === undefined) throw new Error("not linked");
      const vault = client.vault.bind(client);
      vi.spyOn(client, "vault").mockImplementationOnce(async (query) => {
        await client.accountCurrent({ session: other.jar, signal: new AbortController().signal });
        await store.renew(other);
        return vault(query);
      });
      expect(other.jar.cookie(new URL(`${place.hosts.api}/`))).toBe(rotation.valid);
      expect(seen(await table.run(MEMBER, "vault"))).toContain("## Vault");
      expect(await kept()).toMatchObject([{ state: "alive" }]);
    });
  });

  const die = async () => {
    await table.link(MEMBER, 0);
    const [session] = await kept();
    await table.sessions.store.mark({ discordId: MEMBER, id: session?.id ?? "" }, "dead");
  };

  describe("that died", () => {
    it("while it was not used is told of in the next private answer, once", async () => {
      await die();
      const told = toldAbove([addNotices], table.log);
      expect(seen(await told({ ...context(), isPrivate: false }, { blocks: [] }))).toBe("");
      expect(seen(await addNotices(context(), { blocks: [] }))).toContain("Your session ended");
      expect(seen(await addNotices(context(), { blocks: [] }))).toBe("");
    });

    it("is asked again after a while: works, and says so once", async () => {
      await die();
      expect(seen(await addNotices(context(), { blocks: [] }))).toContain("Your session ended");
      expect(seen(await table.run(MEMBER, "progress"))).toContain(english.link.ownEnded.title);
      table.clock.advance(5 * 60_000);
      const answer = await addNotices(context(), await table.run(MEMBER, "progress"));
      expect(seen(answer)).toContain("works again");
      expect(seen(answer)).toContain("What next?");
      expect(seen(await addNotices(context(), { blocks: [] }))).toBe("");
    });

    it("is asked every five minutes at most, and stays dead where the platform refuses or can't say", async () => {
      await die();
      table.platform.signIn.sessions.revoke();
      const requests = async () => {
        const before = table.platform.requests.total;
        expect(seen(await table.run(MEMBER, "vault"))).toContain(english.link.ownEnded.title);
        return table.platform.requests.total - before;
      };
      expect(await requests()).toBe(0);
      table.clock.advance(5 * 60_000);
      expect(await requests()).toBeGreaterThan(0);
      expect(await requests()).toBe(0);
      table.clock.advance(5 * 60_000);
      table.platform.faults.add({ kind: "maintenance" });
      expect(await requests()).toBeGreaterThan(0);
      expect(await kept()).toMatchObject([{ state: "dead" }]);
    });
  });
});
