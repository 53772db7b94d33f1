import { ApplicationCommandOptionType, ApplicationCommandType } from "discord-api-types/v10";
import { describe, expect, it } from "vitest";

import { commands } from "../../commands/index.ts";
import { define } from "../../src/discord/command/definition.ts";
import { md } from "../../src/base/markdown.ts";
import { languageCodes } from "../../src/messages/languages.ts";
import { messagesFor } from "../../src/messages/catalog.ts";
import { checkCommandList } from "../../src/playground/discord/validation/command-rules.ts";

const { commands: texts, runtime } = messagesFor("en-US");
const rules = {
  texts: { commands: texts, show: runtime.show },
  translations: {},
  isForOneGuild: false,
};

describe("the commands as they are published", () => {
  it("are what Discord's published schema and rules take, globally and for one server", async () => {
    const forOne = define(commands, { ...rules, isForOneGuild: true });
    await expect(checkCommandList(define(commands, rules), true)).resolves.toBeUndefined();
    await expect(checkCommandList(forOne, false)).resolves.toBeUndefined();
  });

  it.each(languageCodes().slice(1))(
    "have options named in %s, each another, and so in texts",
    async (code) => {
      const { commands: words, runtime: own, help, profile } = messagesFor(code);
      const translations = { [code]: { commands: words, show: own.show, options: own.options } };
      const definitions = define(commands, { ...rules, translations });
      await checkCommandList(definitions, true);
      const levels = definitions.flatMap(({ options = [] }) => [
        options,
        ...options.map((one) => one.options ?? []),
      ]);
      for (const level of levels) {
        const typed = level.filter(({ type }) => type !== ApplicationCommandOptionType.Subcommand);
        const names = typed.map((option) => option.name_localizations?.[code] ?? option.name);
        expect(new Set(names).size).toBe(names.length);
        // A word may be the same as in English.
        for (const { name } of typed)
          expect(names).toContain(Object.entries(own.options).find(([key]) => key === name)?.[1]);
      }
      const mention = md`/profile`;
      expect(String(help.overview.show(""))).toContain(`\`${own.options.show}\``);
      expect(String(profile.noMember.byName(mention))).toContain(`\`${own.options.player}\``);
      for (const text of [profile.compareHow(mention), profile.compareNobody(mention)])
        expect(String(text)).toContain(`\`${own.options.compare}\``);
    },
  );

  it("have at most four options each", () => {
    const crowded = define(commands, rules)
      .flatMap(({ name, options = [] }) => [
        { name, options },
        ...options.map((sub) => ({ name: `${name} ${sub.name}`, options: sub.options ?? [] })),
      ])
      .filter(
        ({ options }) =>
          options.filter(({ type }) => type !== ApplicationCommandOptionType.Subcommand).length > 4,
      );
    expect(crowded.map(({ name }) => name)).toEqual([]);
  });

  it("offer a reminder in the menu of a message, wherever the bot can be used", () => {
    expect(define(commands, rules).filter(({ type }) => type === ApplicationCommandType.Message)).toEqual([
      {
        type: 3,
        name: "Remind me about this",
        default_member_permissions: null,
        integration_types: [0, 1],
        contexts: [0, 1, 2],
      },
    ]);
  });

  it("offer a profile in the menu of a person, wherever the bot can be used", () => {
    expect(define(commands, rules).filter(({ type }) => type === ApplicationCommandType.User)).toEqual([
      {
        type: 2,
        name: "Profile",
        default_member_permissions: null,
        integration_types: [0, 1],
        contexts: [0, 1, 2],
      },
    ]);
  });
});
