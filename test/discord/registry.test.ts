import { describe, expect, it } from "vitest";

import { reply } from "../../src/discord/reply/build.ts";
import { type AnyAction, type AnyModal, textLine } from "../../src/discord/command/controls.ts";
import type { Command, CommandEntry } from "../../src/discord/command/command.ts";
import { user } from "../../src/discord/command/options.ts";
import { Registry } from "../../src/discord/command/registry.ts";
import { command } from "./dispatch-harness.ts";

type Entries = readonly CommandEntry<object>[];

const NAME = "trending";
const ROOM = 39 - NAME.length;
const run = async () => reply();
const action: AnyAction<object> = { for: "owner", answer: "edit", run };
const modal = (fields: Readonly<Record<string, unknown>>): AnyModal<object> => ({
  for: "owner",
  answer: "edit",
  fields: fields as AnyModal<object>["fields"],
  show: () => ({ title: "Modal", fields: {} }),
  submitted: run,
});
const names = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`);
const tableOf = <T>(count: number, value: T) => Object.fromEntries(names(count).map((name) => [name, value]));

const one = (changes: Partial<Command<object>>) => [command(changes)];
const many = (count: number, changes: Partial<Command<object>> = {}) =>
  names(count).map((name) => command({ name, ...changes }));
const acting = (name: string, changes: Partial<AnyAction<object>> = {}) =>
  one({ actions: { [name]: { ...action, ...changes } } });
const asking = (fields: Readonly<Record<string, unknown>>, name = "edit") =>
  one({ modals: { [name]: modal(fields) } });
const grouped = (subs: readonly string[]) => [
  {
    name: "list",
    subcommands: Object.fromEntries(
      subs.map((name) => [name, { visibility: "public", options: {}, run } as const]),
    ),
  },
];

describe("the registry", () => {
  it.each<[string, Entries]>([
    ["a name of 32 letters", one({ name: "x".repeat(32) })],
    ["100 commands", many(100)],
    ["15 menus", many(15, { userMenu: "member" })],
    ["25 options", one({ options: tableOf(25, user()) })],
    ["25 subcommands", grouped(names(25))],
    ["an action whose name just fits", acting("x".repeat(ROOM))],
    ["an action for anyone that answers privately", acting("turn", { for: "anyone", answer: "private" })],
    ["a modal of one field", asking(tableOf(1, textLine()))],
    ["a modal of five fields", asking(tableOf(5, textLine()))],
  ])("takes %s", (_, commands) => {
    expect(() => new Registry(commands)).not.toThrow();
  });

  it.each<[string, Entries, string]>([
    ["two commands of one name", [command(), command()], "two commands have this name"],
    ["a name with capitals", one({ name: "Profile" }), "a command's name is"],
    ["a name of 33 letters", one({ name: "x".repeat(33) }), "a command's name is"],
    ["101 commands", many(101), "at most 100"],
    ["16 menus", many(16, { userMenu: "member" }), "at most 15"],
    ["26 options", one({ options: tableOf(26, user()) }), "at most 25 options"],
    ["an option with capitals", one({ options: { Who: user() } }), "an option's name"],
    ["a group of nothing", grouped([]), "1 to 25 subcommands"],
    ["26 subcommands", grouped(names(26)), "1 to 25 subcommands"],
    ["a subcommand with capitals", grouped(["New"]), "a subcommand's name"],
    ["an action that leaves no room in a custom id", acting("x".repeat(ROOM + 1)), "at most 39"],
    ["an action with a space", acting("turn on"), "at most 39"],
    ["an action for anyone that edits", acting("turn", { for: "anyone" }), "answers privately"],
    ["a modal of no field", asking({}), "1 to 5 fields"],
    ["a modal of six fields", asking(tableOf(6, textLine())), "1 to 5 fields"],
    ["a field with a space", asking({ "the name": textLine() }), "a field's name"],
    ["a modal that leaves no room", asking(tableOf(1, textLine()), "x".repeat(ROOM + 1)), "at most 39"],
    [
      "an action and a modal of one name",
      one({ actions: { edit: action }, modals: { edit: modal(tableOf(1, textLine())) } }),
      "an action and a modal",
    ],
  ])("refuses %s and says why", (_, commands, reason) => {
    const details = expect.objectContaining({ reason: expect.stringContaining(reason) });
    expect(() => new Registry(commands)).toThrow(expect.objectContaining({ code: "bad-settings", details }));
  });

  it("knows no action by a name every object has", () => {
    expect(new Registry(one({ actions: {} })).action(NAME, "constructor")).toBeUndefined();
  });
});
