import { md } from "../../../base/markdown.ts";
import type { Reply, ActionCall } from "../../../discord/reply/reply.ts";
import type { QuietHours } from "../../../base/quiet-hours.ts";
import { hoursIn } from "../../../schedule/read-clock.ts";
import { readColor } from "../../../base/color.ts";
import { pictureType } from "../../../base/picture/picture-type.ts";
import type { GivenFile } from "../../../discord/command/controls.ts";
import { readFile } from "../../../discord/rest/read-file.ts";
import { FILE_NAME_LENGTH } from "../../../schedule/subject.ts";
import { MAX_POST_FILE_BYTES } from "../reminder-service.ts";
import { readWatch } from "../../../schedule/watch-sentences.ts";
import { isKey } from "../read/read-subject.ts";
import { zoneLabel } from "../../kit/settings/time-zones.ts";
import { withAnnouncement } from "./who-manages.ts";
import { setAnnouncement } from "./create-announcement.ts";
import { editingIn, refusedReply, saveChanges } from "./save-announcement.ts";
import { announceCalls } from "../view/announce-calls.ts";
import type { Typed } from "./read-announcement.ts";
import { chosenZone, serverZone } from "../../kit/settings/settings.ts";
import type { ActionContext, CommandContext } from "../services.ts";

const PICTURE = /\.(?:png|jpe?g|gif|webp)$/i;

interface Filled {
  readonly text?: string | undefined;
  readonly when: string;
  readonly zone?: string | undefined;
  readonly channel: string;
  readonly role?: string | undefined;
}

/** Opens the form for a note where a text but no time was typed; undefined where nothing is missing. */
export function openingForm(
  context: CommandContext & {
    readonly options: { readonly what: string; readonly when?: string | undefined };
  } & {
    readonly options: { readonly channel?: string | undefined; readonly role?: string | undefined };
  },
): ActionCall | undefined {
  const { what, when, channel, role } = context.options;
  const { member, site, guilds } = context;
  const isAllowed = member.isAdmin && site.guildId !== undefined && site.isInstalledHere;
  const { language } = context.messages(context.locale);
  const isNote = !isKey(what) && readWatch(what, language) === undefined;
  if (when !== undefined || !isAllowed || !isNote) return undefined;
  // Where nobody has picked one, the zone is asked for once it counts.
  const zone = chosenZone(guilds.of(site.guildId));
  const at = { channel: channel ?? site.channelId, ...(role !== undefined && { role }) };
  return announceCalls.rewrite({ what, ...(zone !== undefined && { zone: zoneLabel(zone) }), ...at });
}

export function submitTyped(
  context: ActionContext<typeof announceCalls.edit>,
  filled: Filled,
): Promise<Reply> {
  const { state } = context;
  const typed: Typed = {
    what: filled.text ?? state.what ?? "",
    when: filled.when,
    zone: filled.zone ?? state.zone,
    channel: filled.channel,
    role: filled.role,
  };
  return setAnnouncement(context, typed, editingIn(state));
}

/** Sets quiet hours, or removes them where both fields are empty. */
export function submitQuiet(
  context: ActionContext<typeof announceCalls.quiet>,
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
): Promise<Reply> {
  return withAnnouncement(context, context.state.id, async (announcement, here) => {
    const zone = announcement.quiet?.zone ?? serverZone(context, here.settings);
    const quiet = quietOf(zone, context.locale, { from, to });
    const again = announceCalls.quiet({ ...context.state, rev: announcement.revision, from, to });
    if (quiet !== undefined)
      return saveChanges(context, { announcement, editing: context.state, again }, { quiet });
    const { quietUnclear } = context.messages(context.locale).remind.zone;
    return refusedReply(context, md`${quietUnclear}`, again);
  });
}

/** Sets the posts' color, or removes it where the field is empty. */
export function submitAccent(
  context: ActionContext<typeof announceCalls.accent>,
  typed: string | undefined,
): Promise<Reply> {
  return withAnnouncement(context, context.state.id, async (announcement) => {
    const accent = readColor(typed);
    const again = announceCalls.accent({ ...context.state, rev: announcement.revision, typed });
    const { refused } = context.messages(context.locale).announce;
    if (accent === undefined) return refusedReply(context, md`${refused.color}`, again);
    const { accent: _, ...kept } = announcement.content;
    const content = { ...kept, ...(accent !== null && { accent }) };
    return saveChanges(context, { announcement, editing: context.state, again }, { content });
  });
}

/** Has the posts carry a picture or file in place of the one before; without one, nothing. */
export function submitFile(
  context: ActionContext<typeof announceCalls.file>,
  { file, alt = "" }: { readonly file?: GivenFile | undefined; readonly alt?: string | undefined },
): Promise<Reply> {
  return withAnnouncement(context, context.state.id, async (announcement) => {
    const { refused } = context.messages(context.locale).announce;
    const again = announceCalls.file({ ...context.state, rev: announcement.revision, alt });
    const bytes = file && (await readFile(file, { most: MAX_POST_FILE_BYTES, signal: context.signal }));
    if (file !== undefined && !bytes?.length) return refusedReply(context, md`${refused.file}`, again);
    const { file: _, ...kept } = announcement.content;
    const type = bytes && pictureType(bytes);
    const shown = {
      name: nameOf(file?.name ?? "", type),
      isPicture: type !== undefined,
      ...(alt.trim() !== "" && { alt: alt.trim() }),
    };
    const content = { ...kept, ...(bytes !== undefined && { file: shown }) };
    const changes = { content, file: bytes ?? null };
    return saveChanges(context, { announcement, editing: context.state, again }, changes);
  });
}

/** Discord shows a picture by its name's ending. */
function nameOf(name: string, pictureType: string | undefined): string {
  const ending = pictureType === undefined || PICTURE.test(name) ? "" : pictureType.replace("image/", ".");
  return `${name}${ending}`.slice(-FILE_NAME_LENGTH).toWellFormed();
}

/** Null: remove them. Undefined: unreadable. */
function quietOf(
  zone: string,
  locale: string,
  { from = "", to = "" }: { readonly from?: string | undefined; readonly to?: string | undefined },
): QuietHours | null | undefined {
  if (from.trim() === "" && to.trim() === "") return null;
  const hours = hoursIn({ from, to }, locale);
  return hours && { zone, ...hours };
}
