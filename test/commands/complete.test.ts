import { readdirSync, readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { commands, help } from "../../commands/index.ts";
import { messagesFor } from "../../src/messages/catalog.ts";
import { fakePlatform, fakeServices } from "../support/fake-services.ts";
import { run, seen } from "../support/run-command.ts";

const HERE = new URL(".", import.meta.url);
const COMMANDS = new URL("../../commands/", HERE);

const names = commands.map(({ name }) => name);
const files = readdirSync(COMMANDS)
  .filter((file) => file.endsWith(".ts") && file !== "index.ts")
  .map((file) => file.replace(/\.ts$/, ""));
const tests = readdirSync(HERE)
  .filter((file) => file.endsWith(".ts") && file !== "complete.test.ts")
  .map((file) => readFileSync(new URL(file, HERE), "utf8"));

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

  it("starts before the acknowledgment only what reads, and nothing of a member's own", () => {
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
