import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { RoleToggle } from "../../src/features/posts/engine/role-toggle.ts";
import { silentLog } from "../../src/base/log.ts";
import { createBotRest } from "../../src/discord/rest/bot-rest.ts";
import { createMemberRoles } from "../../src/discord/rest/member-roles.ts";
import { RefusalBreaker } from "../../src/discord/rest/refusal-breaker.ts";
import { LocalClient } from "../support/local-client.ts";
import { type LocalDiscord, startDiscord } from "../../src/playground/discord/start.ts";
import { BOT_PERMISSIONS, Ids } from "../../src/playground/discord/world/default-world.ts";
import { type AnnounceTable, openAnnounceTable } from "./announce-harness.ts";
import { markdownIn } from "../support/run-command.ts";
import { GUILD, NOW } from "./remind-harness.ts";
import { DAY, HOUR } from "../support/time.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { english } from "../../src/messages/en.ts";

const PLAYER = { member: { id: Ids.player, isAdmin: false, roleIds: [] as string[] } };
const MANAGE_ROLES = 1n << 28n;
const MANAGE_MESSAGES = String(1n << 13n);
const FAIR = "ritual:3:fair";
const POWERS = [
  ["“Manage Server”", 1n << 5n],
  ["“Priority Speaker”", 1n << 8n],
  ["“Create Events”", 1n << 44n],
  ["“Pin Messages”", 1n << 51n],
  ["“Bypass Slowmode”", 1n << 52n],
  ["what Discord adds one day", 1n << 61n],
] as const;

let discord: LocalDiscord;
let people: LocalClient;
let roles: RoleToggle;
let table: AnnounceTable;
let clock: ManualClock;
beforeEach(async () => {
  clock = new ManualClock(Date.now());
  discord = await startDiscord({ port: 0, clock, log: silentLog, rateLimits: "off" });
  people = new LocalClient(discord.url);
  const breaker = new RefusalBreaker({ clock });
  const rest = createBotRest({ apiUrl: discord.url, breaker }).setToken(discord.token);
  roles = new RoleToggle({ roles: createMemberRoles({ rest, clock }), clock, log: silentLog });
  table = await openAnnounceTable({ roleToggle: roles });
});
afterEach(async () => {
  await roles.stop();
  await table.close();
  await people.close();
  await discord.close();
});

const first = async () => {
  const [kept] = await table.kept();
  if (kept === undefined) throw new Error("nothing was kept");
  return kept;
};
const offer = async (asking: object = PLAYER) =>
  table.act({ command: "announce", action: "offer", state: { id: (await first()).id } }, asking);
const chooseRole = async (chosen: string, asking?: object) => {
  const panel = await table.create({ what: FAIR, when: "when it starts" });
  const shown = await table.press(panel, english.announce.button.title, asking);
  const select = shown.blocks.find((block) => block.type === "roles");
  if (select?.type !== "roles") throw new Error("no roles to choose from");
  return table.act({ ...select.choose, chosen }, asking);
};
const ofPlayer = async () => (await table.services.reminders?.ofMember(Ids.player)) ?? [];

