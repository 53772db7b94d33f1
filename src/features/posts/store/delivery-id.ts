import { createHash } from "node:crypto";

/** Returns a stable id for an occurrence and a destination. */
export function deliveryId(reminderId: string, slot: number, destinationId: string): string {
  return shortHash(`${reminderId}\n${slot}\n${destinationId}`);
}

/** Returns the id of a further post of a delivery, since Discord treats equal ids as the same post. */
export function laterPostId(id: string, fence: number): string {
  return shortHash(`${id}\n${fence}`);
}

/** 22 characters, which fit into a custom id. */
function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}
