import { createPublicKey, verify } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";

import { MilepostError } from "../../base/errors.ts";

/** The signature headers of a request, in Discord's format. */
export interface ClaimedSignature {
  readonly signature: Buffer;
  /** Seconds since 1970, as the text that was signed. */
  readonly timestamp: string;
}

/** Returns whether Discord signed this body at the claimed time. */
export type SignatureCheck = (claimed: ClaimedSignature, body: Buffer) => boolean;

/** Returns the signature headers; undefined where they can't be Discord's. */
export function claimedSignature(headers: IncomingHttpHeaders): ClaimedSignature | undefined {
  const { "x-signature-ed25519": signature, "x-signature-timestamp": timestamp } = headers;
  const isWhole = typeof signature === "string" && /^[\da-f]{128}$/i.test(signature);
  if (!isWhole || typeof timestamp !== "string" || !/^\d{1,12}$/.test(timestamp)) return undefined;
  return { signature: Buffer.from(signature, "hex"), timestamp };
}

/**
 * Returns the check for an application's `verify_key`; throws "busy" where Discord gave none.
 * https://discord.com/developers/docs/interactions/overview#setting-up-an-endpoint-validating-security-request-headers
 */
export function createSignatureCheck(verifyKey: string | undefined): SignatureCheck {
  if (verifyKey === undefined || !/^[\da-f]{64}$/i.test(verifyKey)) {
    throw new MilepostError("busy", { reason: "Discord did not say with which key it signs interactions" });
  }
  const x = Buffer.from(verifyKey, "hex").toString("base64url");
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  return ({ signature, timestamp }, body) =>
    verify(null, Buffer.concat([Buffer.from(timestamp), body]), key, signature);
}

/** An interaction has about 2 KB; one about a long message with embeds can have a hundred times that. */
const MOST_BYTES = 512 * 1024;
/** The limit of all larger bodies being read at once, since nothing is known of their senders yet. */
const MOST_BYTES_AT_ONCE = 32 * 1024 * 1024;
/** Bodies up to this size don't count towards that limit; the number of connections limits them. */
const SMALL_BYTES = 16 * 1024;

/** Reads request bodies within a limit for each, and one for all large ones together. */
export class BodyReader {
  #held = 0;

  /** Returns the body, or why it was not read to its end. Rejects where the sender closes the connection. */
  async read(request: IncomingMessage): Promise<Buffer | "too-large" | "busy"> {
    if (Number(request.headers["content-length"] ?? 0) > MOST_BYTES) return "too-large";
    const chunks: Buffer[] = [];
    let [size, counted] = [0, 0];
    try {
      // Otherwise leaving the loop early would close the connection before the response.
      for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > MOST_BYTES) return "too-large";
        const large = size > SMALL_BYTES ? size : 0;
        this.#held += large - counted;
        counted = large;
        if (large > 0 && this.#held > MOST_BYTES_AT_ONCE) return "busy";
        chunks.push(chunk);
      }
      return Buffer.concat(chunks);
    } finally {
      this.#held -= counted;
    }
  }
}
