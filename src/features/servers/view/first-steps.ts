import { type Markdown, joinMarkdown, md } from "../../../base/markdown.ts";
import {
  actionButton,
  buttons,
  channelSelect,
  reply,
  select,
  text,
  toned,
} from "../../../discord/reply/build.ts";
import type { Reply, SelectEntry } from "../../../discord/reply/reply.ts";
import type { ForumTags } from "../../../discord/rest/permissions.ts";
import { type ViewContext, channelMention, count, inPlain, mentionOf } from "../../kit/view/view-context.ts";
import { tagEntries } from "../../posts/view/forum-tags.ts";
import { dateAndLength, lines, sentences } from "../../kit/view/parts.ts";
import { troubleWords } from "../../posts/view/trouble-words.ts";
import { type SetupView, aboutAnswers, changeCall, saidText, searchCall } from "./setup-parts.ts";
import { POSTED_IN, languageSelect, publicSelect, zoneLine, zoneSelect } from "./sections.ts";
import { setupCalls, type SetupLocation } from "./calls.ts";

type StartStep = 1 | 2 | 3;
type StartView = Omit<SetupView, "section" | "check">;

/** Discord's channel type. */
const FORUM = 15;

/** The first of three steps: language and zone. */
export function startLanguage(view: StartView, context: ViewContext): Reply {
  const { setup } = context.texts;
  const here = { ...view, section: "start1" as const };
  return reply(
    text(heading(1, view, context)),
    text(md`${setup.start.intro}`),
    languageSelect(view, changeCall(here, "locale"), context),
    text(zoneLine(view, context)),
    zoneSelect(view, changeCall(here, "zone"), context),
    buttons(
      actionButton(setup.start.next, go("start2"), { style: "primary" }),
      actionButton(context.texts.shared.zone.search, searchCall(view, "start1")),
      actionButton(setup.start.all, go("overview")),
    ),
  );
}

/** The second: where replies may be public. */
export function startWhere(view: StartView, context: ViewContext): Reply {
  const { setup } = context.texts;
  const here = { ...view, section: "start2" as const };
  const { publicIn } = view.settings;
  return reply(
    text(heading(2, view, context)),
    aboutAnswers(publicIn, context),
    publicSelect(here, context),
    buttons(
      actionButton(setup.start.next, go("start3"), { style: "primary" }),
      actionButton(setup.answers.everywhere, changeCall(here, "publicIn", "everywhere"), {
        disabled: publicIn === "everywhere",
      }),
      actionButton(context.texts.shared.back, go("start1")),
    ),
  );
}

export interface FirstChoice {
  readonly value: string;
  readonly label: string;
  readonly description?: string;
}

export interface FirstView {
  /** None where this bot makes no announcements. */
  readonly choices: readonly FirstChoice[];
  readonly what?: string | undefined;
  readonly channelId?: string | undefined;
  /** Set for a forum: a post is created in it. */
  readonly forum?: ForumTags | undefined;
  readonly tag?: string | undefined;
  /** Whether the picked channel is one the admin can't write in. */
  readonly isRefused: boolean;
}

/** The third: a first announcement. */
export function startFirst(view: StartView, first: FirstView, context: ViewContext): Reply {
  const { announce, setup, shared } = context.texts;
  const { start: texts } = setup;
  const { choices, what, channelId, isRefused, forum, tag } = first;
  if (choices.length === 0) {
    return reply(
      text(heading(3, view, context)),
      text(md`${texts.none}`),
      buttons(actionButton(texts.all, go("overview"), { style: "primary" })),
    );
  }
  const state = { what, channel: channelId, tag };
  const hasPlace = channelId !== undefined && !isRefused;
  const isReady = what !== undefined && hasPlace && (forum?.isRequired !== true || tag !== undefined);
  const entries: readonly SelectEntry[] = choices.map((one) => ({ ...one, chosen: one.value === what }));
  const whatSelect = select(texts.pickWhat, setupCalls.firstWhat(state), entries);
  const whereSelect = channelSelect(texts.pickWhere, setupCalls.firstWhere(state), {
    chosen: channelId === undefined || isRefused ? [] : [channelId],
    channelTypes: [...POSTED_IN, FORUM],
  });
  // A tag may be needed, and what is announced was picked before.
  const menus =
    forum === undefined || forum.tags.length === 0
      ? [whatSelect, whereSelect]
      : [
          whereSelect,
          select(announce.forum.pickTag, setupCalls.firstTag(state), tagEntries(forum, tag)),
          whatSelect,
        ];
  const shown = reply(
    text(heading(3, view, context)),
    text(firstHint(first, context)),
    menus,
    buttons(
      actionButton(texts.announce, setupCalls.first(state), { style: "primary", disabled: !isReady }),
      actionButton(shared.back, go("start2")),
      actionButton(texts.skip, go("overview")),
    ),
  );
  return { ...shown, again: setupCalls.firstTag(state) };
}

