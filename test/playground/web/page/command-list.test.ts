import type { APIApplicationCommand } from "discord-api-types/v10";
import { describe, expect, it } from "vitest";

import { entriesOf, matching } from "../../../../src/playground/web/page/composer/command-list.ts";

function command(name: string, rest: object = {}): APIApplicationCommand {
  return { id: name, type: 1, name, description: `About ${name}`, ...rest } as APIApplicationCommand;
}

const commands = [
  command("trending"),
  command("remind", {
    options: [
      {
        type: 1,
        name: "new",
        description: "Set one",
        options: [{ type: 3, name: "what", description: "What" }],
      },
      { type: 2, name: "admin", description: "", options: [{ type: 1, name: "list", description: "List" }] },
    ],
  }),
  command("Profile", { type: 2 }),
  command("hilfe", { name: "help", name_localized: "hilfe", description_localized: "Was es gibt" }),
];

const found = (typed: string) => matching(entriesOf(commands), typed).map((entry) => entry.label);

describe("the commands of a channel", () => {
  it("are listed by name, subcommands one by one, menus left out", () => {
    expect(entriesOf(commands).map((entry) => entry.label)).toEqual([
      "hilfe",
      "remind admin list",
      "remind new",
      "trending",
    ]);
  });

  it("keep the names Discord wants beside those one reads", () => {
    const entries = entriesOf(commands);
    expect(entries.map((entry) => [entry.command.name, ...entry.subcommand])).toEqual([
      ["help"],
      ["remind", "admin", "list"],
      ["remind", "new"],
      ["trending"],
    ]);
    expect(entries[0]?.description).toBe("Was es gibt");
    expect(entries[2]?.options.map((option) => option.name)).toEqual(["what"]);
  });

  it("are found by any part of the name, those that begin with it first", () => {
    expect(found("re")).toEqual(["remind admin list", "remind new", "trending"]);
    expect(found("remind  n")).toEqual(["remind new"]);
    expect(found("n")).toEqual(["remind admin list", "remind new", "trending"]);
    expect(found("")).toHaveLength(4);
    expect(found("none")).toEqual([]);
  });
});
