import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { SeenMessage } from "../../src/playground/discord/local-api.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { Permission } from "../../src/playground/discord/world/permissions.ts";
import { type Member, textOf } from "../support/member.ts";
import { HARBOUR_NEWS } from "./scenario.ts";
import { openFixture, type OpenedFixture } from "./open-fixture.ts";
import { english } from "../../src/messages/en.ts";

let left: OpenedFixture;
beforeAll(async () => {
  left = await openFixture("0.1.0");
});
afterAll(() => left.close());

const moveTo = (at: string) => left.harness.clock.moveTo(Date.parse(at));

async function first(...where: Parameters<OpenedFixture["saying"]>): Promise<SeenMessage> {
  const [found] = await left.saying(...where);
  if (found === undefined) throw new Error(`nothing says ${where[0]}`);
  return found;
}

/** What the pictures of a message say, to whoever doesn't see them. */
function picturesOf({ message }: SeenMessage): string {
  return message.attachments.map(({ description = "" }) => description).join("\n");
}

/** All pages of a list, as words. */
async function pages(of: Member, list: SeenMessage): Promise<string> {
  const words = textOf(list);
  const [, page, last] = /Page (\d+) of (\d+)/.exec(words) ?? [];
  return page === last ? words : `${words}\n${await pages(of, await of.press(list, "Next"))}`;
}

const boards = () => left.saying(english.board.open, Ids.admin, Ids.botCommands);

