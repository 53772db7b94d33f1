import pino from "pino";

import type { Clock } from "../base/clock.ts";
import { jsonOrNothing } from "../base/json.ts";
import type { Log, LogFields } from "../base/log.ts";
import { describeError } from "./describe-error.ts";
import { createScrubber, type Scrubber } from "./scrubber.ts";

export interface LogOptions {
  readonly level: "debug" | "info" | "warn" | "error" | "silent";
  readonly clock: Clock;
  /** Receives one line with its line break. */
  readonly write: (line: string) => void;
  /** Formats lines for a person at a terminal instead of JSON. */
  readonly isReadable?: boolean;
  readonly scrubber?: Scrubber;
}

const LONGEST_TEXT = 1_000;

/**
 * Returns the log: one line per event, JSON by pino. Only allow-listed fields pass, errors are described without their
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

/**
 * The names of fields in a log line. None holds members' data or free text. A field with another name is left out, and
 * the line lists it as omitted.
 */
export const allowedFields: ReadonlySet<string> = new Set([
  "action",
  "address",
  "attempt",
  "bytes",
  "code",
  "command",
  "count",
  "event",
  "file",
  "guilds",
  "host",
  "invite",
  "keyId",
  "kind",
  "left",
  "level",
  "locale",
  "method",
  "mode",
  "ms",
  "name",
  "node",
  "operation",
  "origin",
  "path",
  "pid",
  "platformCode",
  "port",
  "profile",
  "reason",
  "reference",
  "retryAfterMs",
  "route",
  "rows",
  "setting",
  "shard",
  "signal",
  "state",
  "status",
  "step",
  "table",
  "url",
  "version",
  "waitMs",
]);

const SHORT = new Set(["time", "level", "msg", "error"]);

/** Returns a JSON line for a terminal: time, level when it matters, sentence, fields, then the error's place. */
function readable(line: string): string {
  const event = jsonOrNothing(line);
  if (!isMembers(event)) return line;
  const fields = Object.entries(event)
    .filter(([name]) => !SHORT.has(name))
    .map(([name, value]) => `${name}=${shown(value)}`);
  const level = event["level"] === "info" ? "" : `${String(event["level"])}: `;
  const head = `${timeOf(event)} ${level}${String(event["msg"])}`;
  const tail = fields.length === 0 ? "" : `  (${fields.join(", ")})`;
  return `${head}${tail}\n${errorLines(event["error"], "")}`;
}

type Members = Readonly<Record<string, unknown>>;

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function timeOf(event: Members): string {
  return String(event["time"]).slice(11, 19);
}

function shown(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function errorLines(error: unknown, indent: string): string {
  if (!isMembers(error)) return "";
  const words = ["name", "code", "status", "route", "message"]
    .filter((name) => error[name] !== undefined)
    .map((name) => shown(error[name]));
  const details = isMembers(error["details"]) ? Object.entries(error["details"]) : [];
  const reasons = details.map(([name, value]) => `${name}=${shown(value)}`);
  const frames = Array.isArray(error["stack"]) ? error["stack"].slice(0, 5) : [];
  const lines = [
    `${indent}  ${[...words, ...reasons].join(" ")}`,
    ...frames.map((frame) => `${indent}    at ${String(frame)}`),
  ];
  return `${lines.join("\n")}\n${errorLines(error["cause"], `${indent}  `)}`;
}
