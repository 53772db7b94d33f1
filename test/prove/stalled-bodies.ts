import { readFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";

import { Routes } from "discord-api-types/v10";

import { systemClock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import { noMetrics } from "../../src/base/metrics.ts";
import { packageRoot } from "../../src/base/package-root.ts";
import { Secret } from "../../src/base/secret.ts";
import { readSettings } from "../../src/config/settings.ts";
import { healthFindings } from "../../src/cli/doctor.ts";
import { createBotRest } from "../../src/discord/rest/bot-rest.ts";
import { InteractionRest } from "../../src/discord/rest/interaction-rest.ts";
import { lookUpEndpoint } from "../../src/discord/rest/look-up-bot.ts";
import { readFile } from "../../src/discord/rest/read-file.ts";
import { RefusalBreaker } from "../../src/discord/rest/refusal-breaker.ts";
import { createTrialRest } from "../../src/discord/smoke-trial.ts";
import { createHeartbeat } from "../../src/observability/heartbeat.ts";
import { connectPlatform } from "../../src/platform/connection.ts";
import type { PlatformRequest } from "../../src/platform/http/request.ts";
import { loadProfile } from "../../src/platform/profile/load.ts";
import { signIn } from "../../src/sign-in/sign-in.ts";
import { modules } from "../support/import-graph.ts";

import type { Proof } from "./run.ts";

/** What a server that stalls sends after its headers. */
const STALLS: Readonly<Record<string, (response: ServerResponse) => void>> = {
  "half a body": (response) => void response.write('{"half'),
  "no body": (response) => response.flushHeaders(),
  "a byte now and then": (response) => {
    const drip = setInterval(() => response.write(" "), 500);
    response.on("close", () => clearInterval(drip));
  },
};
/** Any machine may stand still for a while. */
const SLACK_MS = 5_000;
/** Who ends sooner never met the stall. */
const LEAST_MS = 1_000;
/** Clients with more time are tried by the whole proof alone. */
const QUICK_MS = 30_000;

interface Client {
  /** Where it is, so that none is forgotten. */
  readonly file: string;
  /** The longest a request of it may take, its repetition included. */
  readonly withinMs: number;
  readonly ask: (url: string) => Promise<unknown>;
}

const token = new Secret("MTIz.abc.def");
const signal = new AbortController().signal;
const breaker = () => new RefusalBreaker({ clock: systemClock });
const restAt = (apiUrl: string) => createBotRest({ apiUrl, breaker: breaker() }).setToken(token.reveal());
const body = { content: "x" };

const discord = (withinMs: number, ask: (rest: ReturnType<typeof restAt>) => Promise<unknown>): Client => ({
  file: "src/discord/rest/bot-rest.ts",
  withinMs,
  ask: (url) => ask(restAt(url)),
});

/** A GET, and what may be repeated, is tried twice. */
const DISCORD: Readonly<Record<string, Client>> = {
  "a lookup": discord(20_000, (rest) => rest.get(Routes.channel("1"))),
  "an edit": discord(20_000, (rest) => rest.patch(Routes.channelMessage("1", "2"), { body })),
  "a post": discord(10_000, (rest) => rest.post(Routes.channelMessages("1"), { body })),
  "a direct message": discord(10_000, (rest) => rest.post(Routes.userChannels(), { body })),
  "the address for interactions": discord(20_000, (rest) =>
    rest.patch(Routes.currentApplication(), { body }),
  ),
  "the post behind it": discord(20_000, (rest) => {
    const post = () => rest.post(Routes.channelMessages("1"), { body }).catch(() => {});
    return Promise.all([post(), post()]);
  }),
  "a reply": {
    file: "src/discord/rest/interaction-rest.ts",
    withinMs: 3_000,
    ask: (apiUrl) =>
      new InteractionRest({ apiUrl, breaker: breaker() }).send({
        method: "POST",
        route: "/a",
        withinMs: 3_000,
      }),
  },
  "doctor and smoke": {
    file: "src/discord/smoke-trial.ts",
    withinMs: 20_000,
    ask: (url) => createTrialRest(token, url).get(Routes.currentApplication()),
  },
  "doctor, of INTERACTIONS_URL": {
    file: "src/discord/rest/look-up-bot.ts",
    withinMs: 5_000,
    ask: (apiUrl) => lookUpEndpoint({ token, apiUrl: `${apiUrl}/known` }),
  },
  "an uploaded file": {
    file: "src/discord/rest/read-file.ts",
    withinMs: 10_000,
    ask: (url) => readFile({ url, size: 9 }, { most: 99, signal }),
  },
};

const platform = (withinMs: number, request: Partial<PlatformRequest>): Client => ({
  file: "src/platform/http/transport.ts",
  withinMs,
  async ask(base) {
    const shared = { apiKey: new Secret("key"), clock: systemClock, random: () => 0, version: "1" };
    const profile = loadProfile("neutral", { baseUrl: base });
    const connection = connectPlatform({ ...shared, profile, log: silentLog, metrics: noMetrics });
    const url = new URL(base);
    const asked = {
      operation: "a",
      class: "public",
      method: "GET",
      envelope: "auto",
      maxBytes: 9_999,
    } as const;
    try {
      await connection.send({ ...asked, url, signal, ...request });
    } finally {
      await connection.close();
    }
  },
});

const PLATFORM: Readonly<Record<string, Client>> = {
  "public data": platform(15_000, {}),
  "a member's data": platform(15_000, {
    class: "private",
    session: { cookie: () => "a=b", csrf: () => "c" },
  }),
  "a feed": platform(15_000, { isFeed: true }),
  "a picture": platform(15_000, { class: "picture", envelope: "bare" }),
  "an OAuth token": platform(25_000, { class: "token", method: "POST", body: "a=b", envelope: "bare" }),
  "a file of names": platform(300_000, { class: "file", envelope: "bare" }),
  "a sign-in": {
    file: "src/sign-in/browser.ts",
    withinMs: 8_000,
    ask: (baseUrl) =>
      signIn({
        profile: loadProfile("neutral", { baseUrl }),
        provider: "ProviderA",
        credentials: { login: "a", password: new Secret("b") },
        isRemembered: false,
        apiKey: new Secret("key"),
        clock: systemClock,
        version: "1",
        withinMs: 8_000,
      }),
  },
};

const OURS: Readonly<Record<string, Client>> = {
  "the heartbeat": {
    file: "src/observability/heartbeat.ts",
    withinMs: 10_000,
    ask: (url) => createHeartbeat(new Secret(url), silentLog)(signal),
  },
  "doctor, of HEALTH_PORT": {
    file: "src/cli/doctor.ts",
    withinMs: 3_000,
    ask: (url) => healthFindings(readSettings({ HEALTH_PORT: new URL(url).port })),
  },
};

const CLIENTS: Readonly<Record<string, Client>> = { ...DISCORD, ...PLATFORM, ...OURS };

type Ended = "in time" | "too late" | "never asked";

/** Every client asks a server whose headers come and whose body stalls. */
export async function stalledBodies({ isQuick }: { readonly isQuick: boolean }): Promise<Proof> {
  const stalls = Object.entries(STALLS).slice(0, isQuick ? 1 : undefined);
  const clients = Object.entries(CLIENTS).filter(([, { withinMs }]) => !isQuick || withinMs <= QUICK_MS);
  const asked = await Promise.all(
    stalls.map(async ([stall, send]) => {
      await using server = await stalling(send);
      return await Promise.all(
        clients.map(async ([name, client]) => `${await ends(client, server.url)}: ${name}, ${stall}`),
      );
    }),
  );
  const known = new Set(Object.values(CLIENTS).map(({ file }) => file));
  const forgotten = modules().filter((path) => isClient(path) && !known.has(path));
  const broken = [
    ...asked.flat().filter((told) => !told.startsWith("in time")),
    ...forgotten.map((path) => `not among them: ${path}`),
  ];
  const sentence =
    `${clients.length} clients asked servers whose body stalls in ${stalls.length} ways: ` +
    `${broken.length} waited longer than they may, or aren't tried` +
    (broken.length === 0 ? "" : ` (${broken.join("; ")})`);
  return { sentence, failed: broken.length };
}

async function ends({ withinMs, ask }: Client, url: string): Promise<Ended> {
  const startedAt = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Ended>((resolve) => {
    timer = setTimeout(() => resolve("too late"), withinMs + SLACK_MS);
  });
  const told = (): Ended => (performance.now() - startedAt < LEAST_MS ? "never asked" : "in time");
  return Promise.race([ask(url).then(told, told), late]).finally(() => clearTimeout(timer));
}

function isClient(path: string): boolean {
  if (path.startsWith("src/playground/")) return false;
  const source = readFileSync(packageRoot + path, "utf8");
  return /import (?!type)[^;]*from "undici"/.test(source) || /new REST\(|extends REST\b/.test(source);
}

/** A server whose answers stall, but for what Discord says of the application below `/known`. */
async function stalling(send: (response: ServerResponse) => void) {
  const server = createServer((request, response) => {
    response.setHeader("content-type", "application/json");
    if (request.url?.startsWith("/known/") !== true) return send(response);
    response.end(JSON.stringify({ id: "1", interactions_endpoint_url: url }));
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  return {
    url,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
