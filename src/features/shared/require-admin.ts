import { MilepostError } from "../../base/errors.ts";
import type { InvocationContext } from "../../discord/command/invocation-context.ts";
import type { Reply } from "../../discord/reply/reply.ts";
import type { CommandContext } from "./command-context.ts";
import { type GuildSettings } from "./guild-settings.ts";
import type { ReminderService } from "./reminder-service.ts";
import { notice } from "./view/parts.ts";

type Invoked = Pick<InvocationContext, "site" | "member">;

/**
 * Returns the server this command was used in, by a member who manages it. Throws "admins-only", or
 * "not-installed-here" where the bot is no member. Checked at every press: a role may be gone since.
 */
export function managedServer(invoked: Invoked): string {
  const server = serverManagedBy(invoked);
  if (server.refusal !== undefined) throw new MilepostError(server.refusal);
  return server.guildId;
}

/** The server an admin works on, with what every action of /announce needs. */
export interface ManagedServer {
  readonly guildId: string;
  readonly reminders: ReminderService;
  readonly settings: GuildSettings;
}

/** Runs it for those who manage this server; returns a reply that says whom it is for to everybody else. */
export async function asAdmin(
  context: CommandContext,
  run: (here: ManagedServer) => Promise<Reply>,
): Promise<Reply> {
  const { reminders: service, guilds } = context;
  const { refused } = context.messages(context.locale).announce;
  const { refusal, guildId } = serverManagedBy(context);
  if (refusal === "admins-only") return notice(refused.notAdmin);
  if (refusal !== undefined) return notice(refused.notInstalled);
  return run({ guildId, reminders: service, settings: guilds.of(guildId) });
}

type ManagedServerOrRefusal =
  | { readonly guildId: string; readonly refusal?: undefined }
  | { readonly guildId?: undefined; readonly refusal: "admins-only" | "not-installed-here" };

function serverManagedBy({ site, member }: Invoked): ManagedServerOrRefusal {
  const { kind, guildId, isInstalledHere } = site;
  if (kind !== "guild" || guildId === undefined || !member.isAdmin) return { refusal: "admins-only" };
  return isInstalledHere ? { guildId } : { refusal: "not-installed-here" };
}
