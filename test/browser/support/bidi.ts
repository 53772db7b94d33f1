import { once } from "node:events";

import { WebSocket } from "ws";
import { z } from "zod";

/** A connection that speaks WebDriver BiDi (w3c.github.io/webdriver-bidi), the protocol of all browsers. */
export interface BidiConnection {
  /** Returns the result of a command; throws what the browser refuses it with. */
  send(method: string, params?: object): Promise<unknown>;
}

const messages = z.discriminatedUnion("type", [
  z.object({ type: z.literal("success"), id: z.number(), result: z.unknown() }),
  z.object({ type: z.literal("error"), id: z.number().nullable(), error: z.string(), message: z.string() }),
  z.object({ type: z.literal("event") }),
]);

/** Connects to a browser's remote agent and begins the one session it has. */
export async function connectBidi(url: string): Promise<BidiConnection> {
  const socket = new WebSocket(`${url}/session`);
  await once(socket, "open");
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  socket.on("message", (data: Buffer) => {
    const message = messages.parse(JSON.parse(data.toString()));
    if (message.type === "event" || message.id === null) return;
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.type === "success") asked?.resolve(message.result);
    else asked?.reject(new Error(`${message.error}: ${message.message}`));
  });
  socket.on("close", () => {
    for (const asked of waiting.values()) asked.reject(new Error("the browser went away"));
  });
  let lastId = 0;
  const connection: BidiConnection = {
    send: (method, params = {}) => {
      lastId += 1;
      const asked = Promise.withResolvers<unknown>();
      waiting.set(lastId, asked);
      socket.send(JSON.stringify({ id: lastId, method, params }));
      return asked.promise;
    },
  };
  await connection.send("session.new", { capabilities: {} });
  return connection;
}
