import { dateFormat } from "../../../base/date-format.ts";
import { HOUR_MS } from "../../../base/duration.ts";
import { missing, neededToWrite } from "../../../discord/rest/permissions.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import { datingOf, isTimed, type ReminderContent, subjectKey, watchOf } from "../../../schedule/subject.ts";
import type { Rule } from "../../../schedule/next-slot.ts";
import { MilepostError } from "../../../base/errors.ts";
import { cleanText, clip } from "../../../base/text.ts";
import { permissionNames } from "../../posts/view/trouble-words.ts";
import {
  type FirstChoice,
  type FirstMade,
  startDone,
  startFirst,
  startLanguage,
  startWhere,
} from "../view/first-steps.ts";
import { channelRefusal, forumTagsOf, readTag, lookAnew } from "../../posts/command/ask-channel.ts";
import { announceIn, openForumPost } from "../../posts/command/make-post.ts";
import { postLocale, serverZone } from "../../kit/settings/settings.ts";
import { CHANNEL, mayPost } from "../../posts/command/post-permissions.ts";
import type { DatedSubject } from "../../posts/read/read-subject.ts";
import { MAX_ANNOUNCEMENTS, type MakeResult } from "../../posts/reminder-service.ts";
import { capabilities, hasCapability } from "../../kit/command/capabilities.ts";
import { distinct } from "../../posts/read/suggest-reminders.ts";
import { zoneName } from "../../kit/settings/time-zones.ts";
import { stuckChannels } from "./check-server.ts";
import { type Shown, ofServer, setupViewOf, showSection } from "./show-panel.ts";
import type { setupCalls, SetupLocation } from "../view/calls.ts";
import type { ActionContext, CommandContext } from "../services.ts";

const MOST_THINGS = 20;
const TITLE_LENGTH = 200;
/** Discord's limit for a forum post's title. */
const FORUM_TITLE_LENGTH = 100;
const DAY = "day";
const WEEK = "week";
const ENTRIES = "entries";

/** Returns whether nothing has been set up in the server yet. */
export async function isNew(context: CommandContext): Promise<boolean> {
  const { guildId, settings } = ofServer(context);
  if (settings.revision > 0) return false;
  const kept = await Promise.all([context.reminders.ofGuild(guildId), context.boards.ofGuild(guildId)]);
  return kept.every((list) => list.length === 0);
}

export async function showPlace(
  context: CommandContext,
  place: SetupLocation = "overview",
  shown: Shown = {},
): Promise<Reply> {
  const { view } = context;
  if (place === "start1") return startLanguage(setupViewOf(context, shown), view);
  if (place === "start2") return startWhere(setupViewOf(context, shown), view);
  if (place === "start3") return showFirst(context, {}, shown);
  const stuck = place === "overview" ? await stuckChannels(context) : undefined;
  return showSection(context, place, { ...shown, stuck });
}

async function showFirst(
  context: CommandContext,
  picked: {
    readonly what?: string | undefined;
    readonly channelId?: string | undefined;
    readonly tag?: string | undefined;
    readonly isRefused?: boolean;
  },
  shown: Shown = {},
): Promise<Reply> {
  const choices = (await offers(context)).map(({ choice }) => choice);
  const what = choices.some(({ value }) => value === picked.what) ? picked.what : choices[0]?.value;
  const { channelId, tag, isRefused = false } = picked;
  const { guildId } = ofServer(context);
  const forum =
    channelId === undefined || isRefused ? undefined : await forumTagsOf(context, { guildId, channelId });
  const first = { choices, what, channelId, forum, tag, isRefused };
  return startFirst(setupViewOf(context, shown), first, context.view);
}

export async function pickWhat(context: ActionContext<typeof setupCalls.firstWhat>): Promise<Reply> {
  ofServer(context);
  const { channel: channelId, tag } = context.state;
  return showFirst(context, { what: context.chosen, channelId, tag });
}

export async function pickTag(context: ActionContext<typeof setupCalls.firstTag>): Promise<Reply> {
  ofServer(context);
  const { what, channel: channelId } = context.state;
  return showFirst(context, { what, channelId, tag: readTag(context.chosen ?? context.state.tag) });
}

/** Picks the channel: only one the admin can write in. */
export async function pickWhere(context: ActionContext<typeof setupCalls.firstWhere>): Promise<Reply> {
  ofServer(context);
  const { chosen: channelId, resolved } = context;
  const channel = resolved?.channel(channelId);
  const isRefused = channel === undefined || !mayPost(channel);
  return showFirst(context, { what: context.state.what, channelId, isRefused });
}

export async function makeFirst(context: ActionContext<typeof setupCalls.first>): Promise<Reply> {
  const { guildId, settings } = ofServer(context);
  const { what, channel: chosenId } = context.state;
  const offer = (await offers(context)).find(({ choice }) => choice.value === what);
  if (chosenId === undefined) {
    throw new MilepostError("bad-input", { reason: "nothing to announce" });
  }
  if (offer === undefined) return startDone({ kind: "past" }, context.view);
  const at = { guildId, channelId: chosenId };
  if ((await channelRefusal(context, at)) !== undefined)
    return showFirst(context, { what, channelId: chosenId, isRefused: true });
  const place = await placeOf(context, { ...at, title: offer.title });
  if ("kind" in place) return startDone(place, context.view);
  const { channelType, ...seen } = place;
  const { channelId } = seen;
  const content: ReminderContent = {
    purpose: "announcement",
    subject: offer.subject,
    title: clip(cleanText(offer.title), TITLE_LENGTH),
    locale: postLocale(context, settings),
    zone: serverZone(context, settings),
    skipIfDone: false,
    publish: false,
    ...(channelType !== undefined && { channelType }),
    ...(isTimed(offer.subject) && { offers: {} }),
  };
  const made = await announceIn(context, { guildId, settings }, { channelId, rule: offer.rule, content });
  return startDone(toldOf(made, { title: offer.title, ...seen }), context.view);
}

