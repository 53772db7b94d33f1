import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Profile } from "../../src/platform/profile/schema.ts";
import { asOne, NODES, sharedDatabase } from "./deployment.ts";
import { type LoadBalancer, startLoadBalancer } from "./load-balancer.ts";
import { LocalClient } from "./local-client.ts";
import { type Program, startProgram } from "./program.ts";
import { startRoundRobin } from "./round-robin.ts";
import { homeIn } from "./bot-harness.ts";

/** Milepost between the two stand-ins, each a process of its own, with its files in a folder that goes with it. */
export interface ProgramStage {
  readonly local: LocalClient;
  readonly folder: string;
  readonly platformUrl: string;
  /** The bot's settings. */
  readonly env: Readonly<Record<string, string>>;
  /** Before the bot, where interactions come over HTTP: as a test asks for, and always where there are several nodes. */
  readonly balancer: LoadBalancer | undefined;
  /** Another run of the bot, as one process or as several; resolves once it is connected. */
  startMilepost(more?: Readonly<Record<string, string>>): Promise<Program>;
  /** Ends the stand-ins and what still runs of the bot, and takes the folder away. */
  close(): Promise<void>;
}

/** Has interactions come over HTTP. */
export const OVER_HTTP = { INTERACTIONS_PORT: "0" };

/**
 * Starts both stand-ins, the platform with a shipped profile or one written for it; `more` goes into the settings of
 * every run of the bot. Discord waits for a first answer as long as a machine may stand still.
 */
export async function stageProgram(
  more: Readonly<Record<string, string>> = {},
  spoken: "neutral" | Profile = "neutral",
  answerWithinS = 60,
): Promise<ProgramStage> {
  const folder = mkdtempSync(join(tmpdir(), "milepost-"));
  const profile = join(folder, "profile.json");
  const given = join(folder, "given.json");
  if (spoken !== "neutral") writeFileSync(given, JSON.stringify(spoken));
  const discord = startProgram([
    "src/playground/discord/main.ts",
    "--port=0",
    `--answer-within=${answerWithinS}`,
  ]);
  const platform = startProgram([
    "src/playground/platform/main.ts",
    `--profile=${spoken === "neutral" ? spoken : given}`,
    "--port=0",
    `--write-profile=${profile}`,
  ]);
  const [, apiUrl = ""] = await discord.line(/DISCORD_API_URL=(\S+)/);
  const [, token = ""] = await discord.line(/DISCORD_TOKEN=(\S+)/);
  const [platformUrl] = await platform.line(/http:\/\/127\.0\.0\.1:\d+/);
  const local = new LocalClient(new URL(apiUrl).origin);
  const isOverHttp = NODES > 1 || "INTERACTIONS_PORT" in more;
  const balancer = isOverHttp ? await startLoadBalancer() : undefined;
  const env = {
    DISCORD_API_URL: apiUrl,
    DISCORD_TOKEN: token,
    PLATFORM_PROFILE: profile,
    PLATFORM_API_KEY: "playground",
    ...homeIn(folder),
    ...(await sharedDatabase()),
    ...(balancer !== undefined && { ...OVER_HTTP, INTERACTIONS_URL: balancer.url }),
    ...more,
  };
  // Each has a page of its own, behind the address of all.
  const pages =
    NODES > 1 && more["LINK_PORT"] !== undefined
      ? await startRoundRobin(Number(more["LINK_PORT"]))
      : undefined;
  const started: Program[] = [];
  const startNode = async (changed: Readonly<Record<string, string>>) => {
    const own = pages === undefined ? {} : { LINK_PORT: String(await pages.addPort()) };
    const program = startProgram(["src/start.js"], { ...env, ...own, ...changed });
    started.push(program);
    if (balancer !== undefined) void addTarget(balancer, program);
    await program.line(/"Connected to Discord"/);
    return program;
  };
  return {
    local,
    folder,
    platformUrl,
    env,
    balancer,
    async startMilepost(changed = {}) {
      if (balancer !== undefined) balancer.targets = [];
      // The first one makes the keyring, which the others find.
      const programs = [await startNode(changed)];
      const others = Array.from({ length: NODES - 1 }, () => startNode(changed));
      programs.push(...(await Promise.all(others)));
      if (balancer !== undefined) {
        const isTaken = /"Discord posts interactions to this address"/;
        await Promise.all(programs.map((program) => program.line(isTaken)));
      }
      return asOne(programs);
    },
    async close() {
      // One that did not get so far that a test knows it.
      await Promise.all(started.map((program) => program.end("SIGKILL")));
      await local.close();
      await balancer?.close();
      await pages?.close();
      await Promise.all([discord.end(), platform.end()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** As soon as a bot says where it listens: Discord asks there before the bot is ready. Never rejects. */
async function addTarget(balancer: LoadBalancer, program: Program): Promise<void> {
  const listening = program.line(/"address":"([^"]+)".*"Listening for interactions"/);
  const [, address] = await listening.catch(() => []);
  if (address !== undefined) balancer.targets = [...balancer.targets, address];
}
