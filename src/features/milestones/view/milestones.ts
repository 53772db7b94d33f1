import { type Markdown, joinMarkdown, md } from "../../../base/markdown.ts";
import {
  actionButton,
  buttons,
  section,
  text as textOf,
  thumbnail,
  reply,
  select,
} from "../../../discord/reply/build.ts";
import type { Block, Reply, SelectEntry } from "../../../discord/reply/reply.ts";
import type { MilestoneContent, PublicMilestone } from "../../../game/milestones.ts";
import { type Phase, phaseAt } from "../../../game/times.ts";
import {
  type NamedContext,
  type Age,
  type ViewContext,
  inOneLine,
  small,
} from "../../kit/view/view-context.ts";
import { cardTerm, eventBlock } from "../../kit/view/entry-cards.ts";
import { contentLists, milestoneLists, nameOf } from "../../kit/view/milestone-parts.ts";
import { type PageOfList, pageButtons, pageLine } from "../../kit/view/pages.ts";
import {
  ageLine,
  alwaysLine,
  buttonRow,
  joined,
  lines,
  notice,
  termLine,
  termLines,
  iconEntry,
} from "../../kit/view/parts.ts";
import { remindMeButton, remindMeSelect } from "../../kit/view/remind-me-button.ts";
import { readableStart } from "../../kit/view/readable.ts";
import { remindCalls } from "../../kit/view/calls/remind.ts";
import { milestonesCalls } from "../../kit/view/calls/milestones.ts";
import { entryDate } from "../../kit/view/card-dates.ts";
import { inWeek, weekBlock } from "../../kit/view/week-card.ts";

const DESCRIPTION_LENGTH = 120;

export interface MilestonesPage extends PageOfList {
  readonly milestones: readonly PublicMilestone[];
  readonly age: Age;
  /** Whether "For me" is offered: members can link an account here. */
  readonly canShowMine?: boolean;
  /** The values of "Remind me" by hash, for milestones with a future date. */
  readonly offers?: ReadonlyMap<number, string>;
}

export function milestonesReply(page: MilestonesPage, context: NamedContext): Reply {
  const { milestones: texts } = context.texts;
  const age = ageLine(context, page.age);
  if (page.milestones.length === 0) return notice(texts.nothing, age && textOf(age));
  const footer = lines([pageLine(context, page), age]);
  return {
    again: milestonesCalls.page({ page: page.page }),
    ...reply(
      textOf(md`## ${texts.title}`),
      ...milestoneBlocks(page.milestones, context),
      select(
        texts.open,
        milestonesCalls.open({ page: page.page }),
        page.milestones.map((milestone) => ({
          label: nameOf("milestone", milestone.hash, context),
          value: String(milestone.hash),
          description: entryDescription(milestone, context),
          date: entryDate(milestone, context),
          ...iconEntry(context, context.names.of("milestone", milestone.hash)),
        })),
      ),
      ...remindMeSelect(offersOf(page, context), context),
      ...buttonRow([
        ...pageButtons(context, page, (to) => milestonesCalls.page({ page: to })),
        page.canShowMine === true && actionButton(context.texts.progress.mine.button, milestonesCalls.mine()),
        actionButton(context.texts.remind.calendar.button, remindCalls.calendar({ of: "week" })),
      ]),
      ...(footer === undefined ? [] : [textOf(footer)]),
    ),
  };
}

function offersOf({ milestones, offers }: MilestonesPage, context: NamedContext): readonly SelectEntry[] {
  return milestones.flatMap((milestone) => {
    const { hash } = milestone;
    const value = offers?.get(hash);
    const label = nameOf("milestone", hash, context);
    const icon = iconEntry(context, context.names.of("milestone", hash));
    return value === undefined ? [] : [{ value, label, date: entryDate(milestone, context), ...icon }];
  });
}

/** Returns what a milestone is about, else whether it is on. */
function entryDescription(milestone: PublicMilestone, context: NamedContext): string {
  const about = inOneLine(context.names.of("milestone", milestone.hash)?.description ?? "", 100);
  return about === "" ? context.texts.milestones.phases[phaseAt(milestone, context.now)] : about;
}

/** Returns the week as a picture, and the rest below; without pictures all of them as text. */
function milestoneBlocks(milestones: readonly PublicMilestone[], context: NamedContext): readonly Block[] {
  const week = inWeek(milestones, context);
  const twin = joinMarkdown(
    week.map((milestone) => milestoneWords(milestone, context)),
    "\n\n",
  );
  const card = weekBlock(
    week.map(({ hash, starts, ends }) => ({
      name: nameOf("milestone", hash, context),
      starts,
      ends,
      icon: context.names.of("milestone", hash)?.iconUrl,
    })),
    twin,
    context,
  );
  if (card.length === 0) return sections(milestones, context);
  const passing = lines(week.map((milestone) => passingLine(milestone, context)));
  const others = milestones.filter((milestone) => !week.includes(milestone));
  return [...card, ...(passing === undefined ? [] : [textOf(passing)]), ...sections(others, context)];
}

