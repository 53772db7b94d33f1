import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";

import { InteractionResponseType, InteractionType } from "discord-api-types/v10";

import type { Clock } from "../../../base/clock.ts";
import { isLoopbackHost } from "../../../base/address.ts";
import { jsonOrNothing } from "../../../base/json.ts";
import { isRecord, type Json } from "../json.ts";
import type { Traffic } from "../traffic.ts";
import type { World } from "../world/world.ts";

interface EndpointParts {
  readonly world: World;
  readonly clock: Clock;
  readonly traffic: Traffic;
  /** How long to wait for a response. */
  readonly answerWithinMs: number;
}

interface Answered {
  /** 0: no response. */
  readonly status: number;
  readonly body: unknown;
}

/**
 * Posts signed interactions to the application's endpoint instead of the gateway. Only the callback answers one: the
 * response's body is not read.
 * https://discord.com/developers/docs/interactions/overview#preparing-for-interactions
 */
export class InteractionsEndpoint {
  /** The application's public key, in hexadecimal. */
  readonly verifyKey: string;
  readonly #parts: EndpointParts;
  readonly #key: KeyObject;
  readonly #strangersKey = generateKeyPairSync("ed25519").privateKey;
  readonly #agent = new Agent({ keepAlive: true });

  constructor(parts: EndpointParts) {
    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    this.#parts = parts;
    this.#key = privateKey;
    this.verifyKey = Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url").toString("hex");
  }

  get url(): string | null {
    return this.#parts.world.application.interactionsEndpointUrl;
  }

  /** Posts an interaction. With several `times` the same signed request is repeated. */
  send(url: string, payload: Json, times: number): void {
    const signed = this.#signed(JSON.stringify(payload), this.#key);
    for (let time = 0; time < times; time += 1) void this.#post(url, "INTERACTION_CREATE", signed);
  }

  /** Returns whether the address passes Discord's check: it answers a PING, and refuses one with a wrong signature. */
  async isVerified(url: string): Promise<boolean> {
    if (!isUsable(url)) return false;
    const { application, ids } = this.#parts.world;
    const ping = JSON.stringify({
      id: ids.next(),
      application_id: application.id,
      type: InteractionType.Ping,
      token: randomBytes(24).toString("hex"),
      version: 1,
    });
    const taken = await this.#post(url, "PING", this.#signed(ping, this.#key));
    const refused = await this.#post(url, "PING", this.#signed(ping, this.#strangersKey));
    const isPong = isRecord(taken.body) && taken.body["type"] === InteractionResponseType.Pong;
    return taken.status === 200 && isPong && refused.status === 401;
  }

  close(): void {
    this.#agent.destroy();
  }

  #signed(body: string, key: KeyObject): SignedBody {
    const timestamp = String(Math.floor(this.#parts.clock.now() / 1000));
    return { body, timestamp, signature: sign(null, Buffer.from(timestamp + body), key).toString("hex") };
  }

  /** Never rejects. */
  async #post(url: string, what: string, { body, timestamp, signature }: SignedBody): Promise<Answered> {
    const startedAt = performance.now();
    const headers = {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      "user-agent": "Discord-Interactions/1.0 (+https://discord.com)",
      "x-signature-ed25519": signature,
      "x-signature-timestamp": timestamp,
    };
    const signal = AbortSignal.timeout(this.#parts.answerWithinMs);
    const asked = request(url, { method: "POST", agent: this.#agent, signal, headers });
    const answered = await answerOf(asked.end(body)).catch(() => ({ status: 0, body: undefined }));
    const ms = Math.round((performance.now() - startedAt) * 10) / 10;
    const { status } = answered;
    this.#parts.traffic.add({ from: "discord", over: "http", what, status, ms, bytes: body.length, body });
    return answered;
  }
}

interface SignedBody {
  readonly body: string;
  readonly timestamp: string;
  readonly signature: string;
}

/** Discord requires https; here only loopback addresses over http are allowed. */
function isUsable(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === "http:" && isLoopbackHost(hostname);
}

async function answerOf(asked: ReturnType<typeof request>): Promise<Answered> {
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  asked.on("error", () => {});
  const chunks: Buffer[] = [];
  for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
  return { status: response.statusCode ?? 0, body: jsonOrNothing(Buffer.concat(chunks).toString()) };
}
