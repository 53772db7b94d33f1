import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** A PostgreSQL of one's own, reached by a socket in its folder. It may not be there yet: who connects tries again. */
export interface PostgresServer {
  readonly url: string;
  /** Ends it and starts it again: "fast" ends sessions in order, "immediate" as a crash would. */
  restart(how: "fast" | "immediate"): Promise<void>;
  /** Takes its folder away too. */
  stop(): Promise<void>;
}

/** Debian keeps them outside of PATH; undefined: there is none on this machine. */
const programs = () =>
  globSync("/usr/lib/postgresql/*/bin")
    .sort()
    .findLast((folder) => existsSync(path.join(folder, "initdb")));

export const hasPostgres = (): boolean => programs() !== undefined;

export const NO_POSTGRES = "no PostgreSQL on this machine (Debian: apt-get install postgresql)";

/** Starts a server that keeps nothing through a crash of the machine. Throws where there is none. */
export function startPostgres(): PostgresServer {
  if (!hasPostgres()) throw new Error(NO_POSTGRES);
  const folder = mkdtempSync(path.join(tmpdir(), "milepost-postgres-"));
  const user = serverUser();
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const start = (command: string) =>
    spawn("sh", ["-c", command], {
      ...user,
      cwd: folder,
      env: { PATH: `${programs()}:${process.env["PATH"]}` },
      stdio: "ignore",
    });
  const init = `initdb -D data -U milepost -A trust -E UTF8 --locale=C -N >init.log 2>&1`;
  const settings =
    "-c listen_addresses= -c fsync=off -c max_locks_per_transaction=256 -c max_connections=200";
  const serve = `exec postgres -D data -k ${folder} ${settings} >>server.log 2>&1`;
  let server = start(`${init} && ${serve}`);
  return {
    url: `postgres://milepost@localhost/postgres?host=${encodeURIComponent(folder)}`,
    async restart(how) {
      await ended(server, how === "fast" ? "SIGINT" : "SIGQUIT");
      server = start(serve);
    },
    async stop() {
      await ended(server, "SIGINT");
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function ended(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode === null && server.kill(signal)) await once(server, "exit");
}

/** PostgreSQL refuses to run as root. */
function serverUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [, , uid, gid] = /^postgres:.*$/m.exec(readFileSync("/etc/passwd", "utf8"))?.[0].split(":") ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}
