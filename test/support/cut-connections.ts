import { connect, createServer, type Socket } from "node:net";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const SOCKET = ".s.PGSQL.5432";

/** When a connection is cut: as something is said, so that the server never hears it, or as it answers that. */
export type Cut = "before" | "after";

/** Between a program and PostgreSQL. */
export interface Cutter {
  readonly url: string;
  /** How much later every answer comes. */
  answersAfterMs: number;
  /** Told of all that is said to the server. */
  onSaid: ((said: Buffer) => void) | undefined;
  /** Cuts the next connection that says these words. */
  cutOnce(words: string, cut: Cut): void;
  /** Swallows all that is said from now on, as a network does that is gone. */
  silence(): void;
  /** Lets new connections through; those of before stay dead, and neither end is told. */
  listen(): void;
  cutAll(): void;
  close(): Promise<void>;
}

/** Stands between a program and PostgreSQL, and cuts connections in the middle of what is said. */
export async function openCutter(url: string): Promise<Cutter> {
  const address = new URL(url);
  const upstream = path.join(address.searchParams.get("host") ?? "", SOCKET);
  const folder = mkdtempSync(path.join(tmpdir(), "cut-"));
  const open = new Set<Socket>();
  let plan: { readonly words: string; readonly cut: Cut } | undefined;
  let isSilent = false;
  let silences = 0;
  const server = createServer((client) => {
    const database = connect(upstream);
    for (const socket of [client, database]) {
      open.add(socket);
      socket.on("error", () => {}).on("close", () => open.delete(socket));
    }
    const openedIn = silences;
    const isDead = () => isSilent || silences !== openedIn;
    let isCut = false;
    const cut = () => {
      client.destroy();
      database.destroy();
    };
    client.on("data", (chunk) => {
      if (isDead()) return;
      cutter.onSaid?.(chunk);
      const isMeant = plan !== undefined && chunk.includes(plan.words);
      const when = plan?.cut;
      if (isMeant) plan = undefined;
      if (isMeant && when === "before") return cut();
      isCut ||= isMeant;
      return void database.write(chunk);
    });
    database.on("data", (chunk) => {
      if (isDead()) return;
      if (isCut) return cut();
      if (cutter.answersAfterMs > 0) setTimeout(() => client.write(chunk), cutter.answersAfterMs);
      else client.write(chunk);
    });
    client.on("end", () => isDead() || database.end()).on("close", () => isDead() || database.destroy());
    database.on("end", () => isDead() || client.end()).on("close", () => isDead() || client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(path.join(folder, SOCKET), resolve));
  address.searchParams.set("host", folder);
  const cutter: Cutter = {
    url: address.href,
    answersAfterMs: 0,
    onSaid: undefined,
    cutOnce: (words, cut) => void (plan = { words, cut }),
    silence() {
      isSilent = true;
      silences += 1;
    },
    listen: () => void (isSilent = false),
    cutAll() {
      for (const socket of open) socket.destroy();
    },
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return cutter;
}
