import { connect, createServer, type Socket } from "node:net";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const SOCKET = ".s.PGSQL.5432";

/** When a connection is cut: as something is said, so that the server never hears it, or as it answers that. */
export type Cut = "before" | "after";

/** Stands between a program and PostgreSQL, and cuts connections in the middle of what is said. */
export async function openCutter(url: string) {
  const address = new URL(url);
  const upstream = path.join(address.searchParams.get("host") ?? "", SOCKET);
  const folder = mkdtempSync(path.join(tmpdir(), "cut-"));
  const open = new Set<Socket>();
  let plan: { readonly words: string; readonly cut: Cut } | undefined;
  const server = createServer((client) => {
    const database = connect(upstream);
    for (const socket of [client, database]) {
      open.add(socket);
      socket.on("error", () => {}).on("close", () => open.delete(socket));
    }
    let isCut = false;
    const cut = () => {
      client.destroy();
      database.destroy();
    };
    client.on("data", (chunk) => {
      const isMeant = plan !== undefined && chunk.includes(plan.words);
      const when = plan?.cut;
      if (isMeant) plan = undefined;
      if (isMeant && when === "before") return cut();
      isCut ||= isMeant;
      return void database.write(chunk);
    });
    database.on("data", (chunk) => (isCut ? cut() : void client.write(chunk)));
    client.on("end", () => database.end());
    database.on("end", () => client.end());
  });
  await new Promise<void>((resolve) => server.listen(path.join(folder, SOCKET), resolve));
  address.searchParams.set("host", folder);
  return {
    url: address.href,
    /** Cuts the next connection that says these words. */
    cutOnce(words: string, cut: Cut): void {
      plan = { words, cut };
    },
    async close(): Promise<void> {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
