import { parseArgs } from "node:util";

import { MovableClock } from "../../base/clock.ts";
import { type Log, silentLog } from "../../base/log.ts";
import { systemCode } from "../../base/system-code.ts";
import { startDiscord } from "./start.ts";

const USAGE = `Usage: npm run discord -- [options]
  --port N                    where to listen on 127.0.0.1; 0, the default, takes any free port
  --token TEXT                the bot's token; made up when left out
  --rate-limits discord|off   off for load tests
  --answer-within SECONDS     how long a first answer may take; 3, as with Discord, when left out`;

interface Arguments {
  readonly port: number;
  readonly token?: string;
  readonly rateLimits: "discord" | "off";
  readonly answerWithinMs?: number;
}

async function main(args: readonly string[]): Promise<void> {
  if (args.includes("--help") || args.includes("-h")) {
    process.stdout.write(`${USAGE}\n`);
    return;
  }
  const read = readArguments(args);
  if (typeof read === "string") {
    process.stderr.write(`${read}\n\n${USAGE}\n`);
    process.exitCode = 1;
    return;
  }
  try {
    const discord = await startDiscord({ ...read, clock: new MovableClock(), log: plainLog });
    process.on("SIGTERM", end);
    process.on("SIGINT", end);
    process.stdout.write(`DISCORD_API_URL=${discord.url}\nDISCORD_TOKEN=${discord.token}\n`);
  } catch (error) {
    const said = error instanceof Error ? error.message : "unknown";
    const reason = systemCode(error) === "EADDRINUSE" ? `port ${read.port} is taken` : said;
    process.stderr.write(`The local Discord could not start: ${reason}.\n`);
    process.exitCode = 1;
  }
}

function end(): never {
  process.exit(0);
}

/** Returns the arguments, or what is wrong with them. */
function readArguments(args: readonly string[]): Arguments | string {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        port: { type: "string" },
        token: { type: "string" },
        "rate-limits": { type: "string" },
        "answer-within": { type: "string" },
      },
    });
    const port = Number(values.port ?? "0");
    if (!Number.isInteger(port) || port < 0 || port > 65_535 || values.port === "") {
      return `--port must be a number from 0 to 65535, not "${values.port ?? ""}".`;
    }
    const rateLimits = values["rate-limits"] ?? "discord";
    if (rateLimits !== "discord" && rateLimits !== "off") return '--rate-limits must be "discord" or "off".';
    const within = Number(values["answer-within"] ?? "3");
    if (!Number.isInteger(within) || within < 1 || within > 60)
      return "--answer-within must be 1 to 60 seconds.";
    if (values.token !== undefined && !/^[\w.-]{10,200}$/.test(values.token)) {
      return "--token must be 10 to 200 letters, digits, dots, dashes or underscores.";
    }
    return {
      port,
      rateLimits,
      answerWithinMs: within * 1000,
      ...(values.token === undefined ? {} : { token: values.token }),
    };
  } catch (error) {
    return error instanceof Error ? error.message : "unreadable arguments";
  }
}

const line = (level: string, message: string, error?: unknown): void => {
  const cause = error instanceof Error ? ` (${error.message})` : "";
  process.stderr.write(`${level}: ${message}${cause}\n`);
};

const plainLog: Log = {
  ...silentLog,
  info: (message) => line("info", message),
  warn: (message, _fields, error) => line("warn", message, error),
  error: (message, _fields, error) => line("error", message, error),
};

await main(process.argv.slice(2));
