import { MilepostError } from "../../../base/errors.ts";
import type { InvocationContext } from "../../../discord/command/invocation-context.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import { type GuildSettings } from "../../kit/guild-settings.ts";
import type { ReminderService } from "../reminder-service.ts";
import { notice } from "../../kit/view/parts.ts";
import type { CommandContext } from "../services.ts";

type Invoked = Pick<InvocationContext, "site" | "member">;

/**
 * Returns the server's id. Throws "admins-only" for members without Manage Server, "not-installed-here" where the bot
 * is not in the server. Checked at every press, since a role may have been lost.
 */
export function managedServer(invoked: Invoked): string {
  const server = serverManagedBy(invoked);
  if (server.refusal !== undefined) throw new MilepostError(server.refusal);
  return server.guildId;
}

/** The server being managed, with what the actions of /announce need. */
export interface ManagedServer {
  readonly guildId: string;
  readonly reminders: ReminderService;
  readonly settings: GuildSettings;
}

/** Runs the work for admins; returns a reply that says who may do this for everyone else. */
export async function asAdmin(
  context: CommandContext,
  run: (here: ManagedServer) => Promise<Reply>,
): Promise<Reply> {
  const { reminders: service, guilds } = context;
  const { byCode } = context.messages(context.locale).errors;
  const { refusal, guildId } = serverManagedBy(context);
  if (refusal === "admins-only") return notice(byCode["admins-only"]);
  if (refusal !== undefined) return notice(byCode["not-installed-here"]);
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
