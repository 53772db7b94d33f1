import { type Markdown, md } from "../../../base/markdown.ts";
import { actionButton, text as textOf, reply, select } from "../../../discord/reply/build.ts";
import type { PlatformId } from "../../../base/int64.ts";
import type { CallState } from "../../../discord/reply/calls.ts";
import type { Block, Reply, Select } from "../../../discord/reply/reply.ts";
import type { CharacterProgress } from "../../../game/progress.ts";
import { type ProgressEntry, type ProgressViewName, progressViews } from "../../../game/progress-entries.ts";
import {
  type NamedContext,
  type Age,
  type ViewContext,
  count,
  inName,
  small,
} from "../../kit/view/view-context.ts";
import { type PageOfList, pageButtons, pageLine } from "../../kit/view/pages.ts";
import { ageLine, buttonRow, facts, joined, lines } from "../../kit/view/parts.ts";
import { progressCardBlock } from "./progress-card.ts";
import { rowOf } from "./rows.ts";
import { ALL_CHARACTERS, characterName } from "../../kit/view/progress-words.ts";
import { progressCalls } from "./calls.ts";

const MAX_CHARACTERS = 24;

export type ProgressState = CallState<typeof progressCalls.view>;

export interface ProgressPage extends PageOfList {
  /** Whose progress it is, where the platform says so. */
  readonly account: { readonly name?: string | undefined; readonly membershipId?: PlatformId | undefined };
  readonly view: ProgressViewName;
  /** The state that leads back to this view. */
  readonly state: ProgressState;
  /** All of the account's characters. */
  readonly characters: readonly CharacterProgress[];
  /** The picked one, or all. */
  readonly chosen: readonly CharacterProgress[];
  readonly entries: readonly ProgressEntry[];
  /** Milestones whose state is unknown, left out of "What next?". */
  readonly unknown: number;
  /** The typed character that doesn't exist. */
  readonly unfound?: string | undefined;
  readonly age?: Age | undefined;
}

export function progressReply(page: ProgressPage, context: NamedContext): Reply {
  const { progress, runtime } = context.texts;
  const rows = page.entries.map((entry) => rowOf(entry, { ...context, characters: page.characters }));
  const { state } = page;
  const footer = footerOf(page, context);
  return {
    again: progressCalls.page({ ...state, page: page.page }),
    ...reply(
      textOf(headingOf(page, context)),
      ...cardOf(page, context),
      ...(rows.length === 0
        ? [textOf(page.view === "next" ? progress.nothingNext : runtime.nothingToShow)]
        : rows.map(({ text }) => textOf(text))),
      ...(footer === undefined ? [] : [textOf(footer)]),
      viewSelect(page, context),
      ...characterSelect(page, context),
      ...buttonRow([
        ...pageButtons(context, page, (to) => progressCalls.page({ ...state, page: to })),
        state.player === undefined && actionButton(progress.since.button, progressCalls.since(state)),
        rows.length > 0 &&
          actionButton(progress.share.button, progressCalls.share({ ...state, page: page.page })),
      ]),
    ),
  };
}

/** Returns the card on the first page of a view of everything. */
function cardOf(page: ProgressPage, context: NamedContext): readonly Block[] {
  if (page.page > 0 || !isOfAll(page.view)) return [];
  const who = whichCharacter(page, context);
  const { name = "", membershipId } = page.account;
  const account = inName(name);
  const subject = account === "" ? { name: who, detail: "" } : { name: account, detail: who };
  return progressCardBlock(page.chosen, { ...subject, membershipId }, context);
}

/** Returns what views are called, as the command's option has them. */
export function viewNames({ texts }: ViewContext): Readonly<Record<ProgressViewName, string>> {
  return texts.commands.progress.options.view.choices;
}

/** Returns whether a card sums this view up. */
export function isOfAll(view: ProgressViewName): boolean {
  return view === "next" || view === "overview";
}

function headingOf(page: ProgressPage, context: ViewContext): Markdown {
  const { progress } = context.texts;
  const views = viewNames(context);
  const who = facts([
    page.account.name !== undefined && md`${inName(page.account.name)}`,
    md`${whichCharacter(page, context)}`,
  ]);
  return joined([
    md`## ${views[page.view]}`,
    who !== undefined && small(who),
    page.unfound !== undefined && small(md`${progress.noSuchCharacter(inName(page.unfound))}`),
  ]);
}

/** Names the character in views of one, even when none was picked. */
function whichCharacter(
  { view, state: { character }, characters }: ProgressPage,
  context: ViewContext,
): string {
  if (character === undefined && isOfAll(view) && characters.length > 1)
    return context.texts.progress.allCharacters;
  return characterName(character ?? characters[0]?.id ?? "", characters, context);
}

function footerOf(page: ProgressPage, context: ViewContext): Markdown | undefined {
  const { next } = context.texts.progress;
  const { unknown } = page;
  return lines([
    page.view === "next" && unknown > 0 && small(md`${next.unknown(unknown, count(context, unknown))}`),
    pageLine(context, page),
    ageLine(context, page.age),
  ]);
}

function viewSelect({ view, state: { character, player } }: ProgressPage, context: ViewContext): Select {
  const { pickView } = context.texts.progress;
  const views = viewNames(context);
  return select(
    pickView,
    progressCalls.view({ character, player }),
    progressViews.map((name) => ({
      label: views[name],
      value: name,
      chosen: name === view,
    })),
  );
}

function characterSelect(page: ProgressPage, context: ViewContext): readonly Block[] {
  const { progress } = context.texts;
  const { characters, view } = page;
  const { character, player } = page.state;
  if (characters.length < 2) return [];
  const hasAll = isOfAll(view);
  const shown = character ?? (hasAll ? ALL_CHARACTERS : characters[0]?.id);
  return [
    select(
      progress.pickCharacter,
      progressCalls.character({ view, player }),
      [
        ...(hasAll ? [{ label: progress.allCharacters, value: ALL_CHARACTERS }] : []),
        ...characters
          .slice(0, MAX_CHARACTERS)
          .map(({ id }) => ({ label: characterName(id, characters, context), value: id })),
      ].map((entry) => ({ ...entry, chosen: entry.value === shown })),
    ),
  ];
}
