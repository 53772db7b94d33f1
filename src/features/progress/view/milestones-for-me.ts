import { type Markdown, md } from "../../../base/markdown.ts";
import { text as textOf, reply } from "../../../discord/reply/build.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import type { PublicMilestone } from "../../../game/milestones.ts";
import type { CharacterProgress } from "../../../game/progress.ts";
import type { DoneState } from "../../../game/progress-quests.ts";
import { type NamedContext, type Age, type ViewContext, small } from "../../kit/view/view-context.ts";
import { nameOf } from "../../kit/view/milestone-parts.ts";
import { type PageOfList, pageButtons, pageLine } from "../../kit/view/pages.ts";
import { ageLine, buttonRow, facts, lines, notice, termLine, paragraph } from "../../kit/view/parts.ts";
import { characterName } from "../../kit/view/progress-words.ts";
import { milestonesCalls } from "../../kit/view/calls/milestones.ts";

export interface MilestonesForMe extends PageOfList {
  readonly milestones: readonly {
    readonly milestone: PublicMilestone;
    readonly states: readonly { readonly character: string; readonly state: DoneState }[];
  }[];
  readonly characters: readonly CharacterProgress[];
  readonly age: Age;
}

export function milestonesForMeReply(mine: MilestonesForMe, context: NamedContext): Reply {
  const { milestones: texts, progress } = context.texts;
  if (mine.milestones.length === 0) return notice(texts.nothing);
  const footer = lines([
    small(md`${progress.mine.note}`),
    pageLine(context, mine),
    ageLine(context, mine.age),
  ]);
  return reply(
    textOf(md`## ${progress.mine.title}`),
    ...mine.milestones.map(({ milestone, states }) =>
      paragraph(
        md`**${nameOf("milestone", milestone.hash, context)}**`,
        statesText(states, mine.characters, context),
        whenOf(milestone, context),
      ),
    ),
    footer !== undefined && textOf(footer),
    buttonRow(pageButtons(context, mine, (page) => milestonesCalls.mine({ page }))),
  );
}

/** Returns one word where all characters have the same state. */
function statesText(
  states: MilestonesForMe["milestones"][number]["states"],
  characters: readonly CharacterProgress[],
  context: ViewContext,
): Markdown | undefined {
  const { labelled } = context.texts.shared;
  const words = context.texts.progress.states;
  const [first] = states;
  if (first !== undefined && states.every(({ state }) => state === first.state))
    return md`${words[first.state]}`;
  return facts(
    states.map(({ character, state }) =>
      labelled(characterName(character, characters, context), words[state]),
    ),
  );
}

function whenOf(milestone: PublicMilestone, context: ViewContext): Markdown | undefined {
  const when = termLine(context, milestone);
  return when === undefined ? undefined : small(when);
}
