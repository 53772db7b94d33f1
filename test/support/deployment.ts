import { freshSchema } from "./postgres-schema.ts";
import { POSTGRES_URL } from "./postgres-server.ts";
import { type Program } from "./program.ts";

/**
 * How many processes the program is in these tests. One keeps its rows in a file of SQLite; several share a database of
 * PostgreSQL, behind a load balancer.
 */
export const NODES = Number(process.env["MILEPOST_TEST_NODES"] ?? 1);

/** What the settings of every node have, where there are several. */
export async function sharedDatabase(): Promise<Readonly<Record<string, string>>> {
  if (NODES === 1) return {};
  return { DATABASE_URL: await freshSchema(process.env[POSTGRES_URL] ?? "") };
}

/** Several processes as one program: what one of them prints is printed, and all end together. */
export function asOne(programs: readonly Program[]): Program {
  const [first, ...others] = programs;
  if (first === undefined) throw new RangeError("no program");
  if (others.length === 0) return first;
  const exited = Promise.all(programs.map((one) => one.exited)).then(worst);
  return {
    pid: first.pid,
    pids: programs.map(({ pid }) => pid),
    exited,
    output: () => programs.map((one) => one.output()).join("\n"),
    line: (pattern, withinMs) => Promise.any(programs.map((one) => one.line(pattern, withinMs))),
    end: async (signal) => worst(await Promise.all(programs.map((one) => one.end(signal)))),
  };
}

const isBad = (code: number | null) => code !== 0;

/** That of one that did not end well, null where it was killed. */
function worst(codes: readonly (number | null)[]): number | null {
  return codes.some(isBad) ? (codes.find(isBad) ?? null) : 0;
}
