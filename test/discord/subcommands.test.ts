import { describe, expect, it } from "vitest";

import { Markdown, md } from "../../src/base/markdown.ts";
import { reply, text } from "../../src/discord/reply/build.ts";
import type { CommandGroup } from "../../src/discord/command/command.ts";
import { define } from "../../src/discord/command/definition.ts";
import { channel, choice, role, show, text as textOption } from "../../src/discord/command/options.ts";
import { checkCommandList } from "../../src/playground/discord/validation/command-rules.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { commandTexts, seenOf, shown, world } from "./fake-discord.ts";

const group: CommandGroup<object> = {
  name: "announce",
  forAdmins: true,
  subcommands: {
    new: {
      visibility: "private",
      options: {
        lead: choice(["hour", "day"], { required: true }),
        what: textOption<object>({
          required: true,
          autocomplete: async ({ typed, given }) => [
            { name: `${typed}? ${given?.["lead"] ?? ""}`.trim(), value: typed },
          ],
        }),
        channel: channel({ types: [0, 5] }),
        role: role(),
      },
      run: async ({ options, mention }) =>
        reply(
          text(
            md`${options["lead"] ?? ""} ${options["what"] ?? ""} ${options["channel"] ?? "undefined"} ${options["role"] ?? "nobody"} ${Markdown.trusted(mention("announce new"))}`,
          ),
        ),
    },
    list: {
      visibility: "public",
      options: { show: show() },
      run: async ({ isPrivate }) => reply(text(`listed ${isPrivate}`)),
    },
  },
};
const texts = { show: { everyone: "Everyone", me: "Only me" }, commands: commandTexts(group) };

describe("subcommands", () => {
  it("are defined as Discord takes them, each with its options", async () => {
    const rules = { texts, translations: {}, isForOneGuild: false };
    const [definition] = define([group], rules);
    await checkCommandList([definition], true);
    expect(definition?.default_member_permissions).toBe("32");
    expect(definition?.options?.map(({ type, name }) => [type, name])).toEqual([
      [1, "new"],
      [1, "list"],
    ]);
    expect(definition?.options?.[0]?.options?.map(({ type, required }) => [type, required])).toEqual([
      [3, true],
      [3, true],
      [7, false],
      [8, false],
    ]);
  });

  it("without a text are refused at the start", () => {
    const lacking = { announce: { description: "x", subcommands: {} } };
    expect(() =>
      define([group], { texts: { ...texts, commands: lacking }, translations: {}, isForOneGuild: false }),
    ).toThrow("announce.new");
  });

  it("run, suggest, keep their visibility and are mentioned by their own name", async () => {
    const { bot, people } = await world();
    const started = await bot({ commands: [group], commandTexts: commandTexts(group) }).start();
    const asked = { as: Ids.admin, channel: Ids.general, command: "announce" };
    const ask = async (subcommand: string, options = {}) => {
      const { interaction } = await people.runCommand({ ...asked, subcommand: [subcommand], options });
      return people.answer({ as: Ids.admin, interaction });
    };
    const made = await ask("new", { lead: "day", what: "reset", channel: Ids.general });
    expect(seenOf(made).isEphemeral).toBe(true);
    expect(shown(made)).toContain(
      `day reset ${Ids.general} nobody </announce new:${started.commandIds.get("announce")}>`,
    );
    const listed = await ask("list");
    expect([seenOf(listed).isEphemeral, shown(listed).includes("listed false")]).toEqual([false, true]);
    expect(shown(await ask("list", { show: "me" }))).toContain("listed true");
    const suggested = await people.autocomplete({
      ...asked,
      subcommand: ["new"],
      options: { what: "we" },
      focused: "what",
    });
    expect(suggested).toEqual([{ name: "we?", value: "we" }]);
    const knowing = await people.autocomplete({
      ...asked,
      subcommand: ["new"],
      options: { lead: "day", what: "we" },
      focused: "what",
    });
    expect(knowing).toEqual([{ name: "we? day", value: "we" }]);
  });

  it("are published once, and again when one of them changes", async () => {
    const { bot, people } = await world();
    const puts = async () =>
      (await people.traffic({ limit: 1000 })).filter(({ what }) => what.startsWith("PUT ")).length;
    const given = { commands: [group], commandTexts: commandTexts(group) };
    await bot(given).start();
    await bot(given).start();
    expect(await puts()).toBe(1);
    const { list } = group.subcommands;
    const fewer = { ...group, subcommands: { ...(list !== undefined && { list }) } };
    await bot({ ...given, commands: [fewer] }).start();
    expect(await puts()).toBe(2);
  });
});

describe("the visibility an app asks for", () => {
  it.each([
    ["at once", "private" as const],
    ["after a look", Promise.resolve("private" as const)],
  ])("holds a public answer back, decided %s", async (_, verdict) => {
    const { bot, people } = await world();
    const asked: unknown[] = [];
    await bot({
      commands: [group],
      commandTexts: commandTexts(group),
      visibilityFor: ({ command, place: site }) => {
        asked.push([command, site.channelId]);
        return verdict;
      },
    }).start();
    const { interaction } = await people.runCommand({
      as: Ids.admin,
      channel: Ids.general,
      command: "announce",
      subcommand: ["list"],
    });
    const answer = await people.answer({ as: Ids.admin, interaction });
    expect(seenOf(answer).isEphemeral).toBe(true);
    expect(shown(answer)).toContain("listed true");
    expect(asked).toEqual([["announce list", Ids.general]]);
  });
});
