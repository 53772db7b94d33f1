import { spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** Where the tests' PostgreSQL listens, for the workers; unset where there is none on this machine. */
export const POSTGRES_URL = "MILEPOST_TEST_POSTGRES";

/** Gives a run of the tests a PostgreSQL of its own, which starts beside them and goes with it. */
export default function setup(): (() => Promise<void>) | undefined {
  const programs = globSync("/usr/lib/postgresql/*/bin").sort().at(-1);
  if (programs === undefined || !existsSync(path.join(programs, "initdb"))) {
    const said = "no PostgreSQL on this machine (Debian: apt-get install postgresql)";
    if (process.env["MILEPOST_REQUIRE_POSTGRES"] === "1") throw new Error(said);
    process.stdout.write(`The tests on PostgreSQL are skipped: ${said}\n`);
    return undefined;
  }
  const folder = mkdtempSync(path.join(tmpdir(), "milepost-postgres-"));
  const user = serverUser();
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const init = `initdb -D data -U milepost -A trust -E UTF8 --locale=C -N >init.log 2>&1`;
  const serve = `exec postgres -D data -k ${folder} -c listen_addresses= -c fsync=off -c max_locks_per_transaction=256`;
  const server = spawn("sh", ["-c", `${init} && ${serve} >server.log 2>&1`], {
    ...user,
    cwd: folder,
    env: { PATH: `${programs}:${process.env["PATH"]}` },
    stdio: "ignore",
  });
  process.env[POSTGRES_URL] = `postgres://milepost@localhost/postgres?host=${encodeURIComponent(folder)}`;
  return async () => {
    delete process.env[POSTGRES_URL];
    // SIGINT: without waiting for whoever is still connected.
    if (server.exitCode === null && server.kill("SIGINT")) await once(server, "exit");
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}

/** PostgreSQL refuses to run as root. */
function serverUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [, , uid, gid] = /^postgres:.*$/m.exec(readFileSync("/etc/passwd", "utf8"))?.[0].split(":") ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}
