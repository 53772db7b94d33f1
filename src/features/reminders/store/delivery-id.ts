import { createHash } from "node:crypto";

/** Returns the same id for the same occurrence and destination each time. */
export function deliveryId(reminderId: string, slot: number, destinationId: string): string {
  return shortHash(`${reminderId}\n${slot}\n${destinationId}`);
}

/** Returns the id of another post of a delivery: Discord takes a post of the same id for the same post. */
export function laterPostId(id: string, fence: number): string {
  return shortHash(`${id}\n${fence}`);
}

/** 22 characters, which fit into a button's custom id. */
function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}
