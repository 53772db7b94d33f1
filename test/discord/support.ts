import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

import { MovableClock } from "../../src/base/clock.ts";
import { isMilepostError } from "../../src/base/errors.ts";
import type { Log, LogFields } from "../../src/base/log.ts";
import { plain } from "../../src/base/markdown.ts";
import { noMetrics } from "../../src/base/metrics.ts";
import type { Explain } from "../../src/discord/interaction/failure.ts";
import type { CommandEntry } from "../../src/discord/command/command.ts";
import { CustomIds } from "../../src/discord/interaction/custom-id.ts";
import { Dispatcher } from "../../src/discord/interaction/dispatch.ts";
import type { Incoming, IncomingData } from "../../src/discord/interaction/incoming.ts";
import { InteractionApi } from "../../src/discord/interaction/interaction-api.ts";
import { InteractionRest } from "../../src/discord/rest/interaction-rest.ts";
import { ReplyRenderer } from "../../src/discord/interaction/reply-renderer.ts";
import type { Planner } from "../../src/discord/interaction/plan-press.ts";
import { RefusalBreaker } from "../../src/discord/rest/refusal-breaker.ts";
import { Registry } from "../../src/discord/command/registry.ts";
import { DEFAULT_LIMITS, type RuntimeLimits } from "../../src/discord/interaction/runtime-limits.ts";
import { runtime } from "../../src/messages/en/runtime.ts";
import { MemoryStateStore } from "../support/memory-state-store.ts";

export const TAG_KEY = new Uint8Array(32).fill(9);
export const OWNER = "112233445566778899";
export const OTHER = "998877665544332211";
const APPLICATION = "500000000000000000";
const GUILD = "600000000000000000";

/** One request the bot made, in the terms of the interaction it belongs to. */
export interface Call {
  /** `callback`, `edit`, `delete`, `follow-up`, else method and path. */
  readonly what: string;
  readonly token: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- bodies are looked at field by field
  readonly body: any;
}

type Answer = { readonly status: number; readonly body?: unknown } | undefined;

/** A loopback server in Discord's place that records what it is asked and answers as told. */
async function startEar(answer: (call: Call) => Answer | Promise<Answer> = () => undefined) {
  const calls: Call[] = [];
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => void hear(request, response));
  const hear = async (request: IncomingMessage, response: ServerResponse) => {
    const call = toCall(request, await bodyOf(request));
    calls.push(call);
    const told = await answer(call);
    const status = told?.status ?? (call.what === "callback" || call.what === "delete" ? 204 : 200);
    response.writeHead(status, status === 204 ? {} : { "content-type": "application/json" });
    response.end(status === 204 ? undefined : JSON.stringify(told?.body ?? {}));
    for (const wake of waiting) wake();
  };
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/api`,
    calls,
    /** Resolves when so many calls of this interaction were answered. */
    async calledBy(token: string, count: number): Promise<readonly Call[]> {
      const mine = () => calls.filter((call) => call.token === token);
      while (mine().length < count) {
        const { promise, resolve } = Promise.withResolvers<void>();
        waiting.add(resolve);
        await promise;
        waiting.delete(resolve);
      }
      return mine();
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : text;
}

function toCall({ method = "", url = "" }: IncomingMessage, body: unknown): Call {
  const path = decodeURIComponent(url.split("?")[0] ?? "").replace("/api/v10", "");
  const [, room, , token = "", ...rest] = path.split("/");
  if (room === "interactions") return { what: "callback", token, body };
  if (room !== "webhooks") return { what: `${method} ${path}`, token: "", body };
  const names: Record<string, string> = { PATCH: "edit", DELETE: "delete", POST: "follow-up" };
  return { what: rest.length > 0 || method === "POST" ? (names[method] ?? method) : method, token, body };
}

export const explain: Explain = (error, { reference }) => ({
  tone: "alert",
  blocks: [{ type: "text", text: plain(`${isMilepostError(error) ? error.code : "internal"} ${reference}`) }],
});

export interface LogLine {
  readonly level: keyof Log;
  readonly message: string;
  readonly fields: LogFields;
  readonly error?: unknown;
}

export function recordingLog(): Log & { readonly lines: LogLine[] } {
  const lines: LogLine[] = [];
  const write =
    (level: keyof Log) =>
    (message: string, fields: LogFields = {}, error?: unknown) =>
      void lines.push({ level, message, fields, error });
  return { lines, debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") };
}

interface Setting {
  readonly commands: readonly CommandEntry<object>[];
  readonly limits?: Partial<RuntimeLimits>;
  readonly explain?: Explain;
  readonly planner?: Partial<Planner<object>>;
  readonly answer?: (call: Call) => Answer | Promise<Answer>;
  /** Whether no other process acts on an interaction. */
  readonly isFirst?: () => Promise<boolean>;
}

/** A dispatcher over real sockets, with an ear in Discord's place. */
export async function startDispatcher({ commands, limits: some, answer, ...setting }: Setting) {
  const ear = await startEar(answer);
  const log = recordingLog();
  const clock = new MovableClock();
  const rest = new InteractionRest({ apiUrl: ear.url, breaker: new RefusalBreaker({ clock }) });
  const states = new MemoryStateStore(clock);
  const limits = { ...DEFAULT_LIMITS, ...some };
  const registry = new Registry(commands);
  const customIds = new CustomIds([TAG_KEY], states, clock);
  const api = new InteractionApi(rest);
  const renderer = new ReplyRenderer({
    customIds,
    registry,
    explain: setting.explain ?? explain,
    texts: () => runtime,
    drawWithinMs: 100,
    log,
  });
  const dispatcher = new Dispatcher<object>({
    api,
    renderer,
    isAgeRestricted: async ({ isAgeRestricted }) => isAgeRestricted,
    isFirst: setting.isFirst ?? (async () => true),
    planner: {
      registry,
      customIds,
      menus: new Map([["2 Profile", "profile"]]),
      services: () => ({}),
      ...setting.planner,
    },
    limits,
    clock,
    random: Math.random,
    log,
    metrics: noMetrics,
    mention: (name) => `/${name}`,
  });
  return { ear, dispatcher, log, clock, states, customIds };
}

let made = 0;

/** An interaction in a server that installed the bot, unless told otherwise. */
export function incoming(
  type: number,
  data: IncomingData,
  changes: Partial<Incoming> & { by?: string } = {},
): Incoming {
  const { by = OWNER, ...rest } = changes;
  made += 1;
  return {
    id: String(700_000_000_000_000_000n + BigInt(made)),
    token: `token-${made}`,
    type,
    application_id: APPLICATION,
    guild_id: GUILD,
    channel: { id: "800000000000000000", nsfw: false },
    context: 0,
    locale: "de",
    guild_locale: "fr",
    member: { user: { id: by, username: "somebody" }, permissions: "0" },
    authorizing_integration_owners: { "0": GUILD },
    data,
    ...rest,
  };
}

export const slash = (name: string, options: Record<string, string> = {}, changes = {}) =>
  incoming(
    2,
    { name, type: 1, options: Object.entries(options).map(([name, value]) => ({ name, type: 3, value })) },
    changes,
  );

export const pressOf = (custom_id: string, changes: Partial<Incoming> & { by?: string } = {}) =>
  incoming(3, { custom_id }, changes);