interface Place {
  readonly channelId: string;
  /** The permissions the bot lacks there. */
  readonly lacks?: string;
  /** Whether the bot can't post there. */
  readonly isStuck?: boolean;
  readonly channelType?: number;
}

/** Returns the picked channel; for a forum, a post created in it. */
async function placeOf(
  context: ActionContext<typeof setupCalls.first>,
  { title, ...at }: { readonly guildId: string; readonly channelId: string; readonly title: string },
): Promise<Place | FirstMade> {
  const { reminders, state } = context;
  const place = await lookAt(context, at);
  if (place.channelType !== CHANNEL.forum) return place;
  const kept = (await reminders.ofGuild(at.guildId)).filter((one) => one.state !== "ended");
  // Checked first: a forum post can't be left behind for nothing.
  if (kept.length >= MAX_ANNOUNCEMENTS) return { kind: "full", most: MAX_ANNOUNCEMENTS };
  const name = clip(cleanText(title), FORUM_TITLE_LENGTH);
  const where = { forumId: at.channelId, title: name, tag: readTag(state.tag) };
  const opened = await openForumPost(context, ofServer(context).settings, where);
  return opened.kind === "opened"
    ? { channelId: opened.channelId, channelType: CHANNEL.publicThread }
    : { kind: "unopened", channelId: at.channelId, reason: opened.name };
}

async function lookAt(
  context: ActionContext,
  at: { readonly guildId: string; readonly channelId: string },
): Promise<Place> {
  const { seen, lacking } = await lookAnew(context, at);
  const isUnseen = lacking.includes("viewChannel");
  const isStuck = seen.kind === "seen" ? missing(seen.permissions, neededToWrite(seen)).length > 0 : isUnseen;
  return {
    channelId: at.channelId,
    isStuck,
    ...(seen.kind === "seen" && { channelType: seen.type }),
    ...(lacking.length > 0 && { lacks: permissionNames(lacking, context.view) }),
  };
}

function toldOf(made: MakeResult, said: Omit<Place, "channelType"> & { readonly title: string }): FirstMade {
  if (made.kind === "full" || made.kind === "past") return made;
  const { nextAt, rule } = made.reminder;
  return { kind: made.kind, ...said, nextAt, hasDate: rule.kind !== "watch" };
}

interface Offer {
  readonly choice: FirstChoice;
  readonly title: string;
  readonly subject: ReminderContent["subject"];
  readonly rule: Rule;
}

/** Returns what can be announced now: resets, new entries, and what ends soon. */
async function offers(context: CommandContext): Promise<readonly Offer[]> {
  const { reminders, now } = context;
  const things = distinct(await reminders.datedSubjects(context));
  const { remind, setup } = context.view.texts;
  const label = setup.start.what.entries;
  const entries: Offer = {
    choice: { value: ENTRIES, label },
    title: label,
    subject: { kind: "new-entries" },
    rule: { kind: "watch", what: watchOf({ kind: "new-entries" }) ?? ENTRIES },
  };
  const resets = ([DAY, WEEK] as const).flatMap((every): readonly Offer[] => {
    const subject = { kind: "reset", every } as const;
    if (!things.some((thing) => thing.subject.kind === "reset" && thing.subject.every === every)) return [];
    const rule: Rule = { kind: "dated", thing: `reset:${every}`, edge: "start", leadMs: 0 };
    const title = remind.what.resets[every];
    return [{ choice: { value: every, label: title }, title, subject, rule }];
  });
  const ending = things
    .filter(({ endAt = 0 }) => endAt - HOUR_MS > now)
    .sort((a, b) => (a.endAt ?? 0) - (b.endAt ?? 0))
    .slice(0, MOST_THINGS);
  const news = hasCapability(context, capabilities.trending) ? [entries] : [];
  return [...resets.toReversed(), ...news, ...ending.flatMap((thing) => endOf(thing, context))];
}

function endOf({ subject, label, endAt = 0 }: DatedSubject, context: CommandContext): readonly Offer[] {
  const thing = subjectKey(subject);
  if (thing === undefined || thing.length > 90 || datingOf(subject) === "recurring") return [];
  const zone = serverZone(context, ofServer(context).settings);
  const style = { dateStyle: "medium", timeStyle: "short", timeZone: zone } as const;
  const day = dateFormat(context.locale, style).format(endAt);
  const description = context.view.texts.setup.start.what.ends(
    day,
    zoneName(zone, context.view.texts.language, endAt),
  );
  const rule: Rule = { kind: "dated", thing, edge: "end", leadMs: HOUR_MS };
  return [{ choice: { value: thing, label, description }, title: label, subject, rule }];
}
