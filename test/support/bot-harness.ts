import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { packageRoot } from "../../src/base/package-root.ts";
import { LocalClient } from "./local-client.ts";
import { type Program, startProgram } from "./program.ts";
import { Stalls } from "./stalls.ts";

/** A local Discord in a process of its own, with people enough that nobody meets a limit. */
export interface DiscordStage {
  readonly local: LocalClient;
  readonly env: Readonly<Record<string, string>>;
  readonly channel: string;
  readonly people: readonly string[];
  close(): Promise<unknown>;
}

export interface PlatformStage {
  readonly env: Readonly<Record<string, string>>;
  control(path: string, body?: unknown): Promise<unknown>;
  close(): Promise<unknown>;
}

/**
 * Milepost as `npm start` starts it, the same from the sources though it was built, the bare bot on discord.js it is
 * measured against, and that bot on other frameworks, and on Node alone.
 */
export type Contender =
  | "milepost"
  | "sources"
  | "bare"
  | "core"
  | "sapphire"
  | "oceanic"
  | "seyfert"
  | "node";

const GENERAL = "730000000000000001";
const HARBOUR = "710000000000000001";

export async function stageDiscord(people: number, answerWithinS = 3): Promise<DiscordStage> {
  const within = `--answer-within=${answerWithinS}`;
  const program = startProgram(["src/playground/discord/main.ts", "--port", "0", within]);
  const [, apiUrl = ""] = await program.line(/DISCORD_API_URL=(\S+)/);
  const [, token = ""] = await program.line(/DISCORD_TOKEN=(\S+)/);
  const local = new LocalClient(new URL(apiUrl).origin);
  await local.setRateLimits({ mode: "off" });
  const added = await local.addPeople({ count: people, server: HARBOUR });
  return {
    local,
    env: { DISCORD_API_URL: apiUrl, DISCORD_TOKEN: token },
    channel: GENERAL,
    people: added.people,
    close: async () => {
      await local.close();
      return program.end();
    },
  };
}

/** The embedded platform in a process of its own, behind a profile written for it. */
export async function stagePlatform(
  change?: (profile: Record<string, unknown>) => void,
): Promise<PlatformStage> {
  const { request } = await import("undici");
  const folder = mkdtempSync(join(tmpdir(), "milepost-bench-"));
  const file = join(folder, "profile.json");
  const program = startProgram([
    "src/playground/platform/main.ts",
    "--profile=neutral",
    "--port=0",
    `--write-profile=${file}`,
  ]);
  const [, url = ""] = await program.line(/(http:\/\/127\.0\.0\.1:\d+)/);
  if (change !== undefined) {
    const profile = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
    change(profile);
    writeFileSync(file, JSON.stringify(profile));
  }
  return {
    env: { PLATFORM_PROFILE: file, PLATFORM_API_KEY: "playground" },
    control: async (path, body) => {
      const answer = await request(`${url}/_control/${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: { "content-type": "application/json" },
        body: body === undefined ? null : JSON.stringify(body),
      });
      return answer.body.json();
    },
    close: async () => {
      await program.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Where a bot keeps what outlives it. */
export function homeIn(folder: string) {
  return {
    DATABASE_URL: `file:${join(folder, "data", "milepost.db")}`,
    MILEPOST_KEYRING_FILE: join(folder, "keys", "keyring"),
  };
}

export interface BotOnStage {
  readonly program: Program;
  readonly startedAt: number;
  close(): Promise<void>;
}

/** What `npm start` starts Node with. */
export function startArguments(): readonly string[] {
  const { scripts } = JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8")) as {
    readonly scripts: { readonly start: string };
  };
  return scripts.start.split(" ").slice(1);
}

function entryOf(contender: Contender): readonly string[] {
  if (contender === "milepost") return startArguments();
  if (contender === "sources") return [...startArguments().slice(0, -1), "src/main.ts"];
  return [`test/bench/bots/${contender}.js`];
}

/** Starts a contender; it is not ready yet. */
export function startBot(
  contender: Contender,
  discord: DiscordStage,
  env: Readonly<Record<string, string>> = {},
): BotOnStage {
  const folder = mkdtempSync(join(tmpdir(), "milepost-bench-"));
  const startedAt = performance.now();
  const program = startProgram(entryOf(contender), {
    ...discord.env,
    ...(contender === "sources" && { NODE_COMPILE_CACHE: join(packageRoot, "node_modules/.cache/milepost") }),
    LOG_LEVEL: "warn",
    ...homeIn(folder),
    ...env,
  });
  return {
    program,
    startedAt,
    close: async () => {
      await program.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs `/trending` once and waits for its content. */
export async function askTrending(
  discord: DiscordStage,
  person: string,
  options?: Readonly<Record<string, string>>,
): Promise<void> {
  const { interaction } = await discord.local.runCommand({
    as: person,
    channel: discord.channel,
    command: "trending",
    ...(options !== undefined && { options }),
  });
  const answer = await discord.local.answer({ as: person, interaction });
  if (answer.kind !== "message" || answer.seen.isThinking) {
    throw new Error(`/trending was answered with ${answer.kind}`);
  }
}

/** Waits until the bot is connected and its commands are there, then gets one command answered. */
export async function firstAnswer(discord: DiscordStage, bot: BotOnStage): Promise<void> {
  for (let tries = 0; tries < 20_000; tries += 1) {
    const state = await discord.local.state();
    if (state.commands > 0 && state.sessions.some((session) => session.isConnected)) break;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const [person = ""] = discord.people;
  const stalls = new Stalls();
  try {
    await stalls.retry(() => askTrending(discord, person));
  } catch (error) {
    throw new Error(`no first answer; the bot printed:\n${bot.program.output()}`, { cause: error });
  } finally {
    stalls.stop();
  }
}
