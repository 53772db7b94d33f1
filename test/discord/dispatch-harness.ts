import { afterEach } from "vitest";

import { reply, text } from "../../src/discord/reply/build.ts";
import type { Command } from "../../src/discord/command/command.ts";
import { show } from "../../src/discord/command/options.ts";
import { startDispatcher } from "./support.ts";

type Started = Awaited<ReturnType<typeof startDispatcher>>;

/** Starts dispatchers, which end with the test they were started in. */
export function dispatchersForTests(): typeof startDispatcher {
  const open: Started[] = [];
  afterEach(() => {
    for (const { ear } of open.splice(0)) ear.close();
  });
  return async (...given) => {
    const started = await startDispatcher(...given);
    open.push(started);
    return started;
  };
}

/** A public command that says hello, but for what is changed. */
export function command(changes: Partial<Command<object>> = {}): Command<object> {
  return {
    name: "trending",
    visibility: "public",
    options: { show: show() },
    run: async () => reply(text("hello")),
    ...changes,
  };
}

/** The first text in a body. */
export const shown = (body: unknown) => /"content":"((?:[^"\\]|\\.)*)"/.exec(JSON.stringify(body))?.[1];
