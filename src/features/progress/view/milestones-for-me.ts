import { type Markdown, md } from "../../../base/markdown.ts";
import { text as textOf } from "../../../discord/reply/build.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import type { PublicMilestone } from "../../../game/milestones.ts";
import type { Names } from "../../../game/names.ts";
import type { CharacterProgress } from "../../../game/progress.ts";
import type { DoneState } from "../../../game/progress-quests.ts";
import { type Age, type ViewContext, small } from "../../shared/view/view-context.ts";
import { nameOf } from "../../shared/view/milestone-parts.ts";
import { type PageOfList, pageButtons, pageLine } from "../../shared/view/pages.ts";
import { ageLine, buttonRow, facts, joined, lines, notice, termLine } from "../../shared/view/parts.ts";
import { characterName } from "../../shared/view/progress-words.ts";

/** One page of what is on, for one member. */
export interface MilestonesForMe extends PageOfList {
  readonly milestones: readonly {
    readonly milestone: PublicMilestone;
    readonly states: readonly { readonly character: string; readonly state: DoneState }[];
  }[];
  readonly characters: readonly CharacterProgress[];
  readonly age: Age;
}

export function milestonesForMeReply(mine: MilestonesForMe, names: Names, look: ViewContext): Reply {
  const { milestones: texts, progress } = look.texts;
  if (mine.milestones.length === 0) return notice(texts.nothing);
  const at = pageLine(look, mine);
  const footer = lines([
    small(md`${progress.mine.note}`),
    at === undefined ? undefined : small(at),
    ageLine(look, mine.age),
  ]);
  return {
    blocks: [
      textOf(md`## ${progress.mine.title}`),
      ...mine.milestones.map(({ milestone, states }) =>
        textOf(
          joined([
            md`**${nameOf("milestone", milestone.hash, { names, look })}**`,
            statesText(states, mine.characters, look),
            whenOf(milestone, look),
          ]),
        ),
      ),
      ...(footer === undefined ? [] : [textOf(footer)]),
      ...buttonRow(pageButtons(look, mine, { command: "milestones", action: "mine" })),
    ],
  };
}

/** One word where all characters stand alike. */
function statesText(
  states: MilestonesForMe["milestones"][number]["states"],
  characters: readonly CharacterProgress[],
  look: ViewContext,
): Markdown | undefined {
  const words = look.texts.progress.states;
  const [first] = states;
  if (first !== undefined && states.every(({ state }) => state === first.state))
    return md`${words[first.state]}`;
  return facts(
    states.map(({ character, state }) => md`${characterName(character, characters, look)}: ${words[state]}`),
  );
}

function whenOf(milestone: PublicMilestone, look: ViewContext): Markdown | undefined {
  const when = termLine(look, milestone);
  return when === undefined ? undefined : small(when);
}
