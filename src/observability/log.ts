import pino from "pino";

import type { Clock } from "../base/clock.ts";
import type { Log, LogFields } from "../base/log.ts";
import { describeError } from "./describe-error.ts";
import { allowedFields } from "./fields.ts";
import { readable } from "./readable.ts";
import { createScrubber, type Scrubber } from "./scrubber.ts";

export interface LogOptions {
  readonly level: "debug" | "info" | "warn" | "error" | "silent";
  readonly clock: Clock;
  /** Takes one line with its line break. */
  readonly write: (line: string) => void;
  /** For a person at a terminal instead of JSON. */
  readonly isReadable?: boolean;
  readonly scrubber?: Scrubber;
}

const LONGEST_TEXT = 1_000;

/**
 * The log: one line an event, JSON by pino. Only allow-listed fields pass, errors are described without their
 * messages, and the finished line goes through the scrubber.
 */
export function createLog({
  level,
  clock,
  write,
  isReadable = false,
  scrubber = createScrubber(),
}: LogOptions): Log {
  const finish = isReadable ? readable : (line: string) => line;
  const stream = { write: (line: string) => write(finish(scrubber.scrub(line))) };
  const logger = pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date(clock.now()).toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    stream,
  );
  const at =
    (name: "debug" | "info" | "warn" | "error") => (message: string, fields?: LogFields, error?: unknown) => {
      if (!logger.isLevelEnabled(name)) return;
      logger[name](lineOf(fields, error), message);
    };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

function lineOf(fields: LogFields = {}, error: unknown): object {
  const line: Record<string, unknown> = {};
  const omitted: string[] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (!allowedFields.has(name)) omitted.push(name);
    else if (typeof value === "string") line[name] = value.slice(0, LONGEST_TEXT);
    else if (value !== undefined) line[name] = value;
  }
  return {
    ...line,
    ...(omitted.length > 0 && { omitted }),
    ...(error !== undefined && { error: describeError(error) }),
  };
}
