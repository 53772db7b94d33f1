import { connect, createServer } from "node:net";

import { freePort } from "./free-port.ts";

/** One port before those of several processes, each of which gets a connection in turn. */
export interface RoundRobin {
  /** A port of one more process. */
  addPort(): Promise<number>;
  close(): Promise<void>;
}

export async function startRoundRobin(port: number): Promise<RoundRobin> {
  const ports: number[] = [];
  let turns = 0;
  const server = createServer((socket) => {
    const target = connect(ports[turns++ % ports.length] ?? 0, "127.0.0.1");
    socket.pipe(target).pipe(socket);
    socket.on("error", () => target.destroy()).on("close", () => target.destroy());
    target.on("error", () => socket.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(port, "127.0.0.1", resolve));
  return {
    async addPort() {
      const own = await freePort();
      ports.push(own);
      return own;
    },
    async close() {
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
