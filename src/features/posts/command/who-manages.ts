import { MilepostError } from "../../../base/errors.ts";
import type { InvocationContext } from "../../../discord/command/invocation-context.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import type { GuildSettings } from "../../kit/settings/settings.ts";
import type { ReminderService, ReminderView, ReminderChanges } from "../reminder-service.ts";
import { notice } from "../../kit/view/parts.ts";
import type { CommandContext } from "../services.ts";
import { md } from "../../../base/markdown.ts";
import { actionButton, buttons, text, toned } from "../../../discord/reply/build.ts";
import { announcementGoneReply, channelOf, type Editing } from "../view/announcement.ts";
import { channelRefusal } from "./ask-channel.ts";
import { announceCalls } from "../view/announce-calls.ts";

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
  readonly settings: GuildSettings;
}

/** Runs the work for admins; returns a reply that says who may do this for everyone else. */
export async function asAdmin(
  context: CommandContext,
  run: (here: ManagedServer) => Promise<Reply>,
): Promise<Reply> {
  const { byCode } = context.messages(context.locale).errors;
  const { refusal, guildId } = serverManagedBy(context);
  if (refusal === "admins-only") return notice(byCode["admins-only"]);
  if (refusal !== undefined) return notice(byCode["not-installed-here"]);
  return run({ guildId, settings: context.guilds.of(guildId) });
}

type ManagedServerOrRefusal =
  | { readonly guildId: string; readonly refusal?: undefined }
  | { readonly guildId?: undefined; readonly refusal: "admins-only" | "not-installed-here" };

function serverManagedBy({ site, member }: Invoked): ManagedServerOrRefusal {
  const { kind, guildId, isInstalledHere } = site;
  if (kind !== "guild" || guildId === undefined || !member.isAdmin) return { refusal: "admins-only" };
  return isInstalledHere ? { guildId } : { refusal: "not-installed-here" };
}

/** Runs the work with one of this server's announcements, for admins who may post in its channel themselves. */
export function withAnnouncement(
  context: CommandContext,
  id: string | undefined,
  run: (announcement: ReminderView, here: ManagedServer) => Promise<Reply>,
): Promise<Reply> {
  return asAdmin(context, async (here) => {
    const found = await findHere(context, here, id);
    if (found === undefined) return announcementGoneReply(context.view);
    const why = await channelRefusal(context, { guildId: here.guildId, channelId: channelOf(found) });
    if (why === undefined) return run(found, here);
    const { announce, shared } = context.view.texts;
    return toned(
      "notice",
      text(md`**${shared.unchanged}**\n${why}`),
      buttons(actionButton(announce.panel.buttons.list, announceCalls.page())),
    );
  });
}

/** Runs the work with the announcement being edited; without one where it is a new one. */
export function withEdited(
  context: CommandContext,
  editing: Editing | undefined,
  run: (here: ManagedServer, before?: ReminderView) => Promise<Reply>,
): Promise<Reply> {
  if (editing === undefined) return asAdmin(context, (here) => run(here));
  return withAnnouncement(context, editing.id, (before, here) => run(here, before));
}

/** Returns an announcement of this server; undefined for any other id. */
export async function findHere(
  { reminders }: CommandContext,
  { guildId }: Pick<ManagedServer, "guildId">,
  id: string | undefined,
): Promise<ReminderView | undefined> {
  if (id === undefined || id === "") return undefined;
  const found = await reminders.find(id);
  const isHere = found?.content.purpose === "announcement" && found.guildId === guildId;
  return isHere ? found : undefined;
}

/** How often a change is retried after somebody else's. */
const TRIES = 3;

interface Changing {
  readonly book: Pick<ReminderService, "find" | "change">;
  readonly ids: readonly string[];
  readonly by: string;
}

/**
 * Applies `changesOf` to each reminder as it is now, skipping those it returns undefined for. Returns how many were
 * changed.
 */
export async function changeEach(
  { book, ids, by }: Changing,
  changesOf: (view: ReminderView) => ReminderChanges | undefined,
): Promise<number> {
  let count = 0;
  for (const id of ids) if (await changeOne({ book, id, by }, changesOf)) count += 1;
  return count;
}

async function changeOne(
  { book, id, by }: Omit<Changing, "ids"> & { readonly id: string },
  changesOf: (view: ReminderView) => ReminderChanges | undefined,
): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const view = await book.find(id);
    const changes = view && changesOf(view);
    if (view === undefined || changes === undefined) return false;
    const edited = await book.change({ id, revision: view.revision, by }, changes);
    if (edited !== "changed-meanwhile") return edited === "done";
  }
  return false;
}
