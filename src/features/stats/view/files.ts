import { type Markdown, joinMarkdown, md } from "../../../base/markdown.ts";
import { actionButton, text as textOf, reply } from "../../../discord/reply/build.ts";
import type { Reply, Block } from "../../../discord/reply/reply.ts";
import type { StatTable } from "../../../game/stats.ts";
import type { StatPeriod } from "../../../game/stats-period.ts";
import { type StatExport, toCsv, toJson } from "../../../game/stats-export.ts";
import { type Age, type ViewContext, inPlain, small, count } from "../../kit/view/view-context.ts";
import { ageLine, buttonRow, facts, notice, paragraph, altText } from "../../kit/view/parts.ts";
import { type OwnCharacter, type StatsView, periodNames } from "./controls.ts";
import { comparedStat, comparedWords, statName, totalText } from "../../kit/view/stat-words.ts";
import { statsCalls } from "./calls.ts";
import { cardBlock } from "../../kit/view/card-block.ts";
import type { CompareCard } from "../../../pictures/card.ts";

const NAME_LENGTH = 40;
const COMPARED = 10;

export function exportReply(view: StatsView, format: "csv" | "json", context: ViewContext): Reply {
  const { shared, stats } = context.texts;
  if (view.table.stats.length === 0) return notice(stats.nothing);
  const content: StatExport = {
    account: view.account.name,
    period: view.period,
    mode: view.mode,
    total: view.table,
    points: view.points,
  };
  const text = format === "csv" ? toCsv(content) : toJson(content);
  return reply(textOf(md`## ${stats.exported.title}\n${small(md`${shared.fileNote}`)}`), {
    type: "file",
    file: {
      name: `statistics-${view.period}.${format}`,
      bytes: new TextEncoder().encode(text),
      description: stats.exported.file(periodNames(context)[view.period]),
    },
  });
}

export interface ComparedCharacters {
  readonly period: StatPeriod;
  readonly characters: readonly (OwnCharacter & { readonly table: StatTable })[];
  readonly mode?: string | undefined;
  readonly age?: Age | undefined;
}

/** Returns each statistic with every character's value below it, which fits a phone. */
export function comparedReply(
  { characters, period, mode, age }: ComparedCharacters,
  back: StatsView,
  context: ViewContext,
): Reply {
  const { stats, shared, progress } = context.texts;
  const ids = [...new Set(characters.flatMap(({ table }) => table.stats.map(({ id }) => id)))];
  if (ids.length === 0) return notice(stats.nothing);
  const nameOf = ({ label }: OwnCharacter, index: number) =>
    inPlain(label ?? progress.character(String(index + 1)), NAME_LENGTH);
  const rows = ids.slice(0, COMPARED).map((id): Markdown =>
    joinMarkdown([
      md`**${statName(id, context)}**`,
      ...characters.flatMap((character, index) => {
        const stat = character.table.stats.find((one) => one.id === id);
        return stat === undefined
          ? []
          : [context.texts.shared.labelled(nameOf(character, index), totalText(stat, context))];
      }),
    ]),
  );
  const what = facts([
    md`${periodNames(context)[period]}`,
    mode !== undefined && md`${stats.mode(statName(mode, context))}`,
  ]);
  const stale = ageLine(context, age);
  const named = characters.map((character, index) => ({ ...character, name: nameOf(character, index) }));
  const card = compareCardBlock(named, { ids, twin: joinMarkdown(rows) }, context);
  return {
    again: statsCalls.compare(back.state),
    ...reply(
      paragraph(md`## ${stats.compareTitle}`, what && small(what)),
      ...(card.length > 0 ? card : rows.map((row) => textOf(row))),
      ...(stale === undefined ? [] : [textOf(stale)]),
      ...buttonRow([actionButton(shared.back, statsCalls.page(back.state))]),
    ),
  };
}

export function privateStatsReply(context: ViewContext): Reply {
  return notice(context.texts.stats.private);
}

const ROWS = 5;
const MOST = 4;

interface Compared {
  readonly name: string;
  readonly table: StatTable;
}

/** Returns two to four characters side by side as a picture. */
function compareCardBlock(
  compared: readonly Compared[],
  { ids, twin }: { readonly ids: readonly string[]; readonly twin: Markdown },
  context: ViewContext,
): readonly Block[] {
  if (compared.length < 2 || compared.length > MOST) return [];
  const rows = ids.slice(0, ROWS).map((id) => {
    const stats = compared.map(({ table }) => table.stats.find((one) => one.id === id));
    return comparedStat(id, stats, context);
  });
  const sides = compared.map(({ name }, side) => {
    const higher = rows.filter(({ ahead }) => ahead === side).length;
    return {
      name,
      detail: context.texts.stats.higherIn(count(context, higher), count(context, rows.length)),
    };
  });
  const words = { alt: altText(comparedWords(sides, rows, context), context.texts.language), twin };
  return cardBlock(context, words, (look): CompareCard => ({ ...look, card: "compare", sides, rows }));
}
