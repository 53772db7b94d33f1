import type { Server } from "node:net";

import { MilepostError } from "../errors.ts";

interface Place {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
}

/**
 * Makes an HTTP server listen and returns its address, `http://127.0.0.1:8080`. Throws "bad-settings", naming the given
 * settings.
 */
export async function listening(server: Server, { host, port }: Place, settings: string): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const reason = `${settings}: ${host}:${port} can't be served (${error.code ?? "unknown"}). Choose another port.`;
      const mayPass = error.code === "EADDRINUSE";
      reject(new MilepostError("bad-settings", { reason, mayPass }, { cause: error }));
    });
    server.listen({ host, port }, resolve);
  });
  const bound = server.address();
  if (bound === null || typeof bound === "string") return `http://${host}:${port}`;
  return `http://${bound.family === "IPv6" ? `[${bound.address}]` : bound.address}:${bound.port}`;
}
