import { MilepostError } from "../base/errors.ts";
import { packageRoot } from "../base/package-root.ts";

import { sourceFrame } from "./source-frames.ts";

/** What a log line says of an error: its kind and place, never its data. */
export interface ErrorDescription {
  readonly name: string;
  readonly code?: string | number;
  readonly status?: number;
  readonly details?: Readonly<Record<string, string | number>>;
  /** Only of messages without data: our own, and a few of the engine's. */
  readonly message?: string;
  /** For Discord's answers: method and path, with ids and tokens replaced. */
  readonly route?: string;
  readonly stack?: readonly string[];
  readonly cause?: ErrorDescription;
  readonly errors?: readonly ErrorDescription[];
}

const DEEPEST = 4;
const MOST_FRAMES = 14;
const MOST_ERRORS = 3;
const NAME = /^[A-Za-z][A-Za-z0-9_.[\] ]{0,60}$/;
/** A system's or library's code, or PostgreSQL's five characters. */
const CODE = /^(?:[A-Za-z][A-Za-z0-9_.-]{0,60}|\d[0-9A-Z]{4})$/;
/** Messages of the engine and PostgreSQL's driver about the program, not its data. Member names are short and plain. */
const ENGINE_MESSAGES = [
  /^Cannot (read|set) properties of (undefined|null) \((reading|setting) '[A-Za-z_]{1,30}'\)$/,
  /^[A-Za-z_]{1,30}(\.[A-Za-z_]{1,30}){0,3} is not (a function|iterable|defined|a constructor)$/,
  /^Maximum call stack size exceeded$/,
  /^Invalid (array length|time value|URL)$/,
  /^Assignment to constant variable\.$/,
  /^Cannot find (module|package) '[\w@/.-]{1,120}'( imported from [\w@/.-]{1,200})?$/,
  /^Query read timeout$/,
  /^Connection terminated( unexpectedly| due to connection timeout)?$/,
  /^Client (has encountered a connection error|was closed) and is not queryable$/,
  /^timeout exceeded when trying to connect$/,
];
const DETAILS = ["operation", "path", "reason", "status", "platformCode", "retryAfterMs"] as const;
/** `    at Class.method (file:///x/y.ts:1:2)`; the whole line must match, since a message could imitate one. */
const FRAME =
  /^ {4}at (?:(?:async |new )?[\w$.<>#[\] ]{1,120} \()?((?:file:\/\/|node:|[A-Za-z]:[\\/]|\/)[\w@%+~./\\: -]{1,300}:\d+:\d+|<anonymous>|native)\)?$/;

/**
 * Describes an error without trusting it: only our own and the engine's messages are kept, as others repeat data (a URL
 * with its code, a body, names of unknown fields, the start of a JSON text).
 */
export function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!(error instanceof Error)) return { name: error === null ? "null" : typeof error };
  return {
    name: NAME.test(error.name) ? error.name : "Error",
    ...codes(error),
    ...ownWords(error),
    ...routeOf(error),
    ...framesOf(error),
    ...below(error, depth),
  };
}

function codes(error: Error): Pick<ErrorDescription, "code" | "status"> {
  const { code, status } = error as { readonly code?: unknown; readonly status?: unknown };
  const isCode = typeof code === "number" || (typeof code === "string" && CODE.test(code));
  return { ...(isCode && { code }), ...(typeof status === "number" && { status }) };
}

function ownWords(error: Error): Pick<ErrorDescription, "message" | "details"> {
  if (error instanceof MilepostError) return { details: detailsOf(error) };
  const message = textOf(error.message);
  return ENGINE_MESSAGES.some((known) => known.test(message)) ? { message } : {};
}

function detailsOf({ details }: MilepostError): Readonly<Record<string, string | number>> {
  const given: Record<string, string | number> = {};
  for (const name of DETAILS) {
    const value = details[name];
    if (value !== undefined) given[name] = typeof value === "string" ? value.slice(0, 1_000) : value;
  }
  return given;
}

function routeOf(error: Error): Pick<ErrorDescription, "route"> {
  const { method, url } = error as { readonly method?: unknown; readonly url?: unknown };
  if (typeof url !== "string" || !URL.canParse(url)) return {};
  const verb = typeof method === "string" && /^[A-Z]{1,10}$/.test(method) ? `${method} ` : "";
  return { route: verb + new URL(url).pathname.split("/").map(coarse).join("/") };
}

/** Keeps words of a route; ids become `:id`, everything else `:value`. */
function coarse(segment: string): string {
  if (/^(@?[a-z][a-z-]{0,20}|v\d{1,2})?$/.test(segment)) return segment;
  return /^\d+$/.test(segment) ? ":id" : ":value";
}

function framesOf(error: Error): Pick<ErrorDescription, "stack"> {
  const stack = textOf(error.stack);
  const message = textOf(error.message);
  const after = message === "" ? 0 : stack.indexOf(message) + message.length;
  const frames = stack
    .slice(Math.max(after, 0))
    .split("\n")
    .filter((line) => FRAME.test(line))
    .slice(0, MOST_FRAMES)
    .map((line) =>
      sourceFrame(line.trim().slice("at ".length)).replace("file://", "").replace(packageRoot, ""),
    );
  return frames.length === 0 ? {} : { stack: frames };
}

function below(error: Error, depth: number): Pick<ErrorDescription, "cause" | "errors"> {
  if (depth >= DEEPEST) return {};
  const errors = error instanceof AggregateError ? error.errors.slice(0, MOST_ERRORS) : [];
  return {
    ...(error.cause !== undefined && { cause: describeError(error.cause, depth + 1) }),
    ...(errors.length > 0 && { errors: errors.map((inner) => describeError(inner, depth + 1)) }),
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
