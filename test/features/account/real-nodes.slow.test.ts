import { afterEach, beforeEach, expect, it, onTestFinished } from "vitest";

import { MovableClock } from "../../../src/base/clock.ts";
import { silentLog } from "../../../src/base/log.ts";
import { Secret } from "../../../src/base/secret.ts";
import { createGuildSettingsStore } from "../../../src/features/servers/store/guild-settings-store.ts";
import { link } from "../../../src/messages/en/link.ts";
import { openDatabase } from "../../../src/cluster/open-database.ts";
import type { Database } from "../../../src/storage/database.ts";
import { openSessionTable, type SessionTable } from "../../commands/link-harness.ts";
import { type AuthorizationServer, startAuthorizationServer } from "../../support/authorization-server.ts";
import { openCutter } from "../../support/cut-connections.ts";
import { describeOnPostgres } from "../../support/databases.ts";
import { seen } from "../../support/run-command.ts";
import { HOUR } from "../../support/time.ts";
import { CLIENT_SECRET } from "../../support/token-platform.ts";

const ANN = "900000000000000001";

describeOnPostgres("two processes that know each other through the server", (urls) => {
  let server: AuthorizationServer;
  let url: string;
  let databases: readonly Database[];
  let tables: readonly SessionTable[];
  let clock: MovableClock;

  beforeEach(async () => {
    server = await startAuthorizationServer();
    clock = new MovableClock();
    url = await urls.fresh();
    const first = await openDatabase({ url, isShared: true });
    databases = [first, await openDatabase({ url, isShared: true })];
    const options = { profile: server.profile, clock, clientSecret: new Secret(CLIENT_SECRET) };
    const one = await openSessionTable({ ...options, database: first });
    tables = [one, await openSessionTable({ ...options, beside: one, nodes: databases[1]?.nodes })];
  });
  afterEach(async () => {
    for (const table of tables) await table.close();
    for (const database of databases) await database.close();
    await server.close();
  });

  it("renew tokens once, and leave no lease that is held", async () => {
    const [one, two] = tables;
    if (one === undefined || two === undefined) throw new Error("two are open");
    const begun = await one.sessions.waiting.signIns.put(ANN, one.sessions.oauth?.begin() ?? never());
    const confirm = await two.paste(ANN, await server.signIn(begun.value.address));
    await one.press(ANN, confirm, link.confirm.keep);
    clock.advance(HOUR);
    server.asked.length = 0;
    const runs = Array.from({ length: 6 }, (_, at) => (at % 2 === 0 ? one : two).run(ANN, "vault"));
    for (const reply of await Promise.all(runs)) expect(seen(reply)).toContain("## Vault");
    expect(server.asked).toHaveLength(1);
    clock.advance(HOUR);
    expect(seen(await two.run(ANN, "vault"))).toContain("## Vault");
    expect(server.asked).toHaveLength(2);
  });

  it("see a server's settings with the second look at the latest, and look each second", async () => {
    const cutter = await openCutter(url);
    const [first] = databases;
    const second = await openDatabase({ url: cutter.url, isShared: true });
    onTestFinished(async () => {
      await second.close();
      await cutter.close();
    });
    const open = async (database = second) => {
      const store = await createGuildSettingsStore({ database, clock, log: silentLog });
      onTestFinished(() => store.close());
      return store;
    };
    const [one, two] = [await open(first), await open()];
    let [looks, seenAt] = [0, 0];
    cutter.onSaid = (said) => void (looks += said.includes("from changes") ? 1 : 0);
    second.nodes.onChange("guilds", () => void (seenAt = looks));
    expect(await one.change({ guildId: "10", revision: 0, by: "1" }, { publicIn: ["20"] })).toBe(true);
    const before = looks;
    await expect.poll(() => two.of("10").publicIn).toEqual(["20"]);
    expect(seenAt - before).toBeLessThanOrEqual(2);
  });
});

function never(): never {
  throw new Error("this profile has OAuth");
}
