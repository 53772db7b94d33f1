import { expect, it } from "vitest";

import { definersFor } from "../../../src/features/kit/command/define-command.ts";
import { reply } from "../../../src/discord/reply/build.ts";

it("a group whose texts the catalog lacks does not compile", () => {
  const { defineGroup, defineSubcommand } = definersFor<unknown>();
  const open = defineSubcommand({ options: {}, visibility: "private", run: async () => reply() });
  // @ts-expect-error -- messages/en/commands.ts does not describe this group
  const group = defineGroup({ name: "nowhere", subcommands: { open } });
  expect(group.subcommands["open"]).toBe(open);
});