describe("the public button of an announcement", () => {
  it("is there for what has dates, can be switched off, and on again", async () => {
    const panel = await table.create({ what: FAIR, when: "when it starts" });
    expect((await first()).content.offers).toEqual({});
    const shown = await table.press(panel, english.announce.button.title);
    const off = await table.press(shown, "No button");
    expect((await first()).content.offers).toBeUndefined();
    expect(markdownIn(await offer())).toContain(english.announce.offer.off.title);
    await table.press(
      await table.press(off, english.announce.button.title),
      english.announce.button.personal,
    );
    expect((await first()).content.offers).toEqual({});
  });

  it("sets one reminder of one's own, shortly before the start, however often it is pressed", async () => {
    await table.create({ what: FAIR, when: "1 day before it starts" });
    const replies = await Promise.all([offer(), offer(), offer()]);
    expect(markdownIn(replies[0])).toContain("The autumn fair");
    const [mine, ...others] = await ofPlayer();
    expect(others).toEqual([]);
    expect(mine).toMatchObject({
      destinations: [{ kind: "dm", target: Ids.player }],
      content: { purpose: "personal", subject: { kind: "ritual", id: "fair" } },
      rule: { kind: "dated", thing: FAIR, edge: "start" },
    });
    const before = NOW + 2 * DAY - (mine?.nextAt ?? 0);
    expect(before).toBeGreaterThanOrEqual(10 * 60_000);
    expect(before).toBeLessThan(15 * 60_000);
  });

  it("takes what helps next: before the end once it has begun, nothing once it is over", async () => {
    await table.create({ what: FAIR, when: "1 day before it ends" });
    table.clock.at = NOW + 3 * DAY;
    await offer();
    const [mine] = await ofPlayer();
    expect(mine?.rule).toMatchObject({ edge: "end" });
    expect(NOW + 9 * DAY - (mine?.nextAt ?? 0)).toBeGreaterThanOrEqual(HOUR);
    table.clock.at = NOW + 10 * DAY;
    expect(markdownIn(await offer({ member: { id: Ids.newcomer } }))).toContain(
      english.announce.offer.over.title,
    );
  });

  it("spreads those who press over the minutes before", async () => {
    await table.create({ what: FAIR, when: "1 day before it starts" });
    for (let count = 0; count < 60; count += 1) await offer({ member: { id: `9${count}`, isAdmin: false } });
    const rows = await table.database.queries
      .selectFrom("reminders")
      .select("next_slot")
      .where("purpose", "=", "personal")
      .execute();
    expect(new Set(rows.map(({ next_slot }) => Math.floor((next_slot ?? 0) / 60_000))).size).toBeGreaterThan(
      3,
    );
  });

  it("says when somebody has all the reminders they can have", async () => {
    await table.create({ what: FAIR, when: "1 day before it starts" });
    for (let count = 0; count < 25; count += 1) {
      await table.services.reminders?.make({
        ownerId: Ids.player,
        destinations: [{ kind: "dm", target: Ids.player }],
        rule: { kind: "once", zone: "UTC", date: "2027-01-01", time: `10:${10 + count}` },
        content: {
          purpose: "personal",
          subject: { kind: "note", text: "x" },
          title: "x",
          locale: "en-US",
          zone: "UTC",
          skipIfDone: false,
          publish: false,
        },
      });
    }
    expect(markdownIn(await offer())).toContain("25");
    expect(await ofPlayer()).toHaveLength(25);
  });

  it("is of the server it stands in, and says when the announcement is gone", async () => {
    await table.create({ what: FAIR, when: "1 day before it starts" });
    const elsewhere = { ...PLAYER, place: { guildId: "710000000000000009" } };
    expect(markdownIn(await offer(elsewhere))).toContain("is gone");
    const { id } = await first();
    await table.services.reminders?.remove(id);
    const reply = await table.act({ command: "announce", action: "offer", state: { id } }, PLAYER);
    expect(markdownIn(reply)).toContain("is gone");
    expect(markdownIn(await table.act({ command: "announce", action: "offer" }, PLAYER))).toContain(
      "is gone",
    );
  });

  it("makes of no member's own reminder something for others", async () => {
    await table.create({ what: FAIR, when: "1 day before it starts" });
    await offer();
    const [mine] = await ofPlayer();
    const state = { id: mine?.id };
    for (const action of ["offer", "off", "panel", "pause", "test"]) {
      expect(
        markdownIn(await table.act({ command: "announce", action, state: { ...state, rev: 1 } })),
      ).toContain("is gone");
    }
  });
});

