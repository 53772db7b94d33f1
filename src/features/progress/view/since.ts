import { type Markdown, joinMarkdown, md, timestamp } from "../../../base/markdown.ts";
import { actionButton, text as textOf, reply, select } from "../../../discord/reply/build.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import type { CharacterProgress } from "../../../game/progress.ts";
import { type Change, type CharacterChanges, type SincePeriod, sincePeriods } from "../../../game/since.ts";
import type { NameTable } from "../../../game/names.ts";
import { type NamedContext, count, mentionOf, small } from "../../kit/view/view-context.ts";
import { nameOf } from "../../kit/view/milestone-parts.ts";
import { buttonRow, bulletList, facts, notice, paragraph } from "../../kit/view/parts.ts";
import type { ProgressState } from "./progress.ts";
import { characterName } from "../../kit/view/progress-words.ts";
import { progressCalls } from "./calls.ts";

const MAX_CHANGES = 12;

export interface SinceView {
  /** The state of the view to go back to. */
  readonly state: ProgressState;
  readonly period: SincePeriod;
  readonly characters: readonly CharacterProgress[];
  readonly compared:
    | { readonly state: "off" | "no-reset" | "first" }
    | {
        readonly state: "compared";
        readonly takenAt: number;
        /** Whether the snapshot is younger than the time asked for. */
        readonly isYounger: boolean;
        readonly changes: readonly CharacterChanges[];
      };
}

export function sinceReply(view: SinceView, context: NamedContext): Reply {
  const { shared, progress } = context.texts;
  const { since } = progress;
  const { state } = view;
  const body = bodyOf(view, context);
  return {
    ...(body.tone !== undefined && { tone: body.tone }),
    ...reply(
      ...body.blocks,
      select(
        since.pick,
        progressCalls.since(state),
        sincePeriods.map((period) => ({
          label: since.periods[period],
          value: period,
          chosen: period === view.period,
        })),
      ),
      ...buttonRow([actionButton(shared.back, progressCalls.page(state))]),
    ),
  };
}

function bodyOf({ compared, characters, period }: SinceView, context: NamedContext): Reply {
  const { since } = context.texts.progress;
  switch (compared.state) {
    case "off":
      return notice({ title: since.off.title, next: since.off.next(mentionOf(context, "account")) });
    case "no-reset":
      return notice(since.noReset);
    case "first":
      return notice(since.first);
    case "compared": {
      const { takenAt, isYounger, changes } = compared;
      const some = changes.filter((one) => one.changes.length > 0);
      const from = facts([since.from(timestamp(takenAt, "f")), isYounger && md`${since.younger}`]);
      return reply(
        paragraph(md`## ${since.title}`, md`${since.periods[period]}`, from !== undefined && small(from)),
        ...(some.length === 0
          ? [textOf(since.nothing)]
          : some.map((one) => textOf(changesText(one, { ...context, characters })))),
      );
    }
  }
}

function changesText(
  { character, changes }: CharacterChanges,
  context: NamedContext & { readonly characters: readonly CharacterProgress[] },
): Markdown {
  const name = characterName(character, context.characters, context);
  const named = changes.filter((change) => hasName(change, context));
  const nameless = changes.length - named.length;
  const { since } = context.texts.progress;
  return joinMarkdown([
    bulletList(
      context,
      name,
      named.map((change) => changeText(change, context)),
      MAX_CHANGES,
    ) ?? md`**${name}**`,
    ...(nameless === 0 ? [] : [small(md`${since.nameless(nameless, count(context, nameless))}`)]),
  ]);
}

function hasName(change: Change, context: NamedContext): boolean {
  return (context.names.of(tableOf(change), change.hash)?.name ?? "").trim() !== "";
}

function tableOf(change: Change): NameTable {
  return change.kind === "quest" || change.kind === "milestone" ? change.kind : change.table;
}

function changeText(change: Change, context: NamedContext): Markdown {
  const { labelled } = context.texts.shared;
  const { since, states, questStates } = context.texts.progress;
  const name = md`**${nameOf(tableOf(change), change.hash, context)}**`;
  switch (change.kind) {
    case "grew": {
      const { level, levels, points } = change;
      const said = facts([
        levels > 0 && md`${since.grew(levels, count(context, levels), count(context, level))}`,
        points > 0 && md`${since.points(count(context, points))}`,
      ]);
      return labelled(name, said ?? "");
    }
    case "restarted":
      return labelled(name, since.restarted);
    case "milestone":
      return labelled(name, states[change.state]);
    case "quest":
      return labelled(name, { ...questStates, ...since.quest }[change.change]);
  }
}
