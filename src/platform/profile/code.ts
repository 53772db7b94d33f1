import { createContext, Script } from "node:vm";
import { z } from "zod";

import { MilepostError } from "../../base/errors.ts";
import { headerName, headerValue } from "./leaves.ts";
import type { Parameters } from "./template.ts";

/** The functions a TypeScript profile may have, and how they are called. */

/** What `read` gets besides the answer. */
export interface ReadContext {
  readonly operation: string;
  /** The values the operation's templates can use; `locale` also in the platform's code. */
  readonly parameters: Parameters;
  /** Returns what `read` makes of each entry, without those it throws for; throws where none is left. */
  each<T, Read>(entries: readonly T[] | null | undefined, read: (entry: T) => Read): Read[];
}

type Asked = Pick<ReadContext, "operation" | "parameters">;

/** What `request` returns instead of the operation's templates; missing parts come from the templates. */
export interface RequestParts {
  /** Relative to the host's base, percent-encoded; begins with `/`. */
  readonly path?: string;
  /** Replaces `query`; undefined values are left out. */
  readonly query?: Parameters;
  /** Replaces `body`, as JSON. */
  readonly body?: unknown;
}

/** What `sign` gets: the request to be sent, with an empty body if it has none, and the key, if there is one. */
export interface SignedRequest extends Readonly<Record<"operation" | "method" | "url" | "body", string>> {
  readonly key: string | undefined;
}

const CODE_ALONE = "not a function: only a profile in TypeScript can have one";
const codeOf = <T>() => z.custom<T>((value) => typeof value === "function", CODE_ALONE);
export const readFunction = codeOf<(answer: unknown, context: ReadContext) => unknown>();
export const requestFunction = codeOf<(parameters: Parameters) => RequestParts | undefined>();
export const signFunction = codeOf<(request: SignedRequest) => Readonly<Record<string, string>>>();

const signedHeaders = z.record(headerName, headerValue);
const requestParts = z.strictObject({
  path: z.string().startsWith("/").optional(),
  query: z.record(z.string(), z.string().optional()).optional(),
  body: z.unknown().optional(),
});

/** A profile's function blocks everything while it runs. */
const MOST_MS = 1_000;

/**
 * Returns what an operation's `read` makes of an answer. Throws "platform-answer" where it throws, takes longer than a
 * second or returns a promise; the reason names file and line, never a value.
 */
export function callRead(
  read: z.output<typeof readFunction>,
  answer: unknown,
  asked: Asked,
  onLost: (fault: string) => void,
): unknown {
  if (answer === undefined || answer === null) return undefined;
  return call(asked.operation, "read", () => read(answer, { ...asked, each: eachBy(onLost) }));
}

function eachBy(onLost: (fault: string) => void): ReadContext["each"] {
  let depth = 0;
  return function each(entries, read) {
    const faults: unknown[] = [];
    depth += 1;
    const found = (entries ?? []).flatMap((entry) => {
      try {
        return [read(entry)];
      } catch (error) {
        onLost(`read failed${whereOf(error)}`);
        faults.push(error);
        return [];
      }
    });
    depth -= 1;
    if (depth === 0 && found.length === 0 && faults.length > 0) throw faults[0];
    return found;
  };
}

/**
 * Returns an operation's `request`; throws "not-found" where it returns nothing, "platform-answer" as `callRead` does.
 */
export function callRequest(
  request: z.output<typeof requestFunction>,
  { operation, parameters }: Asked,
): RequestParts {
  const said = call(operation, "request", () => request(parameters));
  if (said === undefined) throw new MilepostError("not-found", { operation });
  const { success, data } = requestParts.safeParse(said);
  if (!success) throw failed(operation, "request gives something else than path, query and body");
  return { ...data } as RequestParts;
}

/** Returns the headers of a profile's `sign`; throws "platform-answer" as `callRead` does. */
export function callSign(sign: z.output<typeof signFunction>, request: SignedRequest) {
  const { success, data } = signedHeaders.safeParse(call(request.operation, "sign", () => sign(request)));
  if (!success) throw failed(request.operation, "sign gives something else than headers");
  return data;
}

const turn = new Script("work()");
const place: { work?: () => unknown } = {};
createContext(place);

function call(operation: string, name: "read" | "request" | "sign", work: () => unknown): unknown {
  let given: unknown;
  place.work = work;
  try {
    given = turn.runInContext(place, { timeout: MOST_MS });
  } catch (error) {
    // A timeout's error belongs to the context's realm, so it is not an instance of our Error.
    const isLate = (error as { code?: unknown } | null)?.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
    const how = isLate ? `took longer than ${MOST_MS} ms` : `failed${whereOf(error)}`;
    throw failed(operation, `the profile's ${name} ${how}`);
  } finally {
    delete place.work;
  }
  if (given instanceof Promise) throw failed(operation, `the profile's ${name} gives a promise`);
  return given;
}

function failed(operation: string, reason: string): MilepostError {
  return new MilepostError("platform-answer", { operation, reason });
}

/** Returns kind, file and line of an error. Its message may contain parts of the answer. */
function whereOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  const kind = /^\w{1,40}$/.test(error.name) ? error.name : "Error";
  // A frame outside the profile is `each`, called without a list.
  const stack = error.stack?.replace(/\n    at each .*/, "") ?? "";
  const line = /([\w.-]+\.[mc]?[jt]s):(\d+)/.exec(stack.slice(stack.indexOf("\n    at ")));
  return `: ${kind}${line === null ? "" : ` at ${line[1]}:${line[2]}`}`;
}
