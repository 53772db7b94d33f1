import { createPublicKey, verify } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

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
