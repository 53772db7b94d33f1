import { createContext, Script } from "node:vm";
import { z } from "zod";

import { MilepostError } from "../../base/errors.ts";
import { headerName, headerValue } from "./leaves.ts";
import type { Parameters } from "./template.ts";

/** The functions a TypeScript profile may have, and how they are called. */

/** What `read` is told beside the answer. */
export interface ReadContext {
  readonly operation: string;
  /** What was asked for: the values the operation's templates can name, `locale` in the service's code too. */
  readonly parameters: Parameters;
  /** Returns what `read` makes of each entry, without those it fails at; fails where that leaves nothing of an answer. */
  each<T, Read>(entries: readonly T[] | null | undefined, read: (entry: T) => Read): Read[];
}

type Asked = Pick<ReadContext, "operation" | "parameters">;

/** What `request` says in place of the operation's templates; a part left out stays as they say. */
export interface RequestParts {
  /** From the host's base on, percent-encoded; begins with `/`. */
  readonly path?: string;
  /** In place of `query`; a member that is undefined is left out. */
  readonly query?: Parameters;
  /** In place of `body`, as JSON. */
  readonly body?: unknown;
}

/** What `sign` is told: the request as it is sent, its body empty where there is none, and the key, if there is one. */
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

/** A function of a profile holds everything up for as long as it runs. */
const MOST_MS = 1_000;

/**
 * Returns what an operation's `read` makes of an answer; of nothing, nothing. Throws "platform-answer" where it throws,
 * takes longer than a second or gives a promise; the reason names its file and line, never a value.
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

/** Returns what an operation's `request` says; throws "not-found" where it says nothing, "platform-answer" as `callRead` does. */
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

/** Returns the headers a profile's `sign` gives a request; throws "platform-answer" as `callRead` does. */
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
    // The error of a timeout is of the context's realm: no Error of ours.
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

/** Kind, file and line of an error. Its message may hold a part of the answer. */
function whereOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  const kind = /^\w{1,40}$/.test(error.name) ? error.name : "Error";
  // What isn't the profile's own is `each`, which was given no list.
  const stack = error.stack?.replace(/\n    at each .*/, "") ?? "";
  const line = /([\w.-]+\.[mc]?[jt]s):(\d+)/.exec(stack.slice(stack.indexOf("\n    at ")));
  return `: ${kind}${line === null ? "" : ` at ${line[1]}:${line[2]}`}`;
}
