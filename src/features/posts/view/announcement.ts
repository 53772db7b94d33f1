import { joinMarkdown, type Markdown, md, timestamp } from "../../../base/markdown.ts";
import { actionButton, buttons, divider, reply, text, toned } from "../../../discord/reply/build.ts";
import type { TrendChoice } from "../../../game/trend-search.ts";
import type { Block, Reply } from "../../../discord/reply/reply.ts";
import {
  type ViewContext,
  channelMention,
  count,
  mentionOf,
  personMention,
  roleMention,
  small,
} from "../../kit/view/view-context.ts";
import { whenWords, upcomingOccurrenceLines } from "./when-words.ts";
import { colorText } from "../../../base/color.ts";
import type { ReminderView } from "../reminder-service.ts";
import type { TroubleWords } from "./trouble-words.ts";
import { languageName, nearestLanguage } from "../../../messages/languages.ts";
import type { UpcomingOccurrence } from "../../../schedule/upcoming-occurrences.ts";
import { needWords } from "./account-needs.ts";
import { announceCalls } from "./announce-calls.ts";
import type { CallState } from "../../../discord/reply/calls.ts";
import { postCardReply, type Said } from "./post-card.ts";

/** "waiting": it has ended, except for a post that is held up. */
export type AnnouncementState = "active" | "paused" | "ended" | "disabled" | "waiting";

/** One announcement in a list; its time is shown as it would be typed. */
export interface ListedAnnouncement extends Omit<ReminderView, "state"> {
  readonly state: AnnouncementState;
  readonly phrase: string;
  readonly trouble: readonly TroubleWords[];
}

/** The announcement as its admins see it. */
export interface AnnouncementView extends ListedAnnouncement {
  /** The page of the list it was opened from. */
  readonly page: number;
  /** The zone of its clock times; absent where it has none. */
  readonly zone?: string | undefined;
  /** Whether the server allows role mentions. */
  readonly arePingsOn: boolean;
  readonly firings: readonly UpcomingOccurrence[];
  /** Why there are no next times. */
  readonly noNext: "watch" | "dated" | "paused" | "ended" | "disabled" | "waiting";
  /** The form's fields, as state of the control that opens it. */
  readonly fields: TypedState;
  /** The posts' color: its own, or the server's. */
  readonly accent: number | undefined;
  /** The zone of quiet hours. */
  readonly quietZone: string;
  /** Absent where the channel can't be followed. */
  readonly publish?: boolean | undefined;
  /** What the server's settings keep out of its posts: its kind, or creations among others. */
  readonly leavesOut?: TrendChoice | "creations" | undefined;
  /** Its next post, as it will look. */
  readonly preview?: Reply | undefined;
}

/** The fields of an announcement's form, as a control carries them. */
export type TypedState = Pick<
  CallState<typeof announceCalls.edit>,
  "what" | "when" | "zone" | "channel" | "role"
>;
/** The announcement a form edits, its revision, and the list's page. */
export interface Editing {
  readonly id: string;
  readonly rev: number;
  readonly page: number;
}

const FIRST_REVISION = 1;

export function announcementReply(view: AnnouncementView, context: ViewContext, said?: Said): Reply {
  const { id, page, content, state, trouble: troubles, accent } = view;
  return postCardReply(
    {
      id,
      title: content.title,
      state: context.texts.announce.states[state],
      facts: factsOf(view, context),
      troubles,
      next: nextText(view, context),
      more: previewBlocks(view, context),
      author: authors(view, context),
      controls: panelButtons(view, context),
      accent,
      again: announceCalls.panel({ id, page }),
    },
    said,
    context,
  );
}

export function announcementGoneReply(context: ViewContext): Reply {
  const { gone } = context.texts.announce;
  return toned(
    "notice",
    text(md`**${gone.title}**\n${gone.next(mentionOf(context, "announce list"))}`),
    buttons(actionButton(context.texts.announce.panel.buttons.list, announceCalls.page())),
  );
}

export function channelOf({ destinations }: Pick<ReminderView, "destinations">): string {
  return destinations[0]?.target ?? "";
}

/** Returns the form for its subject: only a note's text can be edited. */
export function formOf({ subject }: ReminderView["content"]): "rewrite" | "edit" {
  return subject.kind === "note" ? "rewrite" : "edit";
}

function factsOf(view: AnnouncementView, context: ViewContext): readonly Markdown[] {
  const { panel } = context.texts.announce;
  const { content, quiet, publish } = view;
  const { roleId, offers, accent, file } = content;
  const setup = mentionOf(context, "setup");
  return [
    panel.when(whenWords(view.phrase, context), view.zone),
    panel.where(channelMention(channelOf(view))),
    roleId === undefined ? panel.noMention : panel.mentions(roleMention(roleId)),
    ...(roleId !== undefined && !view.arePingsOn ? [panel.pingsOff(setup)] : []),
    ...(quiet === undefined ? [] : [panel.quiet(quiet.from, quiet.to, view.quietZone)]),
    ...(accent === undefined ? [] : [panel.color(colorText(accent))]),
    ...(file === undefined ? [] : [panel.file(file.name)]),
    panel.language(languageName(nearestLanguage(content.locale))),
    ...(offers === undefined ? [] : [buttonFact(offers, context)]),
    ...(publish === undefined ? [] : [panel.publish(publish)]),
    ...leftOut(view, context),
  ];
}