function firstHint({ channelId, isRefused, forum }: FirstView, context: ViewContext): Markdown {
  const { announce, setup } = context.texts;
  if (channelId === undefined) return md`${setup.start.chooseBoth}`;
  const channel = channelMention(channelId);
  if (isRefused) return setup.start.cantHere(channel);
  if (forum?.isRequired !== true) return md`${setup.start.chooseBoth}`;
  return forum.tags.length === 0 ? announce.forum.noTag(channel) : announce.forum.needsTag(channel);
}

export type FirstMade =
  | {
      readonly kind: "made" | "same";
      readonly title: string;
      readonly channelId: string;
      readonly nextAt?: number | undefined;
      /** Permissions the bot lacks there, with how to fix it. */
      readonly lacks?: string | undefined;
      /** Whether it can't post without them. */
      readonly isStuck?: boolean;
      readonly hasDate: boolean;
    }
  | { readonly kind: "unopened"; readonly channelId: string; readonly reason: string }
  | { readonly kind: "full"; readonly most: number }
  | { readonly kind: "past" };

/** The server is set up, or the announcement could not be made. */
export function startDone(made: FirstMade, context: ViewContext): Reply {
  const { announce, remind, setup, shared } = context.texts;
  const { start: texts } = setup;
  const after = buttons(
    made.kind !== "full" && actionButton(texts.more, go("start3")),
    actionButton(texts.all, go("overview")),
  );
  if (made.kind === "full")
    return toned(
      "notice",
      text(announce.refused.full(count(context, made.most), mentionOf(context, "announce list"))),
      after,
    );
  if (made.kind === "unopened") {
    const { what, fix } = troubleWords(made.reason, channelMention(made.channelId), context);
    const why = announce.forum.refused(sentences(context.texts.language, what, fix));
    return toned("notice", text(why), buttons(actionButton(shared.back, go("start3"))));
  }
  if (made.kind === "past")
    return toned("notice", text(md`${texts.past}`), buttons(actionButton(shared.back, go("start3"))));
  const channel = channelMention(made.channelId);
  const title = inPlain(made.title, 100);
  const when =
    made.nextAt === undefined
      ? made.hasDate
        ? md`${remind.card.noNext.dated}`
        : undefined
      : texts.nextAt(dateAndLength(context, made.nextAt));
  const lacks =
    made.lacks === undefined
      ? undefined
      : joinMarkdown([
          setup.check.lacks(channel, made.lacks, setup.check.uses.announcements),
          md`${setup.check.fix}`,
        ]);
  const body = lines([
    texts[made.isStuck === true ? "stuck" : made.kind](title, channel),
    lacks,
    when,
    texts.ping(mentionOf(context, "announce list")),
    texts.later(mentionOf(context, "announce new")),
  ]);
  return toned(lacks === undefined ? "good" : "notice", text(body ?? md``), after);
}

function heading(step: StartStep, view: StartView, context: ViewContext): Markdown {
  const { setup } = context.texts;
  const names = { 1: setup.sections.language, 2: setup.sections.answers, 3: setup.start.first };
  const title = md`## ${context.texts.shared.labelled(setup.title, names[step])}\n-# ${setup.start.step(String(step))}`;
  return lines([title, saidText(view, context)]) ?? title;
}

function go(section: SetupLocation) {
  return setupCalls.section({ section });
}
