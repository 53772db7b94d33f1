import type { Server } from "node:http";
import type { Socket } from "node:net";

/**
 * Limits a server's connections. The one that has asked for nothing the longest makes room for a new one, so that idle
 * ones shut nobody out.
 */
export function limitConnections(server: Server, most: number): void {
  const open = new Set<Socket>();
  const idle = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    idle.add(socket);
    socket.once("close", () => {
      open.delete(socket);
      idle.delete(socket);
    });
    if (open.size <= most) return;
    const [longest] = idle;
    longest?.destroy();
  });
  server.on("request", ({ socket }, response) => {
    idle.delete(socket);
    response.once("close", () => {
      if (!socket.destroyed) idle.add(socket);
    });
  });
}
