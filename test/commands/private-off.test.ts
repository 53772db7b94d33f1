import { describe, expect, it } from "vitest";

import account from "../../commands/account.ts";
import { help } from "../../commands/index.ts";
import milestones from "../../commands/milestones.ts";
import profile from "../../commands/profile.ts";
import remind from "../../commands/remind.ts";
import trending from "../../commands/trending.ts";
import { helpSections } from "../../src/features/help/view/help.ts";
import { buttonsIn, callsIn, press, run, seen } from "../support/run-command.ts";
import { openTable } from "./platform-harness.ts";

const LINKING = /link an account|linked|<\/(un)?link:|session|cookie|sign in/i;

describe("where private commands are off", () => {
  it("nothing a member reads speaks of linking", async () => {
    const table = await openTable("neutral");
    const asking = { now: table.clock.now(), isPrivate: true };
    const texts: string[] = [];
    for (const [command, options] of [
      [help, {}],
      [account, {}],
      [trending, {}],
      [milestones, {}],
      [profile, {}],
      [profile, { member: "7" }],
      [remind.subcommands?.["list"] ?? help, {}],
    ] as const) {
      const reply = await run(command, table.services, options, asking);
      texts.push(seen(reply), ...buttonsIn(reply).map(({ label }) => label ?? ""));
    }
    for (const action of ["export", "forget", "forgetNow"])
      texts.push(seen(await press(account, table.services, { command: "account", action }, asking)));
    for (const section of helpSections) {
      const call = { command: "help", action: "section", state: { section } };
      texts.push(seen(await press(help, table.services, call, asking)));
    }
    const found = await table.services.platform.userSearch({ name: "a" });
    const shown = await run(profile, table.services, { player: found.data.entries[0]?.membershipId }, asking);
    for (const call of callsIn(shown)) {
      if (call.command === "profile") texts.push(seen(await press(profile, table.services, call, asking)));
    }
    await table.close();
    expect(texts.filter((text) => LINKING.test(text))).toEqual([]);
  });
});
