import { afterAll, beforeAll, describe, expect, it } from "vitest";

import account from "../../commands/account.ts";
import milestones from "../../commands/milestones.ts";
import progress from "../../commands/progress.ts";
import stats from "../../commands/stats.ts";
import vault from "../../commands/vault.ts";
import type { AnyCommand } from "../../src/discord/command/command.ts";
import type { ActionRunning } from "../../src/discord/command/controls.ts";
import type { Reply, Select } from "../../src/discord/reply/reply.ts";
import { type Asking, contextOf, press, run, seen } from "../support/run-command.ts";
import { type LinkTable, openLinkTable } from "./link-harness.ts";
import type { CommandServices } from "../../src/features/kit/command/command-context.ts";
import type { Services } from "../../src/features/services.ts";
import { english } from "../../src/messages/en.ts";

let last = 0;
const somebody = () => String(700_000_000_000_000_000n + BigInt((last += 1)));
const PICK = english.account.accounts.pick;

/** Player 0 has a game account at both providers, player 1 has one. */
describe("a member with several accounts", () => {
  let table: LinkTable;
  beforeAll(async () => {
    table = await openLinkTable("neutral");
  });
  afterAll(() => table.close());

  const alone = (memberId: string): Asking => ({
    member: { id: memberId },
    isPrivate: true,
    now: table.clock.now(),
  });
  const named: Readonly<Record<string, AnyCommand<CommandServices<Services>>>> = { progress, stats, vault };
  const switchTo = async (memberId: string, list: Select, label: RegExp | string): Promise<Reply> => {
    const entry = list.entries.find((one) => one.label.match(label) !== null);
    if (entry === undefined) throw new Error(`no ${label} among ${list.entries.map((e) => e.label).join()}`);
    const running: ActionRunning = {
      update: async () => true,
      rerun: ({ command, options }) => {
        const found = named[command];
        if (found === undefined) throw new Error(`no command ${command}`);
        return run(found, table.services, options, alone(memberId));
      },
    };
    const command = list.choose.command === "account" ? account : milestones;
    const action = command.actions?.[list.choose.action];
    if (action === undefined) throw new Error("no such action");
    return action.run({
      ...contextOf(table.services, alone(memberId)),
      ...running,
      state: list.choose.state ?? {},
      chosen: entry.value,
    });
  };
  const gamesOf = (player: number) =>
    table.platform.world.players.accounts(player).map(({ name }) => name ?? "");

  it.each(["progress", "stats", "vault"])(
    "chooses under /%s, which then answers for that one, and it stays chosen",
    async (command) => {
      const memberId = somebody();
      await table.link(memberId, 0);
      const [first = "", second = ""] = gamesOf(0);
      const list = listIn(await table.run(memberId, command));
      expect(list.entries).toHaveLength(2);
      expect(chosen(list)).toContain(first);
      const answer = await switchTo(memberId, list, new RegExp(`${second}$`));
      expect(chosen(listIn(answer))).toContain(second);
      expect(seen(answer)).not.toContain("has no account");
      const requests = table.platform.world.players.accounts(0)[1]?.id ?? "";
      expect(JSON.stringify(await table.sessions.store.list(memberId))).toContain(requests);
      expect(chosen(listIn(await table.run(memberId, command)))).toContain(second);
    },
  );

  it("keeps the view and the search, and drops the character of the other account", async () => {
    const memberId = somebody();
    await table.link(memberId, 0);
    const shown = await run(progress, table.services, { view: "factions", character: "1" }, alone(memberId));
    const { choose } = listIn(shown);
    expect(JSON.parse(String(choose.state?.["waiting"]))).toEqual({
      command: "progress",
      options: { view: "factions" },
    });
    const paged = await press(
      vault,
      table.services,
      { command: "vault", action: "page", state: { search: "key", page: 0 } },
      alone(memberId),
    );
    expect(JSON.parse(String(listIn(paged).choose.state?.["waiting"]))).toEqual({
      command: "vault",
      options: { search: "key" },
    });
  });

  it("is shown what changed of the chosen one alone", async () => {
    const memberId = somebody();
    await table.link(memberId, 0);
    const [linked] = await table.sessions.store.list(memberId);
    await table.sessions.store.consent({ discordId: memberId, id: linked?.id ?? "" }, { snapshots: true });
    const since = async () =>
      seen(await press(progress, table.services, { command: "progress", action: "since" }, alone(memberId)));
    const list = listIn(await table.run(memberId, "progress"));
    table.clock.advance(30 * 3_600_000);
    expect(await since()).not.toContain(english.progress.since.first.title);
    const [, second = ""] = gamesOf(0);
    await switchTo(memberId, list, new RegExp(`${second}$`));
    expect(await since()).toContain(english.progress.since.first.title);
    table.clock.advance(30 * 3_600_000);
    expect(await since()).not.toContain(english.progress.since.first.title);
  });

  it("chooses among all linked accounts in /account, and for the milestones of one's own", async () => {
    const memberId = somebody();
    await table.link(memberId, 0);
    await table.link(memberId, 1);
    const panel = await table.run(memberId, "account");
    expect(listIn(panel).entries).toHaveLength(3);
    expect(seen(panel)).toMatch(/\(in use\)/);
    const [, second = ""] = gamesOf(0);
    const after = await switchTo(memberId, listIn(panel), new RegExp(`${second}$`));
    expect(chosen(listIn(after))).toContain(second);
    const mine = await press(
      milestones,
      table.services,
      { command: "milestones", action: "mine" },
      alone(memberId),
    );
    const name = table.platform.world.players.name(1);
    const switched = await switchTo(memberId, listIn(mine), name);
    expect(chosen(listIn(switched))).toBe(`Account: ${name}`);
  });

  it("is never offered what is not theirs, nor takes what was crafted", async () => {
    const [ann, ben] = [somebody(), somebody()];
    await table.link(ann, 0);
    await table.link(ben, 1);
    const [theirs] = await table.sessions.store.list(ann);
    const before = JSON.stringify(await table.sessions.store.list(ben));
    for (const value of [`${theirs?.id}/1.5`, "x", "", "/", `${"x".repeat(90)}/1.1`, "once/1.5"]) {
      await press(
        account,
        table.services,
        { command: "account", action: "choose", chosen: value },
        alone(ben),
      );
    }
    expect(JSON.stringify(await table.sessions.store.list(ben))).toBe(before);
    expect(seen(await table.run(ben, "progress"))).not.toContain(PICK);
  });

  it("sees no list where others see the answer", async () => {
    const memberId = somebody();
    await table.link(memberId, 0);
    const shared = await press(
      progress,
      table.services,
      { command: "progress", action: "post", state: { view: "next", rows: "" } },
      { ...alone(memberId), isPrivate: false },
    );
    expect(seen(shared)).not.toContain(PICK);
  });

  it("chooses a session that is used once, which is held no longer for it", async () => {
    const memberId = somebody();
    const confirm = await table.paste(memberId, table.headerOf(0));
    const pending = await table.sessions.waiting.pending.get(memberId);
    if (pending === undefined || !("jar" in pending.value))
      throw new Error(`nothing waits: ${seen(confirm)}`);
    await table.sessions.waiting.useOnce({ secret: pending.secret, value: pending.value });
    table.clock.advance(10 * 60_000);
    const [, second = ""] = gamesOf(0);
    const list = listIn(await table.run(memberId, "vault"));
    const answer = await switchTo(memberId, list, new RegExp(`${second}$`));
    expect(chosen(listIn(answer))).toContain(second);
    table.clock.advance(5 * 60_000 + 1);
    expect(await table.sessions.waiting.once.get(memberId)).toBeUndefined();
    expect(await table.sessions.store.list(memberId)).toEqual([]);
  });
});

function chosen(list: Select): string | undefined {
  return list.entries.find((entry) => entry.chosen)?.label;
}

function listIn(reply: Reply): Select {
  const found = reply.blocks.find(
    (block): block is Select => block.type === "select" && block.placeholder === PICK,
  );
  if (found === undefined) throw new Error(`no list of accounts in:\n${seen(reply)}`);
  return found;
}
