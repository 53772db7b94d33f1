import { type Clock, systemClock } from "../base/clock.ts";
import { isMilepostError } from "../base/errors.ts";
import { envFileWarnings } from "../config/env-file.ts";
import { readSettings, type Settings } from "../config/settings.ts";
import { sentenceOf } from "./database.ts";
import {
  databaseFindings,
  keyringFindings,
  postFindings,
  sessionFindings,
} from "./doctor/database-findings.ts";
import { type Finding, look, ok, wrong } from "./doctor/finding.ts";
import { interactionFindings } from "./doctor/interaction-findings.ts";
import { type CliContext, counted, endWith, readArguments } from "./subcommand.ts";

export const usage = `Usage: milepost doctor [--json]

Checks settings, database, keyring, posts, health port, platform and Discord, and says how to fix what is wrong.
It changes nothing. The bot can run meanwhile. --json prints the findings for a program.
`;

type Say = (about: string, finding: Finding) => void;

/** `milepost doctor`: fails when something is wrong. Never prints a secret. */
export async function run(
  args: readonly string[],
  { stdout, env, clock = systemClock }: CliContext,
): Promise<number | undefined> {
  const called = readArguments(args, { json: { type: "boolean" } });
  if (called === undefined) return undefined;
  const isJson = called.values.json === true;
  const found: ({ readonly about: string } & Finding)[] = [];
  const say: Say = (about, finding) => {
    found.push({ about, ...finding });
    if (!isJson) stdout.write(lineOf(about, finding));
  };
  const settings = settingsOf(env, say);
  if (settings !== undefined) await lookAtAll(settings, clock, say);
  const bad = found.filter(({ verdict }) => verdict === "wrong").length;
  const code = bad === 0 ? 0 : 1;
  if (isJson) return endWith(code, stdout, `${JSON.stringify({ wrong: bad, findings: found }, null, 2)}\n`);
  return endWith(code, stdout, `${sumOf(bad, found.filter(({ verdict }) => verdict === "look").length)}\n`);
}

function sumOf(wrongs: number, looks: number): string {
  if (wrongs > 0) return `${counted(wrongs, "thing is", "things are")} wrong.`;
  return looks === 0 ? "Nothing is wrong." : `Nothing is wrong, but look at ${counted(looks, "line")} above.`;
}

function lineOf(about: string, { verdict, words }: Finding): string {
  const shown = verdict === "wrong" ? "WRONG" : verdict;
  return `${shown.padEnd(6)}${about.padEnd(11)}${words.replaceAll("\n", `\n${" ".repeat(17)}`)}\n`;
}

function settingsOf(env: CliContext["env"], say: Say): Settings | undefined {
  try {
    const settings = readSettings(env);
    const warnings = [...settings.warnings, ...envFileWarnings()];
    say("settings", warnings.length === 0 ? ok("readable") : look(warnings.join("\n")));
    return settings;
  } catch (error) {
    if (!isMilepostError(error)) throw error;
    say("settings", wrong(sentenceOf(error)));
    return undefined;
  }
}

/** In order: what is reported first should be fixed first. */
async function lookAtAll(settings: Settings, clock: Clock, say: Say): Promise<void> {
  const parts: readonly [string, () => Promise<readonly Finding[]>][] = [
    ["database", () => databaseFindings(settings, clock)],
    ["keyring", () => keyringFindings(settings, clock)],
    ["sessions", () => sessionFindings(settings)],
    ["posts", () => postFindings(settings, clock)],
    ["health", async () => (await import("./doctor/health-findings.ts")).healthFindings(settings)],
    ["platform", async () => (await import("./doctor/platform-findings.ts")).platformFindings(settings)],
    ["discord", async () => (await import("./doctor/discord-findings.ts")).discordFindings(settings)],
    ["commands", () => interactionFindings(settings.discord)],
  ];
  const sentences = new Set<string>();
  for (const [about, findings] of parts) {
    try {
      for (const finding of await findings()) say(about, finding);
    } catch (error) {
      if (!isMilepostError(error)) throw error;
      const sentence = sentenceOf(error);
      if (!sentences.has(sentence)) say(about, wrong(sentence));
      sentences.add(sentence);
    }
  }
}
