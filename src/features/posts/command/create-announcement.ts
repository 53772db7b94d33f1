import { md } from "../../../base/markdown.ts";
import { actionButton, buttons, select, text, toned } from "../../../discord/reply/build.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import type { Editing } from "../view/announcement.ts";
import { channelMention, inPlain } from "../../kit/view/view-context.ts";
import { openForumPost } from "./make-post.ts";
import { forumTagsOf, lacksTag, NO_TAG, readTag, unaskedWords, withChannel } from "./ask-channel.ts";
import { tagEntries } from "../view/forum-tags.ts";
import { troubleWords } from "../view/trouble-words.ts";
import { withEdited, asAdmin, type ManagedServer } from "./who-manages.ts";
import { chosenZone, zoneChanges } from "../../kit/settings/settings.ts";
import { exactZone } from "../../kit/settings/time-zones.ts";
import { CHANNEL } from "./post-permissions.ts";
import {
  changeAnnouncement,
  editingIn,
  formCall,
  fullReply,
  hasRoom,
  makeAnnouncement,
  notMeantReply,
  refusedReply,
} from "./save-announcement.ts";
import { type Allowed, allowedTo, type Typed, understand } from "./read-announcement.ts";
import { announceCalls } from "../view/announce-calls.ts";
import { sentences } from "../../kit/view/parts.ts";
import type { Suggestion } from "../../../discord/command/options.ts";
import { suggestWhat, suggestWhen } from "../read/suggest-reminders.ts";
import type { ActionContext, AutocompleteContext, CommandContext } from "../services.ts";

/** Discord's limit for a forum post's title. */
const TITLE_LENGTH = 100;

/** Creates or edits an announcement. For a forum it first asks whether to create a post in it. */
export function setAnnouncement(context: CommandContext, typed: Typed, editing?: Editing): Promise<Reply> {
  const channel = context.resolved?.channel(typed.channel);
  if (channel?.type !== CHANNEL.forum) return save(context, typed, editing);
  return withEdited(context, editing, async (here, before) => {
    const mend = formCall(typed, editing, before);
    const allowed = allowedTo(context, typed, here, "taken");
    if (!("channel" in allowed)) return refusedReply(context, allowed, mend);
    const meant = await understand(context, typed, { here, before, allowed });
    if (!("rule" in meant)) return notMeantReply(context, meant, mend, here);
    return offerPost(context, { typed, editing, here, title: meant.what.title, mend });
  });
}

/** Picks the server's zone where nobody has yet, and continues with what waited for it. */
export function pickZone(context: ActionContext<typeof announceCalls.zone>): Promise<Reply> {
  const { chosen, state, guilds, member } = context;
  const zone = exactZone(chosen ?? state.to ?? "");
  return asAdmin(context, async ({ guildId, settings }) => {
    const { revision } = settings;
    if (zone !== undefined && chosenZone(settings) === undefined)
      await guilds.change({ guildId, revision, by: member.id }, zoneChanges(zone, settings));
    return takeTime(context);
  });
}

/** Accepts one of the readings offered. */
export function takeTime(context: ActionContext<typeof announceCalls.take>): Promise<Reply> {
  const { what = "", when, zone, channel, role } = context.state;
  const typed = { what, when, zone, channel, role };
  const editing = editingIn(context.state);
  return asAdmin(context, async ({ guildId }) => {
    const now = await withChannel(context, { guildId, channelId: channel, roleId: role });
    if (!("name" in now)) return setAnnouncement(now, typed, editing);
    return refusedReply(context, unaskedWords(now, channel, context), announceCalls.take(context.state));
  });
}

interface Offering {
  readonly typed: Typed;
  readonly editing: Editing | undefined;
  readonly here: ManagedServer;
  readonly title: string;
  readonly mend: ReturnType<typeof formCall>;
}