/** Live timestamps, since a picture can't count down. */
function passingLine(milestone: PublicMilestone, context: NamedContext): Markdown | undefined {
  const when = termLine(context, milestone);
  return when && small(md`**${nameOf("milestone", milestone.hash, context)}** · ${when}`);
}

/** Returns sections, with a heading between what is on and what is upcoming. */
function sections(milestones: readonly PublicMilestone[], context: NamedContext): readonly Block[] {
  const blocks: Block[] = [];
  let previous: Phase = "on";
  for (const milestone of milestones) {
    const phase = phaseAt(milestone, context.now);
    if (phase !== previous) blocks.push(textOf(md`**${context.texts.milestones.phases[phase]}**`));
    previous = phase;
    blocks.push(milestoneBlock(milestone, context));
  }
  return blocks;
}

function milestoneBlock(milestone: PublicMilestone, context: NamedContext): Block {
  const url = context.names.of("milestone", milestone.hash)?.iconUrl;
  const alt = context.texts.milestones.icon(nameOf("milestone", milestone.hash, context));
  return section(milestoneWords(milestone, context), url === undefined ? undefined : thumbnail(url, alt));
}

function milestoneWords(milestone: PublicMilestone, context: NamedContext): Markdown {
  const thing = context.names.of("milestone", milestone.hash);
  const name = nameOf("milestone", milestone.hash, context);
  const description =
    thing?.description === undefined ? "" : inOneLine(thing.description, DESCRIPTION_LENGTH);
  const when = termLine(context, milestone) ?? alwaysLine(context, milestone);
  return joined([md`**${name}**`, description !== "" && md`${description}`, when && small(when)]);
}

export interface MilestoneView {
  readonly milestone: PublicMilestone;
  readonly content?: MilestoneContent | undefined;
  readonly age: Age;
  /** The page of the list it was opened from. */
  readonly page: number;
  /** The value of "Remind me", where it has a future date. */
  readonly offer?: string | undefined;
}

export function milestoneReply(view: MilestoneView, context: NamedContext): Reply {
  const { milestones: texts } = context.texts;
  const { milestone, content } = view;
  const thing = context.names.of("milestone", milestone.hash);
  const name = nameOf("milestone", milestone.hash, context);
  const about =
    thing?.description === undefined ? undefined : readableStart(thing.description, context.mayLink);
  const age = ageLine(context, view.age);
  const when = termLines(context, milestone) ?? alwaysLine(context, milestone);
  const header = joined([md`## ${name}`, about, when]);
  // Name and dates are shown beside it.
  const twin = joined([small(md`${context.texts.trending.kinds.event}`), about]);
  const card = cardOf(view, twin, context);
  const beside = thing?.iconUrl === undefined ? undefined : thumbnail(thing.iconUrl, texts.icon(name));
  return {
    again: milestonesCalls.open({ page: view.page, milestone: String(milestone.hash) }),
    ...reply(
      ...(card.length === 0 ? [section(header, beside)] : [textOf(md`**${name}**`), ...card]),
      ...(card.length === 0 || when === undefined ? [] : [textOf(when)]),
      ...(content === undefined ? [] : contentLists(content, context, thing?.description).map(textOf)),
      ...milestoneLists(milestone, context).map(textOf),
      ...(age === undefined ? [] : [textOf(age)]),
      ...buttonRow([backButton(view.page, context), remindMeButton(view.offer, context)]),
    ),
  };
}

/** Returns a card around its icon; nothing without one, or where pictures are off. */
function cardOf(
  { milestone, content }: MilestoneView,
  twin: Markdown,
  context: NamedContext,
): readonly Block[] {
  const { iconUrl: picture, description: about } = context.names.of("milestone", milestone.hash) ?? {};
  if (picture === undefined) return [];
  const card = {
    kind: "event",
    kindName: context.texts.trending.kinds.event,
    title: nameOf("milestone", milestone.hash, context),
    about,
    picture,
    isIcon: true,
    rewards:
      content?.rewards.flatMap(({ items }) => items).map((hash) => context.names.of("item", hash)) ?? [],
    ...cardTerm(milestone, context),
  };
  return eventBlock(card, twin, context);
}

/** For a milestone the platform no longer lists. */
export function milestoneGoneReply(page: number, context: ViewContext): Reply {
  return notice(context.texts.milestones.gone, buttons(backButton(page, context)));
}

function backButton(page: number, context: ViewContext) {
  return actionButton(context.texts.shared.back, milestonesCalls.page({ page }));
}
