import { describe, expect, it } from "vitest";

import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { controlId, run, seenOf, shown, world } from "./fake-discord.ts";
import { offerLanguages } from "../support/languages.ts";

offerLanguages("ja");

describe("the runtime against Discord", () => {
  it("asks for no intents: no message and no member list is ever sent to it", async () => {
    const { bot, people } = await world();
    await bot().start();
    const { sessions } = await people.state();
    expect(sessions.map(({ intents }) => intents)).toEqual([0]);
  });

  it("answers in the channel, or only to the member who wants or needs it so", async () => {
    const { bot, people } = await world();
    await bot().start();
    expect(seenOf(await run(people, "ask")).isEphemeral).toBe(false);
    expect(seenOf(await run(people, "ask", { show: "me" })).isEphemeral).toBe(true);
    expect(seenOf(await run(people, "secret")).isEphemeral).toBe(true);
  });

  it("gives autocomplete and offers admin commands to admins", async () => {
    const { bot, people } = await world();
    await bot().start();
    const suggested = await people.autocomplete({
      as: Ids.player,
      channel: Ids.general,
      command: "list",
      options: { search: "abc" },
      focused: "search",
    });
    expect(suggested).toEqual([{ name: "abc!", value: "abc" }]);
    const offered = async (as: string) =>
      (await people.commands({ as, channel: Ids.general })).map(({ command }) => command.name);
    expect(await offered(Ids.admin)).toContain("admin");
    expect(await offered(Ids.player)).not.toContain("admin");
  });

  it("turns pages in place for the owner, in a private copy for another", async () => {
    const { bot, people } = await world();
    await bot().start();
    const first = await run(people, "list");
    const { id } = seenOf(first);
    const turned = await people.press({ as: Ids.player, message: id, customId: controlId(first, "Next") });
    const second = await people.answer({ as: Ids.player, interaction: turned.interaction });
    expect(second).toMatchObject({ kind: "message", isUpdate: true, seen: { id } });
    expect(shown(second)).toContain("Page 2 of 3");
    const copied = await people.press({
      as: Ids.moderator,
      message: id,
      customId: controlId(second, "Next"),
    });
    const copy = await people.answer({ as: Ids.moderator, interaction: copied.interaction });
    expect(seenOf(copy)).toMatchObject({ isEphemeral: true });
    expect(shown(copy)).toContain("Page 3 of 3");
    const back = await people.press({
      as: Ids.moderator,
      message: seenOf(copy).id,
      customId: controlId(copy, "Previous"),
    });
    expect(shown(await people.answer({ as: Ids.moderator, interaction: back.interaction }))).toContain(
      "Page 2 of 3",
    );
  });

  it("refuses another member's select politely and privately", async () => {
    const { bot, people } = await world();
    await bot().start();
    const first = await run(people, "list");
    const customId = /"custom_id":"([^"]*list\/open[^"]*)"/.exec(shown(first))?.[1] ?? "";
    const choose = async (as: string) => {
      const { interaction } = await people.choose({
        as,
        message: seenOf(first).id,
        customId,
        values: ["item 3"],
      });
      return people.answer({ as, interaction });
    };
    expect(shown(await choose(Ids.player))).toContain("opened item 3");
    const refused = await choose(Ids.moderator);
    expect(seenOf(refused).isEphemeral).toBe(true);
    expect(shown(refused)).toContain("not-yours");
  });

  it("answers a button made before a restart", async () => {
    const { bot, people } = await world();
    const before = bot();
    await before.start();
    const first = await run(people, "list");
    await before.stop(1000);
    await bot().start();
    const { interaction } = await people.press({
      as: Ids.player,
      message: seenOf(first).id,
      customId: controlId(first, "Next"),
    });
    expect(shown(await people.answer({ as: Ids.player, interaction }))).toContain("Page 2 of 3");
  });

  it("leaves no trace of a failed public command in the channel, and no secret in its text", async () => {
    const { bot, people, log } = await world();
    await bot().start();
    const { interaction } = await people.runCommand({
      as: Ids.player,
      channel: Ids.general,
      command: "fail",
    });
    const last = () => people.history({ as: Ids.player, channel: Ids.general, limit: 5 });
    await expect.poll(async () => JSON.stringify(await last())).toContain("internal ");
    const own = await people.history({ as: Ids.player, channel: Ids.general, limit: 100 });
    const others = await people.history({ as: Ids.moderator, channel: Ids.general, limit: 100 });
    const about = (list: typeof own) =>
      list.filter((seen) => seen.interactionId === interaction || JSON.stringify(seen).includes("internal "));
    expect(about(own).every((seen) => seen.isEphemeral)).toBe(true);
    expect(about(others)).toEqual([]);
    expect(JSON.stringify(own)).not.toMatch(/token=abc|x\.ts/);
    expect(
      log.lines.some(
        ({ message, fields }) => message === "a run failed" && fields["reference"] !== undefined,
      ),
    ).toBe(true);
  });

  it("keeps to itself in a server that did not install it", async () => {
    const { bot, people } = await world();
    await bot().start();
    const { servers } = await people.home({ as: Ids.player });
    expect(servers.find(({ id }) => id === Ids.outpost)?.isBotInstalled).toBe(false);
    await people.installForPerson({ person: Ids.player });
    const answer = await run(people, "ask", { show: "everyone" }, { channel: Ids.outpostGeneral });
    expect(seenOf(answer).isEphemeral).toBe(true);
    expect(shown(answer)).toContain("true");
  });

  it("answers in the server's language in public, in the member's own in private", async () => {
    const { bot, people } = await world();
    await bot().start();
    await people.setLocale({ person: Ids.player, locale: "ja" });
    expect(shown(await run(people, "ask"))).not.toContain("hello ja");
    expect(shown(await run(people, "ask", { show: "me" }))).toContain("hello ja");
  });

  it("refuses a member's sixth command in a burst, and takes it after a while", async () => {
    const { bot, people, clock } = await world();
    await bot().start();
    for (let count = 0; count < 5; count += 1) await run(people, "ask");
    const refused = await run(people, "ask");
    expect(seenOf(refused).isEphemeral).toBe(true);
    expect(shown(refused)).toContain("too-fast");
    clock.advance(20_000);
    expect(shown(await run(people, "ask"))).toContain("hello");
  });

  it("answers 100 commands at once", async () => {
    const { bot, people } = await world();
    await bot().start();
    const { people: crowd } = await people.addPeople({ count: 100, server: Ids.harbour });
    const answers = await Promise.all(crowd.map((as) => run(people, "ask", {}, { as })));
    expect(
      answers.filter((answer) => answer.kind === "message" && shown(answer).includes("hello")),
    ).toHaveLength(100);
  });
});