function buttonFact(
  { roleId, signUp, needs }: NonNullable<ReminderView["content"]["offers"]>,
  context: ViewContext,
): Markdown {
  const { announce } = context.texts;
  const { panel } = announce;
  const { places } = signUp ?? {};
  if (signUp !== undefined)
    return panel.buttonSignsUp(places === undefined ? undefined : count(context, places));
  if (roleId === undefined) return panel.buttonReminds;
  const given = panel.buttonRole(roleMention(roleId));
  return needs === undefined ? given : joinMarkdown([given, announce.needs.fact(needWords(needs, context))]);
}

function leftOut({ leavesOut }: AnnouncementView, context: ViewContext): readonly Markdown[] {
  const { panel } = context.texts.announce;
  const setup = mentionOf(context, "setup");
  if (leavesOut === undefined) return [];
  if (leavesOut === "creations") return [small(panel.creations(setup))];
  return [panel.kindOff(context.texts.commands.trending.options.kind.choices[leavesOut], setup)];
}

/** Undefined where its state says all. */
function nextText({ firings, noNext: why }: AnnouncementView, context: ViewContext): Markdown | undefined {
  const none = why === "paused" || why === "ended" ? undefined : md`${context.texts.remind.card.noNext[why]}`;
  return upcomingOccurrenceLines(firings, context) ?? none;
}

function previewBlocks({ preview }: AnnouncementView, context: ViewContext) {
  if (preview === undefined) return undefined;
  return [
    divider(),
    text(small(md`${context.texts.announce.panel.preview}`)),
    ...preview.blocks.flatMap(inert),
    divider(),
  ];
}

/** Disables the preview's controls. */
function inert(block: Block): readonly Block[] {
  if ("choose" in block) return [];
  if (block.type === "section" && block.beside.type === "action") return [text(block.text)];
  if (block.type !== "buttons") return [block];
  const shown = block.buttons.map((button) =>
    button.type === "action"
      ? { ...button, disabled: true, style: "secondary" as const, press: announceCalls.page() }
      : button,
  );
  return shown.length === 0 ? [] : [{ type: "buttons", buttons: shown }];
}

function authors(
  { ownerId, editorId, changedAt, revision }: AnnouncementView,
  context: ViewContext,
): Markdown {
  const { panel } = context.texts.announce;
  const maker = personMention(ownerId);
  const when = timestamp(changedAt, "R");
  if (revision === FIRST_REVISION) return panel.madeBy(maker, when);
  return panel.by(maker, editorId === ownerId ? undefined : personMention(editorId), when);
}

function panelButtons(view: AnnouncementView, context: ViewContext): readonly Block[] {
  const { announce, shared } = context.texts;
  const labels = { ...shared.buttons, ...announce.panel.buttons };
  const { id, revision: rev, page, state, content, publish } = view;
  const held = { id, rev, page };
  const isOn = state === "active";
  // One that has ended needs a new time first.
  const isOver = state === "ended" || state === "waiting";
  const isBlocked = view.trouble.length > 0;
  // Each keeps its place, whatever is wrong.
  return reply(
    buttons(
      actionButton(labels.test, announceCalls.test({ id, page }), { style: "primary" }),
      actionButton(labels.edit, announceCalls[formOf(content)]({ ...view.fields, ...held })),
      actionButton(isOn ? labels.pause : labels.resume, announceCalls[isOn ? "pause" : "resume"](held), {
        disabled: isOver,
      }),
      actionButton(labels.retry, announceCalls.retry({ id, page }), { disabled: !isBlocked }),
    ),
    buttons(
      actionButton(labels.history, announceCalls.trail({ id, from: page })),
      actionButton(announce.button.title, announceCalls.button({ id, page })),
      actionButton(
        shared.quiet.form.title,
        announceCalls.quiet({ ...held, zone: view.quietZone, from: view.quiet?.from, to: view.quiet?.to }),
      ),
    ),
    buttons(
      actionButton(
        announce.colorForm.title,
        announceCalls.accent({ ...held, typed: colorText(content.accent) }),
      ),
      actionButton(announce.fileForm.title, announceCalls.file({ ...held, alt: content.file?.alt })),
      publish !== undefined &&
        actionButton(
          publish ? labels.publishOff : labels.publishOn,
          announceCalls.publish({ ...held, on: !publish }),
        ),
      actionButton(labels.delete, announceCalls.remove({ id, page }), { style: "danger" }),
      actionButton(labels.list, announceCalls.page({ page })),
    ),
  ).blocks;
}
