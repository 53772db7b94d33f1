import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { silentLog } from "../../src/base/log.ts";
import { createBotRest } from "../../src/discord/rest/bot-rest.ts";
import { createMemberRoles } from "../../src/discord/rest/member-roles.ts";
import { RefusalBreaker } from "../../src/discord/rest/refusal-breaker.ts";
import { RoleToggle } from "../../src/features/posts/engine/role-toggle.ts";
import { readProgress } from "../../src/game/progress.ts";
import { readAccountStats } from "../../src/game/stats.ts";
import { english } from "../../src/messages/en.ts";
import { type LocalDiscord, startDiscord } from "../../src/playground/discord/start.ts";
import { BOT_PERMISSIONS, Ids } from "../../src/playground/discord/world/default-world.ts";
import type { PrivateData } from "../../src/sessions/use/private-data.ts";
import { LocalClient } from "../support/local-client.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { callOf, markdownIn } from "../support/run-command.ts";
import { type AnnounceTable, openAnnounceTable } from "./announce-harness.ts";
import { type LinkTable, openLinkTable } from "./link-harness.ts";

const { button, needs, offer } = english.announce;
const FAIR = "ritual:3:fair";
/** How long what Discord said of roles is believed. */
const SEEN_FOR_MS = 10_000;
const MANAGE_ROLES = 1n << 28n;

let clock: ManualClock;
let discord: LocalDiscord;
let people: LocalClient;
let link: LinkTable;
let roles: RoleToggle;
let table: AnnounceTable;
beforeEach(async () => {
  clock = new ManualClock(Date.now());
  discord = await startDiscord({ port: 0, clock, log: silentLog, rateLimits: "off" });
  people = new LocalClient(discord.url);
  const rest = createBotRest({ apiUrl: discord.url, breaker: new RefusalBreaker({ clock }) });
  roles = new RoleToggle({
    roles: createMemberRoles({ rest: rest.setToken(discord.token), clock }),
    clock,
    log: silentLog,
  });
  link = await openLinkTable("neutral");
  const { linking, platform, profile } = link.services;
  table = await openAnnounceTable({ roleToggle: roles, linking, platform, profile });
  const own = { server: Ids.harbour, role: Ids.harbourBotRole };
  await people.setRolePermissions({ ...own, permissions: String(BOT_PERMISSIONS | MANAGE_ROLES) });
});
afterEach(async () => {
  await roles.stop();
  await table.close();
  await link.close();
  await people.close();
  await discord.close();
});

const kept = async () => {
  const [first] = await table.kept();
  if (first === undefined) throw new Error("nothing was kept");
  return first;
};
/** Has the button give a role for this. */
async function need(fields: Readonly<Record<string, string>>) {
  const panel = await table.create({ what: FAIR, when: "when it starts" }, ADMIN);
  const choice = await table.press(panel, button.title, ADMIN);
  const select = choice.blocks.find((block) => block.type === "roles");
  if (select?.type !== "roles") throw new Error("no roles to choose from");
  await table.act({ ...select.choose, chosen: Ids.pingRole }, ADMIN);
  const again = await table.act(
    { command: "announce", action: "button", state: { id: (await kept()).id, page: 0 } },
    ADMIN,
  );
  return table.submit(callOf(again, needs.form.title), fields, ADMIN);
}
const press = async (roleIds: readonly string[] = []) => {
  const member = { id: Ids.player, isAdmin: false, roleIds };
  const { id } = await kept();
  const reply = await table.act(
    { command: "announce", action: "offer", state: { id } },
    { member, place: { guildId: Ids.harbour } },
  );
  return { reply, words: markdownIn(reply) };
};
const ADMIN = {
  member: { id: Ids.admin, isAdmin: true, roleIds: [Ids.adminRole] },
  place: { guildId: Ids.harbour },
};
const role = `<@&${Ids.pingRole}>`;
const given = String(offer.given(role as never));
const open = async (): Promise<PrivateData> => {
  const own = await link.services.linking?.openPrivate(
    { member: { id: Ids.player }, signal: new AbortController().signal },
    "test",
  );
  if (own === undefined) throw new Error("nothing is linked");
  return own;
};
const waiting = { signal: new AbortController().signal };

