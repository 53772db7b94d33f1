import { parseArgs } from "node:util";

import { shippedProfiles } from "../../platform/profile/load.ts";
import type { Shape } from "./wire/encode.ts";

export interface Arguments {
  readonly isHelp: boolean;
  /** The name of a shipped profile, or a file. */
  readonly profile: string;
  readonly port: number;
  readonly seed: number;
  readonly shape?: Shape;
  readonly writeProfile?: string;
  readonly hasRateLimit: boolean;
}

export const usage = `Usage: npm run platform -- [options]
  --profile FILE|NAME       the profile to serve: ${shippedProfiles.join(", ")}, or a file (neutral)
  --port N                  the port, 0 for a free one (4380)
  --shape neutral|real      whether empty members are sent (as the profile says)
  --seed N                  which made-up game data (1)
  --rate-limit              throttle as real services do: 25 requests a second, averaged over 10 s
  --write-profile OUT       write the profile with this machine's addresses to a file`;

export function readArguments(given: readonly string[]): Arguments | { readonly problem: string } {
  let values: ReturnType<typeof parse>;
  try {
    values = parse(given);
  } catch (error) {
    return { problem: error instanceof Error ? error.message : "The options can't be read." };
  }
  const port = wholeNumber(values.port ?? "4380", 65_535);
  if (port === undefined)
    return { problem: `--port wants a number from 0 to 65535, not "${String(values.port)}".` };
  const seed = wholeNumber(values.seed ?? "1", 2 ** 32 - 1);
  if (seed === undefined) return { problem: `--seed wants a whole number, not "${String(values.seed)}".` };
  const { shape } = values;
  if (shape !== undefined && shape !== "neutral" && shape !== "real") {
    return { problem: `--shape is neutral or real, not "${shape}".` };
  }
  return {
    isHelp: values.help ?? false,
    profile: values.profile ?? "neutral",
    port,
    seed,
    hasRateLimit: values["rate-limit"] ?? false,
    ...(shape === undefined ? {} : { shape }),
    ...(values["write-profile"] === undefined ? {} : { writeProfile: values["write-profile"] }),
  };
}

function parse(given: readonly string[]) {
  return parseArgs({
    args: [...given],
    options: {
      profile: { type: "string" },
      port: { type: "string" },
      seed: { type: "string" },
      shape: { type: "string" },
      "rate-limit": { type: "boolean" },
      "write-profile": { type: "string" },
      help: { type: "boolean", short: "h" },
    },
  }).values;
}

function wholeNumber(text: string, max: number): number | undefined {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  return value <= max ? value : undefined;
}