/** Offers to create a forum post, with the forum's tags. */
async function offerPost(context: CommandContext, offering: Offering): Promise<Reply> {
  const { typed, editing, here, title, mend } = offering;
  const { forum } = context.messages(context.locale).announce;
  const channel = channelMention(typed.channel);
  const tags = await forumTagsOf(context, { guildId: here.guildId, channelId: typed.channel });
  if (lacksTag(tags)) return refusedReply(context, forum.noTag(channel), mend);
  const begin = announceCalls.forum({ ...typed, ...editing });
  const isRequired = tags?.isRequired === true;
  const hasTags = tags !== undefined && tags.tags.length > 0;
  const untagged = { label: forum.untagged, value: NO_TAG };
  return toned(
    "notice",
    text(md`**${forum.title}**\n${forum.offer(channel, inPlain(title, TITLE_LENGTH))}`),
    isRequired && text(forum.needsTag(channel)),
    hasTags
      ? select(forum.pickTag, begin, isRequired ? tagEntries(tags) : [untagged, ...tagEntries(tags)])
      : buttons(actionButton(forum.make, begin, { style: "primary" })),
  );
}

/** Creates the forum post and announces there. */
export async function beginPost(context: ActionContext<typeof announceCalls.forum>): Promise<Reply> {
  const { state } = context;
  const { what = "", when, zone, channel, role } = state;
  const tag = readTag(context.chosen ?? state.tag);
  const typed = { what, when, zone, channel, role };
  const editing = editingIn(state);
  return withEdited(context, editing, async (here, before) => {
    const mend = formCall(typed, editing, before);
    const now = await withChannel(context, { guildId: here.guildId, channelId: channel, roleId: role });
    if ("name" in now) return refusedReply(context, unaskedWords(now, channel, context), mend);
    if (before === undefined && !(await hasRoom(context, here))) return fullReply(context, mend);
    const allowed = allowedTo(now, typed, here, "taken");
    if (!("channel" in allowed)) return refusedReply(context, allowed, mend);
    const meant = await understand(context, typed, { here, before, allowed });
    if (!("rule" in meant)) return notMeantReply(context, meant, mend, here);
    const opened = await open(context, { typed, editing, here, tag, title: meant.what.title, mend });
    if ("blocks" in opened) return opened;
    const place = { ...typed, channel: opened.channelId };
    const post = { ...allowed.channel, id: opened.channelId, type: CHANNEL.publicThread };
    return save(context, place, editing, { ...allowed, channel: post });
  });
}

function save(context: CommandContext, typed: Typed, editing?: Editing, allowed?: Allowed): Promise<Reply> {
  return editing === undefined
    ? makeAnnouncement(context, typed, allowed)
    : changeAnnouncement(context, editing, typed, allowed);
}

interface Opening extends Offering {
  readonly tag: string | undefined;
}

async function open(
  context: CommandContext,
  opening: Opening,
): Promise<Reply | { readonly channelId: string }> {
  const { typed, editing, here, title, tag } = opening;
  const where = { forumId: typed.channel, title: inPlain(title, TITLE_LENGTH), tag };
  const opened = await openForumPost(context, here.settings, where);
  if (opened.kind === "opened") return opened;
  if (opened.name === "needs-tag") {
    context.channels.forget(here.guildId);
    return offerPost(context, opening);
  }
  const { view } = context;
  const { what, fix } = troubleWords(opened?.name ?? "unavailable", channelMention(typed.channel), view);
  const why = sentences(view.texts.language, what, fix);
  const again = announceCalls.forum({ ...typed, ...editing, tag });
  const { announce, shared } = view.texts;
  return refusedReply(context, announce.forum.refused(why), again, shared.buttons.retry);
}

/** Suggests subjects, except a member's own progress. */
export function suggestSubject(context: AutocompleteContext): Promise<readonly Suggestion[]> {
  return suggestWhat({ ...context, linking: undefined });
}

/** Suggests times that fit the subject, in the server's zone. */
export function suggestTime(context: AutocompleteContext): Promise<readonly Suggestion[]> {
  const { site, guilds, memberSettings } = context;
  const zone = site.guildId === undefined ? undefined : chosenZone(guilds.of(site.guildId));
  const settings = zone === undefined ? {} : { zone };
  return suggestWhen({ ...context, memberSettings: { ...memberSettings, of: async () => settings } });
}
