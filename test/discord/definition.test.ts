import { describe, expect, it } from "vitest";

import { reply } from "../../src/discord/reply/build.ts";
import type { Command } from "../../src/discord/command/command.ts";
import { define } from "../../src/discord/command/definition.ts";
import { listFingerprint } from "../../src/discord/command/publish.ts";
import type { PickerTexts } from "../../src/discord/command/command-texts.ts";
import { choice, show, text, user } from "../../src/discord/command/options.ts";
import { checkCommandList } from "../../src/playground/discord/validation/command-rules.ts";

const command = (changes: Partial<Command<object>> = {}): Command<object> => ({
  name: "profile",
  visibility: "public",
  options: {
    kind: choice(["a"]),
    search: text({ required: true, maxLength: 50 }),
    member: user(),
    show: show(),
  },
  userMenu: "member",
  run: async () => reply(),
  ...changes,
});

const described = (description: string, userMenu = "Show profile"): PickerTexts => ({
  show: { everyone: "Everyone", me: "Only me" },
  commands: {
    profile: {
      description,
      userMenu,
      options: {
        kind: { description: "Kind", choices: { a: "The first" } },
        search: { description: "Search" },
        member: { description: "Member" },
        show: { description: "Who sees it" },
      },
    },
  },
});
const rules = { texts: described("A profile"), translations: {}, isForOneGuild: false };

describe("what Discord is told of commands", () => {
  it("is what Discord takes, globally and for one server", async () => {
    const given = [command()];
    await checkCommandList(define(given, rules), true);
    await checkCommandList(define(given, { ...rules, isForOneGuild: true }), false);
    expect(define(given, rules)).toHaveLength(2);
  });

  it("has required options first, choices by their texts, and the menu by its label", () => {
    const [slash, menu] = define([command()], rules);
    expect(slash?.options?.map(({ name }) => name)).toEqual(["search", "kind", "member", "show"]);
    expect(slash?.options?.[1]?.choices).toEqual([{ name: "The first", value: "a" }]);
    expect(slash?.options?.[3]?.choices?.map(({ value }) => value)).toEqual(["everyone", "me"]);
    expect(menu).toMatchObject({ type: 2, name: "Show profile" });
  });

  it("hides admin commands from others and keeps them in servers", () => {
    const [slash] = define([command({ forAdmins: true })], rules);
    expect(slash).toMatchObject({ default_member_permissions: "32", integration_types: [0], contexts: [0] });
  });

  it("carries every translation there is", () => {
    const [slash] = define([command()], { ...rules, translations: { de: described("Ein Profil") } });
    expect(slash?.description_localizations).toEqual({ de: "Ein Profil" });
  });

  it("says a menu's entry in every language, and runs it by its English name", async () => {
    const translations = { de: described("Ein Profil", "Profil ansehen"), fr: described("A profile") };
    const definitions = define([command()], { ...rules, translations });
    expect(definitions[1]).toMatchObject({
      name: "Show profile",
      name_localizations: { de: "Profil ansehen" },
    });
    await checkCommandList(definitions, true);
  });

  it("calls options by a word of each language, if Discord takes it", async () => {
    const options = { kind: "art", search: "Suche", member: "ein mitglied", show: "x".repeat(33) };
    const translations = { de: { ...described("Ein Profil"), options } };
    const definitions = define([command()], { ...rules, translations });
    await checkCommandList(definitions, true);
    const named = definitions[0]?.options?.map((one) => [one.name, one.name_localizations]);
    expect(named).toEqual([
      ["search", undefined],
      ["kind", { de: "art" }],
      ["member", undefined],
      ["show", undefined],
    ]);
  });

  it.each(["", "x".repeat(101)])(
    "leaves to English a translation Discord would refuse: %j",
    (description) => {
      const translations = { de: described(description, "x".repeat(33)) };
      const definitions = define([command()], { ...rules, translations });
      expect(definitions).toEqual(define([command()], { ...rules, translations: {} }));
    },
  );

  it("differs from what was published before by a translated label alone", () => {
    const [shown, again, other] = ["Profil ansehen", "Profil ansehen", "Profil zeigen"].map((label) => {
      const translations = { de: described("A profile", label) };
      return listFingerprint(define([command()], { ...rules, translations }), true);
    });
    expect(shown).toBe(again);
    expect(shown).not.toBe(other);
  });

  it.each(["", "x".repeat(101)])("is refused at the start with the description %j", (description) => {
    expect(() => define([command()], { ...rules, texts: described(description) })).toThrow("bad-settings");
  });
});