describe("a role for what an account shows", () => {
  it("is given to those who linked one, and taken by another press", async () => {
    await need({ kind: "linked" });
    expect((await kept()).content.offers).toMatchObject({ roleId: Ids.pingRole, needs: { kind: "linked" } });
    const before = await press();
    expect(before.words).toContain(needs.unlinked);
    expect(callOf(before.reply, english.link.button)).toMatchObject({ command: "link" });
    await link.link(Ids.player, 0);
    expect((await press()).words).toContain("Press again to give it back");
    expect((await press([Ids.pingRole])).words).toContain("Press again to get it back");
  });

  it("is given for a level, and says what the account shows where that is less", async () => {
    await link.link(Ids.player, 0);
    const reading = readProgress((await (await open()).progression(waiting)).data);
    if (reading.state !== "shown") throw new Error("no progress");
    const levels = reading.characters.flatMap(({ progressions }) =>
      progressions.flatMap(({ level }) => level ?? []),
    );
    const highest = Math.max(...levels);
    await need({ kind: "level", least: String(highest + 1) });
    const { words } = await press();
    expect(words).toContain(String(needs.has(String(highest))));
    expect(words).not.toContain(given);
    const [announcement] = await table.kept();
    await table.submit(
      callOf(
        await table.act(
          { command: "announce", action: "button", state: { id: announcement?.id ?? "", page: 0 } },
          ADMIN,
        ),
        needs.form.title,
      ),
      { kind: "level", least: String(highest) },
      ADMIN,
    );
    expect((await press()).words).toContain("Press again to give it back");
  });

  it("is given for a statistic by its name", async () => {
    await link.link(Ids.player, 0);
    const { merged, modes } = readAccountStats((await (await open()).statsAccount(waiting)).data);
    const stat = (merged ?? modes[0]?.table)?.stats.find(
      ({ kind, total }) => kind === "count" && total.value >= 1,
    );
    if (stat === undefined) throw new Error("no statistic");
    await need({ kind: "stat", of: stat.id, least: "1" });
    expect((await press()).words).toContain("Press again to give it back");
  });

  it("can't be told where the platform shows no such statistic", async () => {
    await link.link(Ids.player, 0);
    await need({ kind: "stat", of: "lanterns swallowed whole", least: "1" });
    expect((await press()).words).toContain(needs.unknown);
  });

  it("is given for a milestone that is done, and for no other", async () => {
    await link.link(Ids.player, 0);
    const reading = readProgress((await (await open()).progression(waiting)).data);
    if (reading.state !== "shown") throw new Error("no progress");
    const all = reading.characters.flatMap(({ milestones }) => milestones);
    const isDone = (hash: number) =>
      all.some((one) => one.hash === hash && ["done", "claimable"].includes(one.state));
    const done = all.find(({ hash }) => isDone(hash));
    const left = all.find(({ hash, state }) => state === "open" && !isDone(hash));
    if (done === undefined || left === undefined) throw new Error("nothing is done, or nothing is left");
    table.things.push(
      { subject: { kind: "milestone", hash: done.hash }, label: "The done one" },
      { subject: { kind: "milestone", hash: left.hash }, label: "The open one" },
    );
    const refused = await need({ kind: "milestone", of: "No such milestone" });
    expect(markdownIn(refused)).toContain(needs.refused.milestone);
    const form = callOf(refused, english.shared.buttons.mend);
    await table.submit(form, { kind: "milestone", of: "the open one" }, ADMIN);
    expect((await press()).words).toContain(needs.open);
    await table.submit(
      { ...form, state: { ...form.state, rev: (await kept()).revision } },
      { kind: "milestone", of: "the done one" },
      ADMIN,
    );
    expect((await press()).words).toContain("Press again to give it back");
  });

  it.each([
    [{ kind: "level" }, needs.refused.least],
    [{ kind: "stat", least: "5" }, needs.refused.of],
    [{ kind: "stat", of: "wins", least: "many" }, needs.refused.least],
  ])("is not set by what nobody can check: %j", async (fields, why) => {
    expect(markdownIn(await need(fields as never))).toContain(why);
    expect((await kept()).content.offers?.needs).toBeUndefined();
  });

  it("keeps what it takes where another role is picked, and takes it back", async () => {
    await need({ kind: "linked" });
    const choice = await table.act(
      { command: "announce", action: "button", state: { id: (await kept()).id, page: 0 } },
      ADMIN,
    );
    expect(markdownIn(choice)).toContain("a linked account");
    await table.submit(callOf(choice, needs.form.title), { kind: "none" }, ADMIN);
    expect((await kept()).content.offers).toEqual({ roleId: Ids.pingRole, byId: Ids.admin });
    expect((await press()).words).toContain("Press again to give it back");
  });

  it("is not given by Discord's word alone: a role that has gained powers is refused after the check", async () => {
    await need({ kind: "linked" });
    await link.link(Ids.player, 0);
    await people.setRolePermissions({
      server: Ids.harbour,
      role: Ids.pingRole,
      permissions: String(1n << 5n),
    });
    clock.at += SEEN_FOR_MS;
    expect((await press()).words).toContain("right now");
  });
});
