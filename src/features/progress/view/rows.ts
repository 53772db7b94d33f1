import { type Markdown, md, timestamp } from "../../../base/markdown.ts";
import type { CharacterProgress } from "../../../game/progress.ts";
import { type ProgressEntry, type StateCounts, countStates } from "../../../game/progress-entries.ts";
import type { OwnMilestone } from "../../../game/progress-milestones.ts";
import type { Quest } from "../../../game/progress-quests.ts";
import { phaseAt } from "../../../game/times.ts";
import type { Reason, Suggestion } from "../../../game/what-next.ts";
import { type NamedContext, type ViewContext, count, small } from "../../kit/view/view-context.ts";
import { withIcon, facts, joined, termLine } from "../../kit/view/parts.ts";
import { nameOf } from "../../kit/view/milestone-parts.ts";
import {
  bar,
  characterName,
  lastPlayedLine,
  objectiveLines,
  percent,
  trackText,
} from "../../kit/view/progress-words.ts";

/** A row, and its name alone for a select. */
export interface ProgressRow {
  readonly key: string;
  readonly name: string;
  readonly text: Markdown;
}

export interface RowContext extends NamedContext {
  /** All of the account's characters, for their names. */
  readonly characters: readonly CharacterProgress[];
}

export function rowOf(entry: ProgressEntry, context: RowContext): ProgressRow {
  const { key } = entry;
  switch (entry.kind) {
    case "suggestion": {
      const { table, hash } = entry.suggestion.subject;
      return { key, name: nameOf(table, hash, context), text: suggestionText(entry.suggestion, context) };
    }
    case "character": {
      const name = characterName(entry.character.id, context.characters, context);
      return { key, name, text: characterText(entry.character, name, context) };
    }
    case "track": {
      const { table, hash } = entry.track;
      return { key, name: nameOf(table, hash, context), text: trackText(entry.track, context) };
    }
    case "milestone": {
      const name = nameOf("milestone", entry.milestone.hash, context);
      return { key, name, text: milestoneText(entry.milestone, name, context) };
    }
    case "quest": {
      const name = nameOf("quest", entry.quest.hash, context);
      return { key, name, text: questText(entry.quest, name, context) };
    }
    case "item": {
      const name = nameOf("item", entry.item.item, context);
      const text = joined([md`**${name}**`, objectiveLines(entry.item.objectives, context)]);
      return { key, name, text };
    }
  }
}

function suggestionText({ subject, reason }: Suggestion, context: RowContext): Markdown {
  const { characters } = context;
  const name = nameOf(subject.table, subject.hash, context);
  const who =
    characters.length > 1 ? md`${characterName(subject.character, characters, context)}` : undefined;
  const { headline, gauge, details } = reasonTexts(reason, context);
  const small_ = facts([...details, who]);
  const icon = context.names.of(subject.table, subject.hash);
  return joined([
    withIcon(context, icon, md`**${name}** · ${headline}`),
    gauge !== undefined && md`${bar(gauge)}`,
    small_ !== undefined && small(small_),
  ]);
}

interface ReasonTexts {
  readonly headline: string;
  readonly gauge?: number | undefined;
  readonly details: readonly (Markdown | undefined)[];
}

/** Returns the reason in words: what waits, how much is left, until when. */
function reasonTexts(reason: Reason, context: NamedContext): ReasonTexts {
  const { next } = context.texts.progress;
  const endsAt = (ends: number | undefined) =>
    ends === undefined ? undefined : next.endsAt(timestamp(ends, "R"));
  switch (reason.kind) {
    case "claim": {
      const { rewards, ends } = reason;
      const { questStates, states } = context.texts.progress;
      // Not how many rewards: what is counted beside it is milestones.
      const headline = rewards === 0 ? questStates.claimable : states.claimable;
      return { headline, details: [endsAt(ends)] };
    }
    case "finish": {
      const { share, left, ends } = reason;
      const toGo =
        left === undefined
          ? undefined
          : md`${next.toGo(nameOf("objective", left.objective, context), count(context, left.amount))}`;
      const headline =
        share === undefined ? context.texts.progress.questStates.open : percent(context, share);
      return { headline, gauge: share, details: [toGo, endsAt(ends)] };
    }
    case "cap": {
      const { span, cap, reset } = reason;
      const say = span === "week" ? next.weekLeft : next.dayLeft;
      const lost = reset === undefined ? undefined : next.lostAt(timestamp(reset, "R"));
      return {
        headline: say(count(context, cap.left), count(context, cap.limit)),
        gauge: cap.done / cap.limit,
        details: [lost],
      };
    }
  }
}

function characterText(character: CharacterProgress, name: string, context: ViewContext): Markdown {
  const { progress } = context.texts;
  const milestones = countsText(countStates(character.milestones, context.now), context);
  const quests = countsText(
    countStates(
      character.quests.filter(({ isStateSaid }) => isStateSaid),
      context.now,
    ),
    context,
  );
  const played = lastPlayedLine(character, context);
  return joined([
    md`**${name}**`,
    milestones !== undefined && progress.milestonesLine(milestones),
    quests !== undefined && progress.questsLine(quests),
    played !== undefined && small(played),
  ]);
}

function countsText(counts: StateCounts, context: ViewContext): Markdown | undefined {
  const texts = context.texts.progress.counts;
  return facts(
    (["claimable", "open", "done", "unknown"] as const).map((state) =>
      counts[state] === 0 ? undefined : md`${texts[state](count(context, counts[state]))}`,
    ),
  );
}

function milestoneText(milestone: OwnMilestone, name: string, context: NamedContext): Markdown {
  const { progress } = context.texts;
  const isOver = phaseAt(milestone, context.now) === "ended";
  const { state } = milestone;
  const when = termLine(context, milestone);
  const icon = context.names.of("milestone", milestone.hash);
  return joined([
    withIcon(context, icon, md`**${name}** · ${isOver ? progress.over : progress.states[state]}`),
    state === "open" && !isOver && objectiveLines(milestone.objectives, context),
    when !== undefined && small(when),
  ]);
}

function questText(quest: Quest, name: string, context: NamedContext): Markdown {
  const { progress } = context.texts;
  const heading = facts([
    md`**${name}**`,
    quest.isStateSaid && md`${progress.questStates[quest.state]}`,
    quest.isTracked && md`${progress.tracked}`,
  ]);
  const step =
    quest.step === undefined || quest.step === quest.hash
      ? undefined
      : small(md`${progress.step(nameOf("quest", quest.step, context))}`);
  return joined([
    heading,
    step,
    (quest.state === "open" || !quest.isStateSaid) && objectiveLines(quest.objectives, context),
  ]);
}
