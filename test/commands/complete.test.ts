import { readdirSync, readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { commands, help } from "../../commands/index.ts";
import type { Visibility } from "../../src/discord/command/command.ts";
import { messagesFor } from "../../src/messages/catalog.ts";
import { fakePlatform, fakeServices } from "../support/fake-services.ts";
import { run, seen } from "../support/run-command.ts";

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
const isPublic = ({ visibility }: { readonly visibility?: Visibility }) => visibility === "public";

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

  it("starts before the acknowledgment only what reads, all listed here, and nothing of a member's own", () => {
    const readOnly = commands.flatMap((command) => [
      ...("isReadOnly" in command && command.isReadOnly ? [command.name] : []),
      ...Object.entries(command.actions ?? {})
        .filter(([, action]) => action.isReadOnly === true)
        .map(([name]) => `${command.name}/${name}`),
    ]);
    expect(readOnly.toSorted()).toEqual([
      "help",
      "help/section",
      "milestones",
      "milestones/open",
      "milestones/page",
      "profile",
      "profile/compare",
      "profile/compared",
      "profile/open",
      "profile/recents",
      "profile/report",
      "profile/with",
      "profile/withMember",
      "trending",
      "trending/open",
      "trending/page",
      "trending/report",
    ]);
  });

  it("is in README.md, under What members can do", () => {
    const [, listed = ""] = textOf("../../README.md").split("## What members can do");
    const [told = ""] = listed.split("\n## ");
    expect(names.filter((name) => !new RegExp(`\`/${name}[\` ]`).test(told))).toEqual([]);
  });

  it("is in the list of test/end-to-end/every-view.test.ts, which looks at every view of each", () => {
    const walked = textOf("../end-to-end/every-view.test.ts");
    expect(names.filter((name) => !walked.includes(`{ command: "${name}"`))).toEqual([]);
  });

  it("is what /setup says has public replies, in answers.about of src/messages/en/setup.ts", () => {
    const open = commands.filter((command) =>
      ("subcommands" in command ? Object.values(command.subcommands) : [command]).some(isPublic),
    );
    const told = messagesFor("en-US").setup.answers.about.match(/\/[a-z]+/g);
    expect(told).toEqual(open.map(({ name }) => `/${name}`));
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
