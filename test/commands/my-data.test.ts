import { afterAll, beforeAll, describe, expect, it } from "vitest";

import account from "../../commands/account.ts";
import { createMemberSettingsStore } from "../../src/features/posts/store/member-rows.ts";
import type { ReminderService } from "../../src/features/posts/reminder-service.ts";
import { controlStates } from "../../src/storage/control-states.ts";
import type { Services } from "../../src/features/services.ts";
import type { Reply } from "../../src/discord/reply/reply.ts";
import { withCards } from "../support/drawn-cards.ts";
import { type Asking, callOf, press, run, seen, selectIn } from "../support/run-command.ts";
import { type LinkTable, openLinkTable } from "./link-harness.ts";
import { english } from "../../src/messages/en.ts";

const ME = "900000000000000001";
const FAR = Date.parse("2040-01-01T00:00:00Z");
const asking: Asking = { member: { id: ME }, isPrivate: true };

/** What a member has, as a book of reminders knows it. */
function bookOf(members: Record<string, readonly { readonly id: string }[]>): ReminderService {
  return {
    ofMember: async (memberId: string) => members[memberId] ?? [],
    signUpsOf: async (memberId: string) =>
      (members[memberId] ?? []).map(({ id }) => ({ reminderId: id, slot: FAR, joinedAt: FAR, comes: true })),
    forgetMember: async (memberId: string) => {
      const count = members[memberId]?.length ?? 0;
      members[memberId] = [];
      return count;
    },
  } as unknown as ReminderService;
}

describe("what is kept of a member", () => {
  let table: LinkTable;
  beforeAll(async () => {
    table = await openLinkTable("neutral");
  });
  afterAll(() => table.close());

  const servicesWith = (without: readonly (keyof Services)[] = []): Services => {
    const reminders = bookOf({ [ME]: [{ id: "r1" }], other: [{ id: "r2" }] });
    const memberSettings = createMemberSettingsStore(table.database.queries, table.clock);
    const states = controlStates(table.database.queries);
    const all: Services = { ...table.services, reminders, memberSettings, controlStates: states };
    return { ...all, ...Object.fromEntries(without.map((name) => [name, undefined])) };
  };

  it("is all in the export, without a secret, and gone once forgotten", async () => {
    const services = servicesWith();
    await table.link(ME, 0);
    await services.memberSettings?.change(ME, { zone: "Europe/Oslo" });
    await controlStates(table.database.queries).put("search=night market", FAR, ME);
    await controlStates(table.database.queries).put("search=somebody else", FAR, "other");
    const before = exportedIn(
      await press(account, services, { command: "account", action: "export" }, asking),
    );
    expect(before).toMatchObject({
      sessions: [{ cookies: { portalatk: "[secret]" } }],
      reminders: [{ id: "r1" }],
      signUps: [{ announcement: "r1", posted: new Date(FAR).toISOString(), comes: true }],
      settings: { zone: "Europe/Oslo" },
      foundIn: [],
    });
    expect(before).toHaveProperty("buttons", [
      { remembers: { search: "night market" }, until: new Date(FAR).toISOString() },
    ]);
    const forgotten = seen(
      await press(account, services, { command: "account", action: "forgetNow" }, asking),
    );
    expect(forgotten).toContain(english.account.data.gone("1", "0", "0", "1"));
    const after = exportedIn(
      await press(account, services, { command: "account", action: "export" }, asking),
    );
    expect(after).toMatchObject({
      sessions: [],
      reminders: [],
      signUps: [],
      settings: {},
      recentPlayers: [],
    });
  });

  it("is how pictures look, chosen where any are drawn, and taken back", async () => {
    const services = { ...withCards(servicesWith()).services, linking: undefined };
    const { choose, entries } = selectIn(await run(account, services, {}, asking));
    expect(entries.find(({ chosen }) => chosen)?.value).toBe("server");
    const light = await press(account, services, { ...choose, chosen: "light" }, asking);
    expect(selectIn(light).entries.find(({ chosen }) => chosen)?.value).toBe("light");
    expect(await services.memberSettings.of(ME)).toEqual({ cardMode: "light" });
    await press(account, services, { ...choose, chosen: "server" }, asking);
    expect(await services.memberSettings.of(ME)).toEqual({});
  });

  it("can be seen and forgotten where private commands are off, too", async () => {
    const services = servicesWith(["linking"]);
    const panel = await run(account, services, {}, asking);
    const exported = exportedIn(
      await press(account, services, callOf(panel, english.account.data.export), asking),
    );
    expect(exported).toMatchObject({ discordId: ME, reminders: [{ id: "r1" }] });
    expect(exported).not.toHaveProperty("sessions");
    await press(account, services, callOf(panel, english.account.data.forget), asking);
    const forgotten = seen(
      await press(account, services, { command: "account", action: "forgetNow" }, asking),
    );
    expect(forgotten).toContain("Reminders: 1");
  });
});

function exportedIn(reply: Reply): unknown {
  const file = reply.blocks.find((block) => block.type === "file");
  if (file?.type !== "file") throw new Error("no file");
  return JSON.parse(new TextDecoder().decode(file.file.bytes));
}
