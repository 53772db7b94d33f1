import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import { request } from "undici";

/** What Discord posted, to be sent once more. */
export interface PostedInteraction {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** One address before the endpoints of bots, as a load balancer has one. */
export interface LoadBalancer {
  readonly url: string;
  /** The bots' own addresses: each request goes to the first that takes the connection. */
  targets: readonly string[];
  /** What was posted so far. */
  readonly posted: readonly PostedInteraction[];
  close(): Promise<void>;
}

export async function startLoadBalancer(): Promise<LoadBalancer> {
  const posted: PostedInteraction[] = [];
  const handle = async (asked: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of asked) chunks.push(chunk as Buffer);
    const kept = ["content-type", "x-signature-ed25519", "x-signature-timestamp"];
    const headers = Object.fromEntries(kept.map((name) => [name, String(asked.headers[name])]));
    const one = { headers, body: Buffer.concat(chunks).toString() };
    posted.push(one);
    for (const target of balancer.targets) {
      const answer = await postTo(target, one).catch(() => undefined);
      if (answer === undefined) continue;
      response.writeHead(answer.status, { "content-type": "application/json" }).end(answer.text);
      return;
    }
    response.writeHead(502).end();
  };
  const server = createServer((asked, response) => void handle(asked, response));
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const balancer: LoadBalancer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/interactions`,
    targets: [],
    posted,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return balancer;
}

/** Posts it once more, as somebody who read it on its way could. */
export async function postTo(url: string, { headers, body }: PostedInteraction) {
  const answer = await request(url, { method: "POST", headers, body });
  return { status: answer.statusCode, text: await answer.body.text() };
}
