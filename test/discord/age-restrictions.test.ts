import { describe, expect, it } from "vitest";

import type { AnyCommand } from "../../src/discord/command/command.ts";
import type { InvocationContext } from "../../src/discord/command/invocation-context.ts";
import { text as textOption } from "../../src/discord/command/options.ts";
import { reply, text } from "../../src/discord/reply/build.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { MINUTE } from "../support/time.ts";
import { commandTexts, run, shown, world } from "./fake-discord.ts";

const age: AnyCommand<object> = {
  name: "age",
  visibility: "public",
  options: {
    what: textOption({
      autocomplete: async ({ site }: InvocationContext) => [
        { name: `restricted ${site.isAgeRestricted}`, value: "x" },
      ],
    }),
  },
  run: async ({ site }: InvocationContext) => reply(text(`restricted ${site.isAgeRestricted}`)),
};

async function started() {
  const at = await world();
  await at.bot({ commands: [age], commandTexts: commandTexts(age) }).start();
  return at;
}
const inThread = { channel: Ids.thread };

describe("the age restriction of a thread", () => {
  it("is its channel's, in answers and suggestions", async () => {
    const { people, clock } = await started();
    expect(shown(await run(people, "age", {}, inThread))).toContain("restricted false");
    await people.setAgeRestricted({ channel: Ids.general, restricted: true });
    clock.advance(MINUTE);
    expect(shown(await run(people, "age", {}, inThread))).toContain("restricted true");
    const [suggested] = await people.autocomplete({
      as: Ids.player,
      channel: Ids.thread,
      command: "age",
      options: { what: "" },
      focused: "what",
    });
    expect(suggested?.name).toBe("restricted true");
  });

  it("counts as none where Discord does not say, and is asked once a minute", async () => {
    const { people } = await started();
    await people.setAgeRestricted({ channel: Ids.general, restricted: true });
    await people.addFault({ kind: "answer", route: "GET /channels/*", status: 403, code: 50_001 });
    for (let turn = 0; turn < 3; turn += 1)
      expect(shown(await run(people, "age", {}, inThread))).toContain("restricted false");
    const asked = (await people.traffic({ limit: 1000 })).filter(({ what }) =>
      what.startsWith("GET /channels"),
    );
    expect(asked).toHaveLength(1);
  });
});
