import { MilepostError } from "../../base/errors.ts";
import type { InvocationContext } from "../../discord/command/invocation-context.ts";

/**
 * The server this member manages and asked in. Checked at every press: a role may be gone since. Throws
 * "admins-only", or "not-installed-here" where the bot is no member.
 */
export function managedServer({ site: place, member }: Pick<InvocationContext, "site" | "member">): string {
  if (place.kind !== "guild" || place.guildId === undefined || !member.isAdmin) {
    throw new MilepostError("admins-only");
  }
  if (!place.isInstalledHere) throw new MilepostError("not-installed-here");
  return place.guildId;
}