/** One after the other: the clock goes on. */
describe("a database of version 0.1.0", () => {
  it("is found whole by the doctor, with its keyring, and nothing in it late", () => {
    expect(left.doctor).toContain("Nothing is wrong");
    expect(left.doctor.match(/^(?:look|WRONG).*/gm)).toEqual([
      expect.stringContaining(
        "waiting for a permission: 1 after channel-gone, 1 after missing-access, 1 after missing-permission",
      ),
    ]);
    expect(left.doctor).toMatch(/5 keys, \d+ sealed rows/);
  });

  it("tells whoever has yet to be told", async () => {
    expect(textOf(await left.tilda.run("account"))).toContain(
      "Der Betreiber hat alle verknüpften Sitzungen gelöscht",
    );
    const list = textOf(await left.ines.run("remind list"));
    expect(list).toContain("**Sort the lost property**: Discord doesn't let Milepost DM you");
    const panel = textOf(await left.jonas.run("setup"));
    expect(panel).toContain("Live board “Trending: News”**: Milepost can't see");
    expect(panel).toContain("Live board “Trending: Events”**: <#");
    expect(panel).toContain("**Raid night**: Milepost can't post in");
  });

  it("opens members' sessions, and knows their uses, snapshots and who is found", async () => {
    const { mara, jonas, ines, luc } = left;
    const progress = await mara.run("progress");
    expect(textOf(progress)).toContain("What next?");
    expect(textOf(await mara.press(progress, english.progress.since.button))).toMatch(
      /Compared with[^]*Salt Traders/,
    );
    const panel = await mara.run("account");
    expect(textOf(panel)).toMatch(/Vesperhollow\*\* · connected · in use[^]*Corvinwalker.* · connected/);
    const uses = await mara.press(panel, "Last uses");
    expect(textOf(uses)).toMatch(/in the background[^]*\/vault[^]*\/stats/);
    const privacy = textOf(await mara.press(uses, "Privacy"));
    for (const part of ["use: on", "Snapshots: on", "You're visible here"]) {
      expect(privacy).toContain(part);
    }
    expect(textOf(await jonas.run("profile", { member: Ids.player }))).toContain("Vesperhollow");
    expect(textOf(await ines.run("vault"))).toContain("### Currencies");
    expect(textOf(await luc.run("account"))).toContain("session terminée · actif");
  });

  it("lists members' reminders, each as it stands, in their zone", async () => {
    left.pass();
    const { mara } = left;
    const words = await pages(mara, await mara.run("remind list"));
    for (const row of [
      "**Stand up** · every weekday 6:00 PM",
      "**Ladder of Duels** · 1 day before it ends",
      "**My rewards that wait to be claimed** · every day 7:00 PM",
      "**New entries: News** · when it appears",
      "**Weekly reset** · 1 hour before the weekly reset",
      "**Call the harbour master** · Thu, Dec 24, 6:00 PM",
      "**Read the tide table** · every day 8:00 PM",
    ]) {
      expect(words).toContain(row);
    }
    const zone = textOf(await mara.press(await mara.run("remind list"), english.remind.card.buttons.zone));
    expect(zone).toContain("Your time zone: **Berlin");
    expect(zone).toContain("**22:00 to 07:00**");
  });

  it("lists announcements and boards, still says why some are held, and keeps the server's settings", async () => {
    left.pass();
    const { jonas } = left;
    const words = await pages(jonas, await jonas.run("announce list"));
    for (const title of ["Weekly reset", "Ladder of Duels", "Raid night", "Weekend plans", "Summer games"]) {
      expect(words).toContain(`**${title}** · `);
    }
    expect(words).toContain(`Milepost can't post in <#${Ids.readOnly}>`);
    expect(words).toContain(`Milepost can't see <#${Ids.members}>`);
    expect(words).toContain(`<#${Ids.thread}> is gone`);
    expect(words).toMatch(/\*\*Trending: Events\*\*.*\n.*stopped by a problem/);
    expect(words).toMatch(/\*\*Trending: News\*\*.*\n.*waiting/);
    const history = await pages(jonas, await jonas.run("announce history"));
    expect(history).toContain("posted, ");
    expect(history).toContain(english.announce.history.states.missed);
    const settings = textOf(await jonas.run("setup"));
    for (const part of ["Berlin", "02:00–05:00", "creations in posts: shown", `<#${Ids.botCommands}>`]) {
      expect(settings).toContain(part);
    }
  });

  it("ends what it was in the middle of, each once", async () => {
    await expect.poll(() => left.saying("Feed the cat", Ids.admin)).toHaveLength(1);
    await expect.poll(() => left.saying("Wind the clock", Ids.stranger)).toHaveLength(1);
  });

  it("takes the controls of posts that are there", async () => {
    left.pass();
    const { mara, luc, jonas } = left;
    const watered = await first("Water the plants", Ids.player);
    expect(textOf(await mara.press(watered, "Done"))).toContain("Done.");
    const news = await first("2 new entries", Ids.player);
    expect(textOf(await mara.press(news, "Off"))).toContain("Reminder turned off");
    const reset = await first("Weekly reset", Ids.newcomer, Ids.announcements);
    expect(textOf(await luc.press(reset, "Remind me"))).toContain("**Rappel créé.**");
    const board = await first("**Trending", Ids.player, Ids.botCommands);
    const entry = await mara.choose(board, english.board.open, "The Weekly Vigil");
    expect(picturesOf(entry)).toContain("The Weekly Vigil");
    const found = await first(HARBOUR_NEWS, Ids.player, Ids.general);
    expect(picturesOf(await mara.choose(found, "Open an entry", HARBOUR_NEWS))).toContain(HARBOUR_NEWS);
    const milestones = await first("## Milestones", Ids.newcomer, Ids.general);
    expect(textOf(await luc.press(milestones, "Next"))).toContain("Page 2 of 2");
    const entries = await first("19 new entries", Ids.admin, Ids.botCommands);
    expect(textOf(await jonas.press(entries, "Turn off, for admins"))).toContain("New entries of any kind");
  });

  it("keeps a board up to date in its place", async () => {
    const [before, ...others] = await boards();
    moveTo("2026-11-27T06:05:00Z");
    await expect.poll(async () => (await boards())[0]?.version).toBeGreaterThan(before?.version ?? 0);
    const after = await boards();
    expect(after.map(({ id }) => id)).toEqual([before, ...others].map((one) => one?.id));
    expect(after.map(({ message }) => message.content)).toEqual(after.map(() => ""));
    expect(after[0]?.message.components?.[0]).toMatchObject({
      type: 10,
      content: expect.stringContaining("**Trending"),
    });
  });

  it("posts what waited for the end of quiet hours, and what comes when its time has come", async () => {
    await expect.poll(() => left.saying("Night watch", Ids.player)).toHaveLength(1);
    const before = await left.saying("Stand up", Ids.player);
    moveTo("2026-11-27T17:00:10Z");
    await expect.poll(() => left.saying("Stand up", Ids.player)).toHaveLength(before.length + 1);
  });

  it("posts what was held, once it may", async () => {
    const allow = String(Permission.SendMessages);
    const botRole = { channel: Ids.readOnly, target: Ids.harbourBotRole };
    await left.harness.people.setOverwrite({ ...botRole, allow, deny: "0" });
    moveTo("2026-11-27T18:30:10Z");
    await expect.poll(() => left.saying("Raid night", Ids.admin, Ids.readOnly)).toHaveLength(1);
  });

  it("says in an old post that its thing is over, and leaves the doctor content", async () => {
    moveTo("2026-12-01T17:05:00Z");
    const ended = () => left.saying("**Ladder of Duels** ended", Ids.admin, Ids.general);
    await expect.poll(ended).toHaveLength(1);
    expect(await left.harness.milepost("doctor")).toContain("Nothing is wrong");
  });
});
