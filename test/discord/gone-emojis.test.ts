import { expect, it } from "vitest";

import { actionButton, buttons, reply, text } from "../../src/discord/reply/build.ts";
import type { AnyAction } from "../../src/discord/command/controls.ts";
import { command, dispatchersForTests } from "./dispatch-harness.ts";
import { slash } from "./support.ts";

const start = dispatchersForTests();
const call = { command: "trending", action: "page" };
const emoji = { id: "1", name: "mp_gone" };

const page: AnyAction<object> = { for: "owner", answer: "edit", run: async () => reply(text("page")) };
const shown = reply(text("hello"), buttons(actionButton("Next", call, { emoji })));

it.each([true, false])(
  "sends an answer without its icons where Discord knows them no more (at once: %s)",
  async (isReadOnly) => {
    const { ear, dispatcher } = await start({
      commands: [command({ isReadOnly, run: async () => shown, actions: { page } })],
      answer: ({ body }) =>
        JSON.stringify(body).includes('"emoji"') ? { status: 400, body: { code: 50_035 } } : undefined,
    });
    const asked = slash("trending");
    dispatcher.handle(asked);
    const calls = await ear.calledBy(asked.token, isReadOnly ? 2 : 3);
    const [refused, sent] = calls.slice(-2).map(({ body }) => JSON.stringify(body));
    expect([refused?.includes('"emoji"'), sent?.includes('"emoji"')]).toEqual([true, false]);
    expect(sent).toContain('"label":"Next"');
    expect(sent).toContain("hello");
  },
);
