import { afterEach } from "vitest";

import { MovableClock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import { noMetrics } from "../../src/base/metrics.ts";
import { Secret } from "../../src/base/secret.ts";
import { actionButton, buttons, reply, select, text } from "../../src/discord/reply/build.ts";
import type { AnyCommand, CommandEntry } from "../../src/discord/command/command.ts";
import type { InvocationContext } from "../../src/discord/command/invocation-context.ts";
import type { CommandTexts } from "../../src/discord/command/command-texts.ts";
import { choice, show, text as textOption } from "../../src/discord/command/options.ts";
import { createRuntime, type Runtime } from "../../src/discord/runtime.ts";
import type { RuntimeOptions } from "../../src/discord/runtime-options.ts";
import { runtime as texts } from "../../src/messages/en/runtime.ts";
import type { Answer, SeenMessage } from "../../src/playground/discord/local-api.ts";
import { LocalClient } from "../support/local-client.ts";
import { type LocalDiscord, startDiscord } from "../../src/playground/discord/start.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { MINUTE } from "../support/time.ts";
import { MemoryStateStore } from "../support/memory-state-store.ts";
import { explain, recordingLog, TAG_KEY } from "./support.ts";
import { defineCalls, text as textState, whole } from "../../src/discord/reply/calls.ts";

export interface World {
  readonly discord: LocalDiscord;
  readonly people: LocalClient;
  readonly states: MemoryStateStore;
  readonly clock: MovableClock;
  readonly log: ReturnType<typeof recordingLog>;
  readonly bot: (changes?: Partial<RuntimeOptions<object>>) => Runtime;
}

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A local Discord with its people, who wait as long as a machine may stand still; bots are made as many as wanted. */
export async function world(answerWithinMs = MINUTE): Promise<World> {
  const clock = new MovableClock();
  const discord = await startDiscord({ port: 0, clock, log: silentLog, rateLimits: "off", answerWithinMs });
  const people = new LocalClient(discord.url);
  const states = new MemoryStateStore(clock);
  const log = recordingLog();
  closing.push(
    () => discord.close(),
    () => people.close(),
  );
  const bot = (changes: Partial<RuntimeOptions<object>> = {}): Runtime => {
    const made = createRuntime<object>({
      token: new Secret(discord.token),
      apiUrl: discord.url,
      commands,
      commandTexts: commandTexts(...commands),
      services: () => ({}),
      explain,
      tagKeys: [TAG_KEY],
      states,
      log,
      metrics: noMetrics,
      clock,
      random: Math.random,
      ...changes,
    });
    closing.push(() => made.stop(500));
    return made;
  };
  return { discord, people, states, clock, log, bot };
}

const items = Array.from({ length: 12 }, (_, index) => `item ${index + 1}`);

const turnCalls = defineCalls("list", { page: { note: textState(), page: whole() } });

const turn = (page: number) => turnCalls.page({ note: "n".repeat(90), page });

function listing(page: number) {
  const { position, previous, next } = texts.pages;
  return reply(
    items.slice((page - 1) * 5, page * 5).map((item) => text(item)),
    text(position(page, 3)),
    buttons(
      actionButton(previous, turn(page - 1), { disabled: page === 1 }),
      actionButton(next, turn(page + 1), { disabled: page === 3 }),
    ),
    select(
      "Open",
      { command: "list", action: "open" },
      items.map((item) => ({ label: item, value: item })),
    ),
  );
}

export const commands: readonly AnyCommand<object>[] = [
  {
    name: "ask",
    visibility: "public",
    options: { show: show() },
    run: async ({ locale, isPrivate }: InvocationContext) => reply(text(`hello ${locale} ${isPrivate}`)),
  },
  { name: "secret", visibility: "private", options: {}, run: async () => reply(text("psst")) },
  {
    name: "fail",
    visibility: "public",
    options: {},
    run: () => Promise.reject(new Error("token=abc at /srv/x.ts:1")),
  },
  {
    name: "list",
    visibility: "public",
    options: {
      kind: choice(["a", "b"]),
      search: textOption({
        autocomplete: async ({ typed }: { typed: string }) => [{ name: `${typed}!`, value: typed }],
      }),
    },
    actions: {
      page: {
        for: "owner",
        others: "copy",
        answer: "edit",
        state: turnCalls.page.shape,
        run: async ({ state }) => listing(state.page),
      },
      open: { for: "owner", answer: "private", run: async ({ chosen }) => reply(text(`opened ${chosen}`)) },
    },
    run: async () => listing(1),
  },
  {
    name: "admin",
    visibility: "private",
    forAdmins: true,
    options: {},
    run: async () => reply(buttons(actionButton("Page", { command: "list", action: "page" }))),
  },
];

const described = (options: object) => ({
  description: "A command of the tests",
  options: Object.fromEntries(Object.keys(options).map((name) => [name, { description: "An option" }])),
});

/** A text for everything these commands have. */
export function commandTexts(...given: readonly CommandEntry<object>[]): Record<string, CommandTexts> {
  return Object.fromEntries(
    given.map((command) => {
      if (!("subcommands" in command)) return [command.name, described(command.options as object)];
      const subcommands = Object.entries(command.subcommands).map(
        ([name, { options }]) => [name, described(options as object)] as const,
      );
      return [
        command.name,
        { description: "A group of the tests", subcommands: Object.fromEntries(subcommands) },
      ];
    }),
  );
}

/** Runs a command as the player in the harbour's first channel, unless told otherwise, and waits for its answer. */
export async function run(people: LocalClient, command: string, options = {}, by: By = {}): Promise<Answer> {
  const { as = Ids.player, channel = Ids.general } = by;
  const { interaction } = await people.runCommand({ as, channel, command, options });
  return people.answer({ as, interaction });
}

interface By {
  readonly as?: string;
  readonly channel?: string;
}

export function seenOf(answer: Answer): SeenMessage {
  if (answer.kind !== "message") throw new Error(`no message: ${JSON.stringify(answer)}`);
  return answer.seen;
}

export const shown = (answer: Answer) => JSON.stringify(seenOf(answer).message.components);

export function controlId(answer: Answer, label: string): string {
  const found = new RegExp(
    `"custom_id":"([^"]+)"[^{}]*"label":"${label}"|"label":"${label}"[^{}]*"custom_id":"([^"]+)"`,
  ).exec(shown(answer));
  return found?.[1] ?? found?.[2] ?? "";
}
