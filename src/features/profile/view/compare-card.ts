import { type Markdown, joinMarkdown, md } from "../../../base/markdown.ts";
import type { Block } from "../../../discord/reply/reply.ts";
import type { Player, PlayerGame } from "../../../game/player.ts";
import type { Stat } from "../../../game/stats.ts";
import type { CompareCard } from "../../../pictures/cards/compare.ts";
import type { ComparedRow } from "../../../pictures/cards/compared.ts";
import { altText } from "../../kit/view/sentences.ts";
import { cardBlock } from "../../kit/view/card-block.ts";
import { comparedStat, comparedWords } from "../../kit/view/stat-words.ts";
import { month } from "../../kit/view/card-dates.ts";
import { playerName } from "../../kit/view/player-name.ts";
import { type ViewContext, inName } from "../../kit/view/view-context.ts";

const NONE = "–";

export interface ComparedPlayers {
  readonly first: Player;
  readonly second: Player;
  /** Their public game data. */
  readonly games?: readonly [PlayerGame | undefined, PlayerGame | undefined];
}

/**
 * Returns two players side by side as a picture: how long they have been there, these statistics, and their themes.
 * Nothing where pictures are off, one is banned or deleted, or there is nothing to compare.
 */
export function playersCardBlock(
  { first: left, second: right, games }: ComparedPlayers,
  figures: readonly string[],
  context: ViewContext,
): readonly Block[] {
  const [ofLeft, ofRight] = [games?.[0], games?.[1]];
  const rows = [
    sinceRow([left, right], context),
    ...figures.map((id) => comparedStat(id, [statOf(ofLeft, id), statOf(ofRight, id)], context)),
    themeRow([left, right], context),
  ].flatMap((row) => row ?? []);
  const areActive = [left, right].every(({ standing }) => standing.state === "active");
  if (!areActive || rows.length === 0) return [];
  const sides = [left, right].map((player) => ({
    name: playerName(player, context),
    detail: player.title === undefined ? "" : inName(player.title),
    picture: context.imageUrl(player.picture),
  }));
  const sentences = comparedWords(sides, rows, context);
  const words = {
    alt: altText(sentences, context.texts.language),
    twin: joinMarkdown(sentences.map((sentence): Markdown => md`${sentence}`)),
  };
  return cardBlock(context, words, async (look, picture): Promise<CompareCard> => {
    const avatars = await Promise.all(sides.map((side) => picture(side.picture)));
    const drawn = sides.map(({ name, detail }, index) => ({ name, detail, avatar: avatars[index] }));
    return { ...look, card: "compare", sides: drawn, rows };
  });
}

function statOf(game: PlayerGame | undefined, id: string): Stat | undefined {
  return game?.state === "shown" ? game.figures.find((one) => one.id === id) : undefined;
}

/** The one who has been there longer is ahead. */
function sinceRow([left, right]: readonly [Player, Player], context: ViewContext): ComparedRow | undefined {
  const ages = [left, right].map(({ firstSeen = context.now }) => Math.max(0, context.now - firstSeen));
  const [longer = 0, other = 0] = ages;
  if (left.firstSeen === undefined && right.firstSeen === undefined) return undefined;
  const side = ({ firstSeen }: Player, age: number) => ({
    text: firstSeen === undefined ? NONE : month(firstSeen, context),
    share: age / Math.max(1, longer, other),
  });
  const isTold = left.firstSeen !== undefined && right.firstSeen !== undefined && longer !== other;
  const ahead = isTold ? (longer > other ? 0 : 1) : undefined;
  const label = context.texts.profile.rows.firstSeen;
  return { label, values: [side(left, longer), side(right, other)], ahead };
}

function themeRow([left, right]: readonly [Player, Player], context: ViewContext): ComparedRow | undefined {
  if (left.theme === undefined && right.theme === undefined) return undefined;
  const { theme: label } = context.texts.profile.rows;
  return { label, values: [themeOf(left), themeOf(right)] };
}

function themeOf({ theme }: Player) {
  return { text: theme === undefined ? NONE : inName(theme) };
}
