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
  /** The bots' own addresses, each in turn: where one does not answer, the next is asked. */
  targets: readonly string[];
  /** How long an answer is waited for before the next one is asked. */
  patienceMs: number;
  /** Whether what is posted now goes to two bots, as a balancer does that takes the first for gone. */
  isDoubled: () => boolean;
  /** What was posted so far. */
  readonly posted: readonly PostedInteraction[];
  close(): Promise<void>;
}

/** Longer than a machine stands still. What a silent process does to others is measured with less. */
const PATIENCE_MS = 60_000;

/** Starts one that has no bots yet. */
export async function startLoadBalancer(): Promise<LoadBalancer> {
  const posted: PostedInteraction[] = [];
  let turns = 0;
  const inTurn = () => {
    const { targets } = balancer;
    const first = targets.length === 0 ? 0 : turns++ % targets.length;
    return [...targets.slice(first), ...targets.slice(0, first)];
  };
  const ask = async (one: PostedInteraction, targets: readonly string[]) => {
    for (const target of targets) {
      const answer = await postTo(target, one, balancer.patienceMs).catch(() => undefined);
      if (answer !== undefined) return answer;
    }
    return { status: 502, text: "" };
  };
  const handle = async (asked: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of asked) chunks.push(chunk as Buffer);
    const kept = ["content-type", "x-signature-ed25519", "x-signature-timestamp"];
    const headers = Object.fromEntries(kept.map((name) => [name, String(asked.headers[name])]));
    const one = { headers, body: Buffer.concat(chunks).toString() };
    posted.push(one);
    const [first = "", ...others] = inTurn();
    if (balancer.isDoubled()) void ask(one, others);
    const { status, text } = await ask(one, [first, ...others]);
    response.writeHead(status, { "content-type": "application/json" }).end(text);
  };
  const server = createServer(
    (asked, response) => void handle(asked, response).catch(() => response.destroy()),
  );
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const balancer: LoadBalancer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/interactions`,
    targets: [],
    patienceMs: PATIENCE_MS,
    isDoubled: () => false,
    posted,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return balancer;
}

/** Posts it once more, as somebody who read it on its way could. Rejects where no answer comes in time. */
export async function postTo(
  url: string,
  { headers, body }: PostedInteraction,
  withinMs = PATIENCE_MS,
): Promise<{ readonly status: number; readonly text: string }> {
  const signal = AbortSignal.timeout(withinMs);
  const answer = await request(url, { method: "POST", headers, body, signal });
  return { status: answer.statusCode, text: await answer.body.text() };
}
