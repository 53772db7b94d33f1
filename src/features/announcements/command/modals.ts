import { md } from "../../../base/markdown.ts";
import type { ActionContext, InvocationContext, ModalCall } from "../../../discord/command/command.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import type { QuietHours } from "../../../base/quiet-hours.ts";
import { subjectOfThing } from "../../reminders/schedule/subject.ts";
import { clockIn } from "../../reminders/schedule/read-clock.ts";
import { fixedSubjects, whatValue } from "../../reminders/schedule/read-what.ts";
import type { Services } from "../../services.ts";
import { numberIn, textIn } from "../../shared/state.ts";
import { defaultGuildSettings } from "../../shared/guild-settings.ts";
import { zoneLabel } from "../../shared/time-zones.ts";
import { revisionIn, withAnnouncement } from "./require-admin.ts";
import { setAnnouncement } from "./create-announcement.ts";
import { refusedReply, saveChanges } from "./save-announcement.ts";
import type { Typed } from "./read-input.ts";

type Context = Services & InvocationContext;
type Pressed = Services & ActionContext;

interface Filled {
  readonly text?: string | undefined;
  readonly when: string;
  readonly zone?: string | undefined;
  readonly channel: string;
  readonly role?: string | undefined;
}

/** The form to write a note in, where a text was typed and not when; undefined where there is nothing to ask. */
export function openingForm(
  context: Context & { readonly options: { readonly what: string; readonly lead?: string | undefined } } & {
    readonly options: { readonly channel?: string | undefined; readonly role?: string | undefined };
  },
): ModalCall | undefined {
  const { what, lead, channel, role } = context.options;
  const { member, site, guilds, reminders } = context;
  const isAllowed = member.isAdmin && site.guildId !== undefined && site.isInstalledHere;
  if (lead !== undefined || !isAllowed || reminders === undefined || isKey(what)) return undefined;
  const { zone } = guilds?.of(site.guildId) ?? defaultGuildSettings(site.guildId);
  const at = { channel: channel ?? site.channelId, ...(role !== undefined && { role }) };
  return { form: "rewrite", state: { what, zone: zoneLabel(zone), ...at } };
}

/** Sets or changes what was filled in. */
export function submitForm(context: Pressed, filled: Filled): Promise<Reply> {
  const { state } = context;
  const typed: Typed = {
    what: filled.text ?? textIn(state, "what") ?? "",
    when: filled.when,
    zone: filled.zone ?? textIn(state, "zone"),
    channel: filled.channel,
    role: filled.role,
  };
  const { id } = state;
  if (id === undefined) return setAnnouncement(context, typed);
  const editing = { id, revision: revisionIn(state["rev"]), page: numberIn(state, "page") };
  return setAnnouncement(context, typed, editing);
}

/** Sets quiet hours, or takes them away where both fields were left empty. */
export function submitQuiet(
  context: Pressed,
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
): Promise<Reply> {
  return withAnnouncement(context, context.state["id"], async (announcement, here) => {
    const editing = { revision: revisionIn(context.state["rev"]), page: numberIn(context.state, "page") };
    const quiet = quietOf(announcement.quiet?.zone ?? here.settings.zone, from, to);
    const typed = { ...context.state, rev: announcement.revision, from, to };
    const again = { command: "announce", action: "quiet", state: typed };
    if (quiet !== undefined) return saveChanges(context, { announcement, here, editing, again }, { quiet });
    const { refused } = context.messages(context.locale).announce;
    return refusedReply(context, md`${refused.quiet}`, again);
  });
}

/** Null: none are wanted. Undefined: they can't be read. */
function quietOf(zone: string, from = "", to = ""): QuietHours | null | undefined {
  if (from.trim() === "" && to.trim() === "") return null;
  const [begin, end] = [clockIn(from), clockIn(to)];
  return begin === undefined || end === undefined || begin === end
    ? undefined
    : { zone, from: begin, to: end };
}

function isKey(what: string): boolean {
  return (
    subjectOfThing(what) !== undefined || fixedSubjects(true).some((subject) => whatValue(subject) === what)
  );
}
