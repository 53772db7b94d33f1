import { readdirSync, readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { commands, help } from "../../commands/index.ts";
import setup from "../../commands/setup.ts";
import { messagesFor } from "../../src/messages/catalog.ts";
import { fakePlatform, fakeServices } from "../support/fake-services.ts";
import { press, run, seen } from "../support/run-command.ts";

const HERE = new URL(".", import.meta.url);
const COMMANDS = new URL("../../commands/", HERE);

const textOf = (path: string) => readFileSync(new URL(path, HERE), "utf8");
const names = commands.map(({ name }) => name);
const files = readdirSync(COMMANDS)
  .filter((file) => file.endsWith(".ts") && file !== "index.ts")
  .map((file) => file.replace(/\.ts$/, ""));
const tests = readdirSync(HERE)
  .filter((file) => file.endsWith(".ts") && file !== "complete.test.ts")
  .map(textOf);

describe("the list of commands", () => {
  it("has every file of commands/, under its own name", () => {
    expect(names.toSorted()).toEqual(files.toSorted());
  });

  it.each(names.filter((name) => name !== help.name))("has a test that runs /%s", (name) => {
    const runsIt = new RegExp(String.raw`commands/${name}\.ts"|run\([^)]*"${name}"`);
    expect(tests.some((text) => runsIt.test(text))).toBe(true);
  });

  it.each(names)("says in the catalog what /%s is for", (name) => {
    const texts: Readonly<Record<string, { readonly description: string }>> = messagesFor("en-US").commands;
    expect(texts[name]?.description).toMatch(/\w/);
  });

  it("marks nothing as isReadOnly that is a member's own, an admin's or a moderator's", () => {
    const marked = commands.flatMap(({ actions = {}, ...command }) => {
      const runs = "subcommands" in command ? Object.values(command.subcommands) : [command];
      const isApart = command.forAdmins === true || command.of !== undefined;
      return [
        ...runs.map(({ isReadOnly }) => ({ name: command.name, isReadOnly, isApart })),
        ...Object.entries(actions).map(([name, action]) => ({
          name: `${command.name}/${name}`,
          isReadOnly: action.isReadOnly,
          isApart: isApart || action.for === "moderators",
        })),
      ].filter(({ isReadOnly }) => isReadOnly === true);
    });
    expect(marked).not.toEqual([]);
    expect(marked.filter(({ isApart }) => isApart)).toEqual([]);
  });

  it("is in README.md, under What members can do", () => {
    const [, listed = ""] = textOf("../../README.md").split("## What members can do");
    const [told = ""] = listed.split("\n## ");
    expect(names.filter((name) => !new RegExp(`\`/${name}[\` ]`).test(told))).toEqual([]);
  });

  it("has an option `show` wherever the reply is public, and /setup names those commands", async () => {
    const withReplies = commands.flatMap((command) =>
      "subcommands" in command
        ? Object.values(command.subcommands).map((sub) => ({ ...sub, name: command.name }))
        : [command],
    );
    const open = withReplies.filter(({ visibility }) => visibility === "public");
    const showing = withReplies.filter(({ options }) => "show" in options);
    expect(showing.map(({ name }) => name)).toEqual(open.map(({ name }) => name));
    const call = { command: setup.name, action: "section", state: { section: "answers" } };
    const panel = await press(setup, fakeServices({ platform: fakePlatform({}, []) }), call, {
      member: { isAdmin: true },
    });
    const told = seen(panel)
      .split("\n")
      .find((line) => line.includes("/trending"));
    expect(told?.match(/\/[a-z]+/g)?.toSorted()).toEqual(open.map(({ name }) => `/${name}`).toSorted());
  });

  it("has no text of a command that is gone", () => {
    expect(Object.keys(messagesFor("en-US").commands).toSorted()).toEqual(names.toSorted());
  });

  it("is what /help tells members of, but for what is for admins and what is off", async () => {
    const offered = commands.flatMap(({ capability }) =>
      capability === undefined ? [] : [capability.operation],
    );
    const services = fakeServices({ platform: fakePlatform({}, offered) });
    const told = seen(await run(help, services));
    const expected = commands.filter(({ forAdmins, of }) => forAdmins !== true && of === undefined);
    for (const { name } of expected) expect(told).toContain(`</${name}:99>`);
    for (const { name } of commands.filter((one) => !expected.includes(one)))
      expect(told).not.toContain(`</${name}:99>`);
  });
});
