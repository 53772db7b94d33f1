import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";

import account from "../../commands/account.ts";
import profile from "../../commands/profile.ts";
import progress from "../../commands/progress.ts";
import type { Services } from "../../src/features/services.ts";
import type { Reply } from "../../src/discord/reply/reply.ts";
import {
  type Asking,
  asked,
  buttonsIn,
  callOf,
  contextOf,
  press,
  run,
  seen,
  selectIn,
} from "../support/run-command.ts";
import { type LinkTable, openLinkTable } from "./link-harness.ts";
import { english } from "../../src/messages/en.ts";

let last = 0;
const somebody = () => String(800_000_000_000_000_000n + BigInt((last += 1)));
const plain = (reply: Reply) => seen(reply).replaceAll("\\", "");
const HERE = "10";
const THERE = "11";

/** Deleted, banned and usual players of the embedded world. */
const DELETED = 17;
const BANNED = 23;

describe.each(["neutral", "lookalike"])("being found (%s)", (profileName) => {
  let table: LinkTable;
  let services: Services;
  beforeAll(async () => {
    table = await openLinkTable(profileName);
    services = table.services;
  });
  afterEach(() => {
    table.platform.faults.clear();
    vi.restoreAllMocks();
  });
  afterAll(() => table.close());

  const inServer = (memberId: string, change: Partial<Asking> = {}): Asking => ({
    member: { id: memberId },
    place: { guildId: HERE },
    now: table.clock.now(),
    ...change,
  });
  const alone = (memberId: string, change: Partial<Asking> = {}) =>
    inServer(memberId, { isPrivate: true, ...change });
  const panel = (memberId: string, change: Partial<Asking> = {}) =>
    press(
      account,
      services,
      { command: "account", action: "section", state: { section: "privacy" } },
      alone(memberId, change),
    );
  const choose = async (memberId: string, label: string, change: Partial<Asking> = {}) => {
    const asking = alone(memberId, change);
    return press(account, services, callOf(await panel(memberId, change), label), asking);
  };
  /** Asks for a member as somebody else of the server, in the channel unless told otherwise. */
  const lookUp = (memberId: string, change: Partial<Asking> = {}, options: Record<string, string> = {}) =>
    run(
      profile,
      services,
      { member: memberId, ...options },
      inServer(somebody(), { namedHere: [memberId], ...change }),
    );
  const linked = async (player: number, guildId: string | null = HERE) => {
    const memberId = somebody();
    await table.link(memberId, player);
    if (guildId !== null) await choose(memberId, english.account.privacy.found.begin, { place: { guildId } });
    return memberId;
  };
  const between = (memberId: string, player: number) =>
    press(
      profile,
      services,
      { command: "profile", action: "relation", state: { player: idOf(player) } },
      alone(memberId),
    );
  const nameOf = (player: number) => table.platform.world.players.name(player);
  const idOf = (player: number) => table.platform.world.players.membershipId(player);

  it("is off until chosen, and tells the same of who linked and who did not", async () => {
    const who = await linked(1, null);
    const unlinked = seen(await lookUp(somebody()));
    expect(seen(await lookUp(who))).toBe(unlinked);
    expect(unlinked).toContain(english.profile.noMember.title);
    expect(plain(await panel(who))).toContain("You're hidden here.");
  });

  it("is nobody's business but the member's own, who sees their profile without a name", async () => {
    const who = await linked(1, null);
    const own = seen(await run(profile, services, {}, alone(who)));
    expect(own).toContain(nameOf(1));
    expect(seen(await run(profile, services, {}, inServer(who)))).not.toContain(nameOf(1));
    expect(seen(await run(profile, services, {}, alone(somebody())))).toContain(english.profile.whose.title);
  });

  it("shows the public profile in the server it was chosen for, and says whose it is", async () => {
    const who = await linked(1);
    const shown = plain(await lookUp(who));
    expect(shown).toContain(nameOf(1));
    expect(shown).toContain(`<@${who}> chose to be visible in this server`);
    expect(plain(await panel(who))).toContain(`You're visible here** as **${nameOf(1)}**`);
  });

  it("shows the progress everybody may see, too", async () => {
    const [who, other] = [await linked(1), await linked(2, null)];
    const ask = (options: Record<string, string>) =>
      run(progress, services, options, inServer(somebody(), { namedHere: [who, other], isPrivate: true }));
    const shown = seen(await ask({ member: who }));
    expect(shown).toBe(seen(await ask({ player: idOf(1) })));
    expect(shown.replaceAll("\\", "")).toContain(nameOf(1));
    expect(seen(await ask({ member: other }))).toContain(english.profile.noMember.title);
    expect(seen(await ask({ member: who, player: idOf(1) }))).toContain(english.profile.oneOnly.title);
    expect(seen(await run(progress, services, { member: who }, alone(who)))).not.toBe(shown);
  });

  it("is not asked of people who are named but not in the server, elsewhere, or in a message", async () => {
    const who = await linked(1);
    const nobody = seen(await lookUp(somebody()));
    expect(seen(await lookUp(who, { namedHere: [] }))).toBe(nobody);
    expect(seen(await lookUp(who, { place: { guildId: THERE } }))).toBe(nobody);
    const { guildId: _, ...noServer } = asked().site;
    const context = { ...contextOf(services, inServer(somebody(), { namedHere: [who], isPrivate: true })) };
    const dm = { ...context, site: { ...noServer, kind: "bot-dm" as const } };
    const reply = await profile.run({
      ...dm,
      options: { player: undefined, member: who, compare: undefined, show: undefined },
      update: async () => true,
    });
    expect(seen(reply)).toBe(nobody);
  });

  it("ends at once by choice, by unlinking and by forgetting, without telling which", async () => {
    const nobody = seen(await lookUp(somebody()));
    const byChoice = await linked(31);
    await choose(byChoice, english.account.privacy.found.end);
    const byUnlinking = await linked(31);
    const [session] = await table.sessions.store.list(byUnlinking);
    await table.sessions.store.unlink({ discordId: byUnlinking, id: session?.id ?? "" });
    const byForgetting = await linked(31);
    await press(account, services, { command: "account", action: "forgetNow" }, alone(byForgetting));
    for (const who of [byChoice, byUnlinking, byForgetting]) {
      expect(seen(await lookUp(who))).toBe(nobody);
      expect(await table.sessions.found.of(who)).toEqual([]);
    }
    expect(await suggested(somebody(), nameOf(31))).not.toContain(`${nameOf(31)} · in this server`);
  });

  it("is counted for other servers, and ends in all of them at once", async () => {
    const who = await linked(1);
    await choose(who, english.account.privacy.found.begin, { place: { guildId: THERE } });
    const shown = await panel(who);
    expect(seen(shown)).toContain(english.account.privacy.found.elsewhere(1, "1"));
    await choose(who, english.account.privacy.found.endAll);
    expect(await table.sessions.found.of(who)).toEqual([]);
  });

  it("follows the account it was chosen with, not the one in use now", async () => {
    const who = await linked(1);
    await table.link(who, 2);
    expect(plain(await lookUp(who))).toContain(nameOf(1));
    expect(plain(await panel(who))).toContain("not as the account in use");
    await choose(who, english.account.privacy.found.change);
    expect(plain(await lookUp(who))).toContain(nameOf(2));
  });

  it("needs the platform's own word for whose account it is", async () => {
    const who = await linked(1, null);
    const account = {
      isKnown: true,
      source: "cookie",
      membershipId: idOf(1),
      name: "x",
      accounts: [],
    } as const;
    vi.spyOn(table.sessions.client, "accountCurrent").mockResolvedValue(account);
    expect(seen(await choose(who, english.account.privacy.found.begin))).toContain(
      english.account.privacy.found.unproven.title,
    );
    vi.restoreAllMocks();
    vi.spyOn(table.sessions.client, "accountCurrent").mockResolvedValueOnce({
      ...account,
      source: "service",
      membershipId: idOf(2),
    });
    await choose(who, english.account.privacy.found.begin).catch(() => undefined);
    expect(await table.sessions.found.of(who)).toEqual([]);
  });

  it("says banned in words, and suggests no deleted profile", async () => {
    expect(plain(await lookUp(await linked(BANNED)))).toMatch(/Banned until: <t:\d+:f>/);
    const who = await linked(1);
    const row = await table.sessions.found.find(HERE, who);
    const renamed = { ...row, membershipId: idOf(DELETED), name: "Zzz old name" };
    if (row !== undefined) await table.sessions.found.start({ ...row, ...renamed });
    expect(await suggested(somebody(), "Zzz old")).toEqual(["Zzz old name · in this server"]);
    const shown = seen(await lookUp(who));
    expect(shown).toContain("This player deleted their profile.");
    expect(await suggested(somebody(), "Zzz old")).toEqual([]);
    expect(await suggested(somebody(), "Deleted")).toEqual([]);
  });

  it("tells nothing where the profile is gone, or was never one", async () => {
    const nobody = seen(await lookUp(somebody()));
    const who = await linked(1);
    const row = await table.sessions.found.find(HERE, who);
    if (row !== undefined) await table.sessions.found.start({ ...row, membershipId: "1" });
    expect(seen(await lookUp(who))).toBe(nobody);
  });

  it("follows a new name, so that the old one finds nobody", async () => {
    const who = await linked(1);
    const row = await table.sessions.found.find(HERE, who);
    if (row !== undefined) await table.sessions.found.start({ ...row, name: "Qqq before" });
    await lookUp(who);
    expect(await suggested(somebody(), "Qqq")).toEqual([]);
    expect(await suggested(somebody(), nameOf(1))).toContain(`${nameOf(1)} · in this server`);
  });

  it("suggests by name in the same server alone, after at least one letter", async () => {
    const who = await linked(4);
    expect(await suggested(somebody(), nameOf(4).slice(0, 3).toUpperCase())).toContain(
      `${nameOf(4)} · in this server`,
    );
    const there = await suggested(somebody(), nameOf(4), THERE);
    expect(there.join()).not.toContain("in this server");
    expect((await suggested(somebody(), "")).join()).not.toContain("in this server");
    expect(who).not.toBe("");
  });

  it("shows a member their own account unasked, to them alone", async () => {
    const who = await linked(1, null);
    const own = await run(profile, services, { member: who }, alone(who, { namedHere: [who] }));
    expect(plain(own)).toContain(nameOf(1));
    expect(seen(own)).not.toContain("chose to be visible");
    const shared = await run(profile, services, { member: who }, inServer(who, { namedHere: [who] }));
    expect(seen(shared)).toContain(english.profile.noMember.title);
  });

  it("compares a member with a player, by option and by button", async () => {
    const who = await linked(1);
    const compared = plain(await lookUp(who, {}, { compare: idOf(2) }));
    expect(compared).toContain(nameOf(1));
    expect(compared).toContain(nameOf(2));
    const nobody = seen(await lookUp(somebody()));
    expect(seen(await lookUp(somebody(), {}, { compare: idOf(2) }))).toBe(nobody);
    const me2 = await linked(2, null);
    const shown = await run(profile, services, { member: who }, alone(me2, { namedHere: [who] }));
    const picker = await press(profile, services, callOf(shown, "Compare"), alone(me2));
    const { choose: call, entries } = selectIn(picker);
    expect(entries[0]).toMatchObject({ label: "Your own account", value: idOf(2) });
    const both = plain(await press(profile, services, { ...call, chosen: idOf(2) }, alone(me2)));
    expect(both).toContain(nameOf(1));
    expect(both).toContain(nameOf(2));
  });

  it("lets a member be picked to compare with, by the same rule", async () => {
    const [who, hidden] = [await linked(1), await linked(2, null)];
    const asker = somebody();
    const picker = await press(
      profile,
      services,
      { command: "profile", action: "compare", state: { player: idOf(3) } },
      alone(asker),
    );
    const people = picker.blocks.find((block) => block.type === "people");
    if (people?.type !== "people") throw new Error("nobody to pick");
    const pick = (chosen: string, namedHere: readonly string[]) =>
      press(profile, services, { ...people.choose, chosen }, alone(asker, { namedHere }));
    const both = plain(await pick(who, [who]));
    expect(both).toContain(nameOf(3));
    expect(both).toContain(nameOf(1));
    const nobody = seen(await pick(somebody(), []));
    expect(nobody).toContain(english.profile.noMember.title);
    for (const chosen of [hidden, who]) expect(seen(await pick(chosen, [hidden]))).toBe(nobody);
  });

  it("is in the export, and no account's secret is", async () => {
    const who = await linked(1);
    const exported = await press(account, services, { command: "account", action: "export" }, alone(who));
    const file = exported.blocks.find((block) => block.type === "file");
    const json = new TextDecoder().decode(file?.type === "file" ? file.file.bytes : new Uint8Array());
    expect(JSON.parse(json)).toMatchObject({
      foundIn: [{ server: HERE, membershipId: idOf(1), name: nameOf(1) }],
    });
  });

  describe("what is between two members", () => {
    it("is told to whoever asks, from their own account", async () => {
      const who = await linked(1, null);
      const ignored = plain(await between(who, 7));
      expect(ignored).toContain(english.profile.relation.ignored(true));
      expect(ignored).toContain("Only you see this");
      expect(plain(await between(who, 1))).toContain(english.profile.relation.self.title);
      expect(plain(await between(somebody(), 7))).toContain("This needs your linked account");
    });

    it("never stands on a card, nor is it ever answered to others", async () => {
      const who = await linked(1);
      for (const change of [{}, { isPrivate: true }]) {
        const card = await run(profile, services, { player: idOf(7) }, inServer(who, change));
        expect(seen(card)).not.toMatch(/ignore|follow/i);
        expect(buttonsIn(card).map(({ label }) => label)).toContain(english.profile.relation.button);
      }
      expect(profile.actions?.["relation"]).toMatchObject({ for: "anyone", answer: "private" });
      const inPublic = { command: "profile", action: "relation", state: { player: idOf(7) } };
      await expect(press(profile, services, inPublic, inServer(who))).rejects.toMatchObject({
        code: "internal",
      });
    });
  });

  const suggested = async (memberId: string, typed: string, guildId = HERE): Promise<readonly string[]> => {
    const asking = alone(memberId, { place: { guildId } });
    const suggest = profile.options.player.autocomplete;
    const found = await suggest?.({ ...contextOf(services, asking), typed });
    return (found ?? []).map(({ name }) => name);
  };
});
