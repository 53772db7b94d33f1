import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { MilepostError } from "../../../src/base/errors.ts";
import { SessionInUse } from "../../../src/sessions/use/session-in-use.ts";
import { english } from "../../../src/messages/en.ts";
import type { SessionHeaders } from "../../../src/platform/http/request.ts";
import { type LinkTable, openLinkTable } from "../../commands/link-harness.ts";
import { seen } from "../../support/run-command.ts";
import { endWithStrangersCookies, MEMBER, USE } from "./rotating-cookies.ts";

const { signal } = new AbortController();
const refused = async (): Promise<never> => {
  throw new MilepostError("sign-in-needed");
};

describe.each(["neutral", "lookalike"])("a session that is refused (profile %s)", (profile) => {
  let table: LinkTable;
  beforeEach(async () => {
    table = await openLinkTable(profile);
  });
  afterEach(() => table.close());

  const kept = () => table.sessions.store.list(MEMBER);
  /** A run of its own, with what is kept. */
  const inUse = async () => {
    const opened = await table.sessions.store.open({ discordId: MEMBER }, USE);
    if (opened === undefined) throw new Error("not linked");
    const { jar, summary } = opened;
    return new SessionInUse(table.sessions, { jar, account: summary.account, kept: opened });
  };
  const renewing = (value: string) => async (session: SessionHeaders) => {
    const { hosts, wanted } = table.sessions.place;
    const name = wanted.cookies.find(({ role }) => role === "session")?.name ?? "";
    session.take?.(new URL(`${hosts.api}/`), [`${name}=${value}; Path=/`]);
    return value;
  };

  it.each(["progress", "stats", "vault"])(
    "ends for all requests of a command, where every answer brings a stranger's cookies: /%s",
    async (command) => {
      await table.link(MEMBER, 0);
      endWithStrangersCookies(table);
      expect(seen(await table.run(MEMBER, command))).toContain(english.link.ownEnded.title);
      expect(await kept()).toMatchObject([{ state: "dead" }]);
    },
  );

  it("ends where every refusal brings a stranger's new cookies, which are not kept", async () => {
    await table.link(MEMBER, 0);
    const [before] = await kept();
    table.clock.advance(1_000);
    endWithStrangersCookies(table);
    expect(seen(await table.run(MEMBER, "vault"))).toContain(english.link.ownEnded.title);
    expect(await kept()).toMatchObject([{ state: "dead", renewedAt: before?.renewedAt }]);
  });

  it("handles a refused proof, where the call fails before it is sent", async () => {
    await table.link(MEMBER, 0);
    table.platform.signIn.sessions.revoke();
    const unhandled = vi.fn();
    process.on("unhandledRejection", unhandled);
    const asked = (await inUse()).ask(signal, () => {
      throw new MilepostError("not-found");
    });
    await expect(asked).rejects.toMatchObject({ code: "sign-in-needed" });
    process.off("unhandledRejection", unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  it("of cookies is probed at the sign-in page first", async () => {
    await table.link(MEMBER, 0);
    table.platform.requests.clear();
    await (await inUse()).probe(signal);
    expect(table.platform.requests.list()[0]?.operation).toBe("signIn");
  });

  it("is not called dead by a probe that went with the cookies another run renewed meanwhile", async () => {
    await table.link(MEMBER, 0);
    const [probing, other] = [await inUse(), await inUse()];
    vi.spyOn(table.sessions.client, "owner").mockResolvedValue({});
    vi.spyOn(table.sessions.client, "checkSession").mockImplementationOnce(async () => {
      expect(await other.ask(signal, renewing("renewed"))).toBe("renewed");
      return { outcome: "ended" };
    });
    await expect(probing.probe(signal)).rejects.toMatchObject({ code: "platform-unavailable" });
    expect(await kept()).toMatchObject([{ state: "alive" }]);
  });

  it("waits for a probe that may renew its cookies before a refusal is judged", async () => {
    await table.link(MEMBER, 0);
    const [probing, other] = [await inUse(), await inUse()];
    const answer = Promise.withResolvers<void>();
    vi.spyOn(table.sessions.client, "owner").mockResolvedValue({});
    vi.spyOn(table.sessions.client, "checkSession")
      .mockImplementationOnce(async ({ session }) => {
        await answer.promise;
        await renewing("renewed")(session);
        return { outcome: "valid", account: undefined };
      })
      .mockResolvedValue({ outcome: "ended" });
    const probed = probing.probe(signal);
    const call = vi
      .fn(async () => "shown")
      .mockImplementationOnce(async () => {
        setImmediate(answer.resolve);
        return refused();
      });
    expect(await other.ask(signal, call)).toBe("shown");
    await probed;
    expect(await kept()).toMatchObject([{ state: "alive" }]);
  });

  it("works again with the cookies that are kept, where a platform in trouble took them away", async () => {
    await table.link(MEMBER, 0);
    const { hosts, wanted } = table.sessions.place;
    const lines = wanted.cookies.map(({ name }) => `${name}=; Max-Age=0; Path=/`);
    const before = await inUse();
    vi.spyOn(table.sessions.client, "owner").mockResolvedValueOnce({});
    const failing = before.ask(signal, async (session) => {
      session.take?.(new URL(`${hosts.api}/`), lines);
      throw new MilepostError("platform-unavailable");
    });
    await expect(failing).rejects.toMatchObject({ code: "platform-unavailable" });
    await (await inUse()).probe(signal);
    expect(await kept()).toMatchObject([{ state: "alive" }]);
    expect(before).toBeDefined();
  });

  describe("asks nothing more once its turn comes", () => {
    const turns: readonly [
      string,
      (id: string, ending: AbortController) => Promise<unknown> | void,
      object,
    ][] = [
      [
        "after it was unlinked",
        (id) => table.sessions.store.unlink({ discordId: MEMBER, id }),
        { code: "sign-in-needed" },
      ],
      [
        "after it ended",
        (id) => table.sessions.store.mark({ discordId: MEMBER, id }, "dead"),
        { code: "sign-in-needed" },
      ],
      ["after its run was ended", (_, ending) => ending.abort(), { name: "AbortError" }],
    ];
    it.each(turns)("%s", async (_, happen, failure) => {
      await table.link(MEMBER, 0);
      const [first, second] = [await inUse(), await inUse()];
      const [session] = await kept();
      const ending = new AbortController();
      const answer = Promise.withResolvers<void>();
      const asked = Promise.withResolvers<void>();
      vi.spyOn(table.sessions.client, "owner").mockResolvedValue({});
      table.sessions.shared.noteRotating(`${session?.id} ${session?.linkedAt}`);
      const inTurn = first.ask(signal, () => {
        asked.resolve();
        return answer.promise;
      });
      await asked.promise;
      const call = vi.fn(refused);
      const waiting = second.ask(ending.signal, call);
      await happen(session?.id ?? "", ending);
      answer.resolve();
      await Promise.allSettled([inTurn, waiting]);
      await expect(waiting).rejects.toMatchObject(failure);
      expect(call).not.toHaveBeenCalled();
    });
  });
});