describe("a public button that gives a role", () => {
  it.each([
    ["everyone's", GUILD, english.announce.button.refused.everyone],
    ["one with powers", Ids.moderatorRole, english.announce.button.refused.powerful],
    ["a bot's", Ids.harbourBotRole, english.announce.button.refused.managed],
    ["one that is not there", "999", english.announce.refused.unknownRole],
  ])("is refused for %s", async (_, role, words) => {
    expect(markdownIn(await chooseRole(role))).toContain(words);
    expect((await first()).content.offers).toEqual({});
  });

  it.each([
    ["lacks Manage Roles", { id: Ids.newcomer, roleIds: [] }, "Manage Roles"],
    ["is the owner", { id: Ids.admin, roleIds: [] }, undefined],
    ["stands above it", { id: "5", roleIds: [Ids.adminRole] }, undefined],
  ])("is judged by whether who chose it %s", async (_, member, words) => {
    const reply = await chooseRole(Ids.pingRole, { member });
    expect((await first()).content.offers).toEqual(
      words === undefined ? { roleId: Ids.pingRole, byId: member.id } : {},
    );
    expect(markdownIn(reply)).toContain(words ?? "gives or removes");
  });

  it.each(POWERS)("is refused for a role that has %s", async (_, bit) => {
    const permissions = String(bit);
    await people.setRolePermissions({ server: Ids.harbour, role: Ids.pingRole, permissions });
    await chooseRole(Ids.pingRole, { member: { id: Ids.admin } });
    expect((await first()).content.offers).toEqual({});
  });

  it("is refused for a role that has a power in a channel", async () => {
    await people.setOverwrite({
      channel: Ids.general,
      target: Ids.pingRole,
      allow: MANAGE_MESSAGES,
      deny: "0",
    });
    await chooseRole(Ids.pingRole, { member: { id: Ids.admin } });
    expect((await first()).content.offers).toEqual({});
  });

  it.each([
    ["in the server", () => powered({ permissions: String(1n << 5n) })],
    ["of a kind that Discord adds one day", () => powered({ permissions: String(1n << 60n) })],
    [
      "in a channel",
      () =>
        people.setOverwrite({
          channel: Ids.general,
          target: Ids.pingRole,
          allow: MANAGE_MESSAGES,
          deny: "0",
        }),
    ],
  ])("gives no role that was harmless when chosen and has powers by now %s", async (_, give) => {
    await allow();
    await chooseRole(Ids.pingRole, { member: { id: Ids.admin } });
    await offer({ member: { id: Ids.newcomer, roleIds: [] } });
    await give();
    clock.at += 10_000;
    expect(markdownIn(await offer())).toContain("Server admins are told");
    expect(await rolesOfPlayer()).not.toContain(Ids.pingRole);
    expect(table.told).toEqual([expect.objectContaining({ ownerId: Ids.admin, what: "role-refused" })]);
  });

  it("gives no role any more whose chooser may not have it given", async () => {
    await allow();
    await people.setMemberRoles({ server: Ids.harbour, person: Ids.moderator, roles: [Ids.adminRole] });
    await chooseRole(Ids.pingRole, { member: { id: Ids.moderator, roleIds: [Ids.adminRole] } });
    await offer({ member: { id: Ids.newcomer, roleIds: [] } });
    await people.setMemberRoles({ server: Ids.harbour, person: Ids.moderator, roles: [] });
    clock.at += 10_000;
    await offer();
    expect(await rolesOfPlayer()).not.toContain(Ids.pingRole);
  });

  it("gives the role and takes it again", async () => {
    await allow();
    await chooseRole(Ids.pingRole, { member: { id: Ids.admin } });
    expect(markdownIn(await offer())).toContain(`You have <@&${Ids.pingRole}> now`);
    expect(await rolesOfPlayer()).toContain(Ids.pingRole);
    const has = { member: { ...PLAYER.member, roleIds: [Ids.pingRole] } };
    expect(markdownIn(await offer(has))).toContain("no longer");
    expect(await rolesOfPlayer()).not.toContain(Ids.pingRole);
  });

  it.each([
    ["the bot lacks Manage Roles", Ids.pingRole, async () => {}],
    [
      "the bot's role stands below",
      Ids.adminRole,
      async () => {
        await allow();
        await people.setRolePermissions({ server: Ids.harbour, role: Ids.adminRole, permissions: "0" });
      },
    ],
  ])("says so as soon as the role is chosen where %s", async (_, role, prepare) => {
    await prepare();
    const panel = await chooseRole(role, { member: { id: Ids.admin } });
    expect(markdownIn(panel)).toContain("drag its role above");
    await allow();
    await people.setRolePermissions({ server: Ids.harbour, role: Ids.adminRole, permissions: "0" });
    const again = await table.press(panel, "Try again");
    expect(markdownIn(again).includes("drag its role above")).toBe(role === Ids.adminRole);
  });

  it("has no trouble where the bot can give the role", async () => {
    await allow();
    const panel = await chooseRole(Ids.pingRole, { member: { id: Ids.admin } });
    expect(markdownIn(panel)).not.toContain("Problem");
  });

  it("says plainly that it may not, and tells admins how to mend it until it is", async () => {
    await chooseRole(Ids.pingRole, { member: { id: Ids.admin } });
    expect(markdownIn(await offer())).toContain("Server admins are told");
    await offer({ member: { id: Ids.newcomer, roleIds: [] } });
    expect(table.told).toEqual([expect.objectContaining({ ownerId: Ids.admin, what: "role-refused" })]);
    const list = markdownIn(await table.list());
    expect(list).toContain("Manage Roles");
    const panel = await table.act({
      command: "announce",
      action: "panel",
      state: { id: (await first()).id },
    });
    expect(markdownIn(panel)).toContain("drag its role above");
    await allow();
    const mended = await table.press(panel, "Try again");
    expect(markdownIn(mended)).not.toContain("Problem");
    expect(markdownIn(await offer())).toContain("You have");
  });

  it("tells whoever was put off when the role can't be given after all", async () => {
    await chooseRole(Ids.pingRole, { member: { id: Ids.admin } });
    await people.addFault({ kind: "slow", route: "PUT /guilds/**", ms: 150 });
    const crowd = Array.from({ length: 30 }, (_, index) =>
      offer({ member: { id: `9${index}`, isAdmin: false, roleIds: [] } }),
    );
    const last = markdownIn((await Promise.all(crowd)).at(-1) ?? { blocks: [] });
    expect(last).toContain("in a moment");
    await expect
      .poll(() => table.updated.map(markdownIn))
      .toContainEqual(expect.stringContaining("can't give"));
  });

  it("says that Discord does not answer, where it doesn't", async () => {
    await chooseRole(Ids.pingRole, { member: { id: Ids.admin } });
    await people.addFault({ kind: "answer", route: "PUT /guilds/**", status: 503, times: 10 });
    expect(markdownIn(await offer())).toContain(english.announce.offer.unreachable.toString());
  });
});

function powered({ permissions }: { readonly permissions: string }) {
  return people.setRolePermissions({ server: Ids.harbour, role: Ids.pingRole, permissions });
}

/** Gives the bot Manage Roles. */
async function allow(): Promise<void> {
  const permissions = String(BOT_PERMISSIONS | MANAGE_ROLES);
  await people.setRolePermissions({ server: Ids.harbour, role: Ids.harbourBotRole, permissions });
}

async function rolesOfPlayer(): Promise<readonly string[]> {
  const { servers } = await people.home({ as: Ids.player });
  const harbour = servers.find(({ id }) => id === Ids.harbour);
  return harbour?.members.find(({ id }) => id === Ids.player)?.roles ?? [];
}
