import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { buttonsIn, callOf, markdownIn, seen, selectIn } from "../support/run-command.ts";
import { type LinkTable, openLinkTable } from "./link-harness.ts";
import { ANN, CHANNEL, GUILD, NOW, openRemindTable, type RemindTable } from "./remind-harness.ts";
import { DAY } from "../support/time.ts";
import { english } from "../../src/messages/en.ts";

const HERE = { place: { kind: "guild", guildId: GUILD, channelId: CHANNEL, isInstalledHere: true } } as const;
const YES = english.remind.consent.yes;

let links: LinkTable;
let table: RemindTable;
beforeAll(async () => {
  links = await openLinkTable("neutral");
});
afterAll(() => links.close());
beforeEach(async () => {
  const { linking } = links.services;
  table = await openRemindTable({ linking });
});
afterEach(async () => {
  await links.sessions.store.unlink({ discordId: ANN });
  await table.close();
});

const kept = async () => (await table.services.reminders?.ofMember(ANN)) ?? [];
const isAway = async () => (await links.sessions.store.list(ANN))[0]?.consent.away;

describe("a reminder of a member's own progress", () => {
  it("is suggested only where private commands are on", async () => {
    expect((await table.suggest("what", "claim")).join()).toContain("own:unclaimed");
    const bare = await openRemindTable();
    expect((await bare.suggest("what", "")).join()).not.toContain("own:");
    expect(seen(await bare.create("own:unclaimed", "every day 18:00"))).toContain("are off");
    await bare.close();
  });

  it("is neither suggested nor set in a server that switched such commands off", async () => {
    await links.link(ANN, 0);
    const waiting = await table.create("own:caps", "1 day before the weekly reset");
    table.guild = { arePrivateCommandsOn: false };
    const off = { code: "switched-off" };
    await expect(table.create("own:caps", "every day 18:00", HERE)).rejects.toMatchObject(off);
    await expect(table.press(waiting, YES, HERE)).rejects.toMatchObject(off);
    expect([await kept(), await isAway()]).toEqual([[], false]);
    expect((await table.suggest("what", "", {}, HERE)).join()).not.toContain("own:");
    table.guild = {};
    expect((await table.suggest("what", "", {}, HERE)).join()).toContain("own:caps");
  });

  it("needs a linked account: the button leads to the link, and what was typed waits", async () => {
    const reply = await table.create("own:unclaimed", "every day 18:00");
    const [link] = buttonsIn(reply);
    expect(link).toMatchObject({ press: { command: "link", action: "begin" } });
    const { waiting } = callOf(reply, link?.label ?? "").state ?? {};
    expect(JSON.parse(String(waiting))).toEqual({
      command: "remind new",
      options: { what: "own:unclaimed", when: "every day 18:00" },
    });
    expect(await kept()).toEqual([]);
  });

  it("needs a yes to use while away, which one press gives", async () => {
    await links.link(ANN, 0);
    const reply = await table.create("own:caps", "1 day before the weekly reset");
    expect(markdownIn(reply)).toContain(english.remind.consent.why);
    expect(markdownIn(reply)).toContain("</account:99>");
    expect([await kept(), await isAway()]).toEqual([[], false]);
    const set = await table.press(reply, YES);
    expect(markdownIn(set)).toContain("**When:** 1 day before the weekly reset");
    expect(await isAway()).toBe(true);
    expect(await kept()).toMatchObject([
      {
        content: { subject: { kind: "own", matter: "caps" } },
        rule: { kind: "dated", thing: "reset:week", leadMs: DAY },
        nextAt: NOW + 3 * DAY,
      },
    ]);
  });

  it("asks when after the yes, where nothing was said about it", async () => {
    await links.link(ANN, 0);
    const asking = await table.press(await table.create("own:open-milestones"), YES);
    const phrases = selectIn(asking).entries.map(({ value }) => value);
    expect(phrases).toContain("1 day before the weekly reset");
    for (const phrase of phrases) {
      expect(markdownIn(await table.choose(asking, phrase))).toContain(`**${english.remind.card.set}**`);
    }
  });

  it("of a session that dies needs no time", async () => {
    await links.link(ANN, 0);
    const set = await table.press(await table.create("own:session"), YES);
    expect(markdownIn(set)).toContain(english.remind.card.noNext.watch);
    expect((await kept())[0]?.rule).toEqual({ kind: "watch", what: "session" });
  });

  it("is not set on a dead session", async () => {
    await links.link(ANN, 0);
    const [{ id } = { id: "" }] = await links.sessions.store.list(ANN);
    await links.sessions.store.mark({ discordId: ANN, id }, "dead");
    expect(seen(await table.create("own:unclaimed", "every day 18:00"))).toContain("Your session ended");
    expect(await kept()).toEqual([]);
  });

  it("never leaves direct messages, whatever admins allow", async () => {
    table.guild = { memberRemindersIn: [CHANNEL] };
    await links.link(ANN, 0);
    const card = await table.press(await table.create("own:unclaimed", "every day 18:00", HERE), YES, HERE);
    expect(buttonsIn(card).map(({ label }) => label)).not.toContain(english.remind.card.buttons.here);
    const crafted = { command: "remind", action: "move", state: { id: "id1", to: "here" } };
    expect(seen(await table.act(crafted, HERE))).toContain(english.remind.card["not-here"]);
    expect((await kept())[0]?.destinations).toMatchObject([{ kind: "dm", target: ANN }]);
  });
});

describe("skipping what is done already", () => {
  it("needs the same yes, and keeps the reminder in direct messages", async () => {
    table.guild = { memberRemindersIn: [CHANNEL] };
    await links.link(ANN, 0);
    const card = await table.create("milestone:7", "1 day before it ends", HERE);
    const asking = await table.press(card, english.remind.card.buttons.skip, HERE);
    expect((await kept())[0]?.content.skipIfDone).toBe(false);
    const set = await table.press(asking, YES, HERE);
    expect(markdownIn(set)).toContain(english.remind.card.skip);
    expect((await kept())[0]?.content.skipIfDone).toBe(true);
    expect(buttonsIn(set).map(({ label }) => label)).not.toContain(english.remind.card.buttons.here);
    await table.press(set, english.remind.card.buttons.noSkip, HERE);
    expect((await kept())[0]?.content.skipIfDone).toBe(false);
  });

  it("is not offered for what nobody's data tells of", async () => {
    const card = await table.create("Feed the cat", "every day 18:00");
    expect(buttonsIn(card).map(({ label }) => label)).not.toContain(english.remind.card.buttons.skip);
    await links.link(ANN, 0);
    const crafted = { command: "remind", action: "skip", state: { id: "id1", on: true } };
    expect(markdownIn(await table.act(crafted))).toContain("## Feed the cat");
    expect((await kept())[0]?.content.skipIfDone).toBe(false);
  });
});
