import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

import { packageRoot } from "../../src/base/package-root.ts";

/** A program running in a process of its own. */
export interface Program {
  readonly pid: number;
  /** Of each of its processes, where several are one program. */
  readonly pids: readonly number[];
  /** Everything it has printed so far, both streams. */
  output(): string;
  /** Waits for a line that matches; fails with the output when the program ends or `withinMs` passes. */
  line(pattern: RegExp, withinMs?: number): Promise<RegExpExecArray>;
  /** Sends a signal and gives the exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
  readonly exited: Promise<number | null>;
}

/** Starts `node ARGS` in the project's folder with only the environment given, beside PATH and HOME. */
export function startProgram(args: readonly string[], env: Readonly<Record<string, string>> = {}): Program {
  return startExecutable(process.execPath, args, env);
}

/** Starts any other program, as `startProgram` does. */
export function startExecutable(
  path: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Program {
  const child = spawn(path, args, {
    cwd: env["MILEPOST_TEST_CWD"] ?? packageRoot,
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return asProgram(child);
}

function asProgram(child: ChildProcess): Program {
  let printed = "";
  const waiting = new Set<() => void>();
  const hear = (chunk: Buffer) => {
    printed += chunk.toString();
    for (const look of waiting) look();
  };
  child.stdout?.on("data", hear);
  child.stderr?.on("data", hear);
  // At "exit" its last words may still be in the pipes.
  const exited = once(child, "close").then(([code]) => code as number | null);
  const { pid } = child;
  if (pid === undefined) throw new Error("the program did not start");
  return {
    pid,
    pids: [pid],
    exited,
    output: () => printed,
    line: (pattern, withinMs = 120_000) =>
      new Promise((resolve, reject) => {
        const finish = (settle: () => void) => {
          clearTimeout(timer);
          waiting.delete(look);
          settle();
        };
        const fail = (why: string) => finish(() => reject(new Error(`${why}; it printed:\n${printed}`)));
        const look = () => {
          const found = pattern.exec(printed);
          if (found !== null) finish(() => resolve(found));
        };
        const timer = setTimeout(() => fail(`no line ${String(pattern)} within ${withinMs} ms`), withinMs);
        waiting.add(look);
        void exited.then(() => fail("the program ended"));
        look();
      }),
    end: (signal = "SIGTERM") => {
      child.kill(signal);
      return exited;
    },
  };
}
