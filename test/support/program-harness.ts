import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Profile } from "../../src/platform/profile/schema.ts";
import { LocalClient } from "./local-client.ts";
import { type Program, startProgram } from "./program.ts";
import { homeIn } from "./bot-harness.ts";

/** Milepost between the two stand-ins, each a process of its own, with its files in a folder that goes with it. */
export interface ProgramStage {
  readonly local: LocalClient;
  readonly folder: string;
  readonly platformUrl: string;
  /** The bot's settings. */
  readonly env: Readonly<Record<string, string>>;
  /** Another run of the bot; resolves once it is connected. */
  startMilepost(more?: Readonly<Record<string, string>>): Promise<Program>;
  /** Ends the stand-ins, and takes the folder away. */
  close(): Promise<void>;
}

/**
 * Starts both stand-ins, the platform with a shipped profile or one written for it; `more` goes into the settings of
 * every run of the bot.
 */
export async function stageProgram(
  more: Readonly<Record<string, string>> = {},
  spoken: "neutral" | Profile = "neutral",
): Promise<ProgramStage> {
  const folder = mkdtempSync(join(tmpdir(), "milepost-"));
  const profile = join(folder, "profile.json");
  const given = join(folder, "given.json");
  if (spoken !== "neutral") writeFileSync(given, JSON.stringify(spoken));
  const discord = startProgram(["src/playground/discord/main.ts", "--port", "0"]);
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
  const env = {
    DISCORD_API_URL: apiUrl,
    DISCORD_TOKEN: token,
    PLATFORM_PROFILE: profile,
    PLATFORM_API_KEY: "playground",
    ...homeIn(folder),
    ...more,
  };
  return {
    local,
    folder,
    platformUrl,
    env,
    async startMilepost(changed = {}) {
      const program = startProgram(["src/start.js"], { ...env, ...changed });
      await program.line(/"Connected to Discord"/);
      return program;
    },
    async close() {
      await local.close();
      await Promise.all([discord.end(), platform.end()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
