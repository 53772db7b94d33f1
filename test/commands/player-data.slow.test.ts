import { afterAll, beforeAll, describe, expect, it } from "vitest";

import progress from "../../commands/progress.ts";
import stats from "../../commands/stats.ts";
import { int64 } from "../../src/base/int64.ts";
import type { Reply, Select } from "../../src/discord/reply/reply.ts";
import { english } from "../../src/messages/en.ts";
import { type Asking, buttonsIn, callOf, press, run, seen } from "../support/run-command.ts";
import { openTable, type Table } from "./platform-harness.ts";

/** With the application's key alone: nobody has linked an account, and nobody can. */
describe.each(["neutral", "lookalike"])(
  "another player's data over the embedded platform (%s)",
  (profileName) => {
    let table: Table;
    /** Somebody who shows their progress, and somebody who does not. */
    let open: string;
    let closed: string;
    const asking = (more: Asking = {}): Asking => ({ now: table.clock.now(), isPrivate: true, ...more });
    const ask = (command: typeof progress | typeof stats, options: Record<string, string>) =>
      run(command, table.services, options, asking());

    beforeAll(async () => {
      table = await openTable(profileName);
      const found = await sortedPlayers(table);
      [open, closed] = [found.open, found.closed];
    });
    afterAll(() => table.close());

    it.each(["next", "overview", "milestones"] as const)("shows progress: %s", async (view) => {
      const reply = await ask(progress, { player: open, view });
      expect(seen(reply)).toContain(english.commands.progress.options.view.choices[view]);
      expect(buttonsIn(reply).map(({ label }) => label)).not.toContain(english.progress.since.button);
    });

    it("keeps the player while views, characters and pages are turned", async () => {
      const first = await ask(progress, { player: open });
      const overview = await choose(first, "view", "overview");
      const title = await nameOf(table, open);
      expect(seen(overview)).toContain(title);
      const back = await choose(overview, "view", "next");
      expect(seen(back)).toContain(title);
    });

    it("shows statistics of all time and over time, and exports them", async () => {
      const all = await ask(stats, { player: open });
      expect(seen(all)).toContain(await nameOf(table, open));
      const week = await choose(all, "period", "week", stats);
      expect(seen(week)).toContain(english.commands.stats.options.period.choices.week);
      const csv = buttonsIn(all).find(({ label }) => label === english.stats.exportCsv);
      if (csv?.type !== "action") throw new Error("no export");
      const file = await press(stats, table.services, csv.press, asking());
      expect(file.blocks.some(({ type }) => type === "file")).toBe(true);
    });

    it("can be shared like one's own, under the player's name", async () => {
      const name = await nameOf(table, open);
      const share = async (command: typeof progress | typeof stats) => {
        const call = callOf(await ask(command, { player: open }), english.progress.share.button);
        const asked = await press(command, table.services, call, asking());
        if (command === stats) return asked;
        const [first] = selectOf(asked, "pick").entries;
        return choose(asked, "pick", first?.value ?? "");
      };
      for (const command of [progress, stats]) {
        const post = callOf(await share(command), english.progress.share.post);
        const posted = await press(command, table.services, post, asking());
        const shown = seen(posted.post ?? { blocks: [] });
        expect(shown).toContain(name);
        expect(shown).not.toContain(english.progress.share.by(name));
      }
    });

    it("respects what a player keeps private", async () => {
      const reply = await ask(progress, { player: closed });
      expect(seen(reply)).toContain(english.profile.keepsPrivate.title(await nameOf(table, closed)));
      expect(reply.isForAsker).toBe(true);
    });

    it("offers those a name fits, and goes on with the one chosen", async () => {
      const several = await ask(progress, { player: "a" });
      const [first] = selectOf(several, "player").entries;
      const chosen = await choose(several, "player", first?.value ?? "");
      expect(seen(chosen)).toMatch(
        new RegExp(`${english.commands.progress.options.view.choices.next}|private|played yet`),
      );
    });

    it("says so where nobody is called so, and asks whose where nobody was named", async () => {
      expect(seen(await ask(stats, { player: "zzzzzz" }))).toContain("zzzzzz");
      expect(seen(await ask(stats, {}))).toContain(english.profile.whose.title);
      expect(seen(await ask(progress, {}))).toContain(english.profile.whose.title);
    });

    const choose = (
      reply: Reply,
      action: string,
      chosen: string,
      command: typeof progress | typeof stats = progress,
    ) => press(command, table.services, { ...selectOf(reply, action).choose, chosen }, asking());
  },
);

function selectOf(reply: Reply, action: string): Select {
  const found = reply.blocks.find((block) => block.type === "select" && block.choose.action === action);
  if (found?.type !== "select") throw new Error(`no list of ${action}`);
  return found;
}

async function nameOf({ services }: Table, id: string): Promise<string> {
  const { data } = await services.platform.userById({ membershipId: int64(id) });
  return data.displayName ?? "";
}

async function sortedPlayers({ services: { platform } }: Table) {
  let open: string | undefined;
  let closed: string | undefined;
  for (const prefix of "abcdefghijklmnopqrstuvwxyz") {
    for (const user of (await platform.userSearch({ name: prefix })).data.entries) {
      const [account] = (await platform.accountsOf({ membershipId: user.membershipId })).data;
      if (account === undefined || user.isDeleted === true) continue;
      const { data, privacy } = (await platform.progression(account)).data;
      if (Object.keys(data ?? {}).length > 0) open ??= user.membershipId;
      else if (privacy === 2) closed ??= user.membershipId;
      if (open !== undefined && closed !== undefined) return { open, closed };
    }
  }
  return { open: open ?? "", closed: closed ?? "" };
}
