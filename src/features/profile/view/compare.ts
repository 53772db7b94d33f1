import { DAY_MS } from "../../../base/duration.ts";
import { type Markdown, joinMarkdown, md, timestamp } from "../../../base/markdown.ts";
import { actionButton, divider, peopleSelect, text as textOf, reply } from "../../../discord/reply/build.ts";
import type { ActionButton, Reply, Block } from "../../../discord/reply/reply.ts";
import type { Player, PlayerGame } from "../../../game/player.ts";
import {
  type Age,
  type ViewContext,
  count,
  inName,
  mentionOf,
  playerName,
} from "../../kit/view/view-context.ts";
import { ageLine, buttonRow, lines, notice, playerContentButtons, altText } from "../../kit/view/parts.ts";
import { type KnownPlayer, noMemberReply, platformNames, playerBlock, playerSelect } from "./profile.ts";
import { profileCalls } from "./calls.ts";
import { charactersText } from "./player-game.ts";
import { statName, valueText, comparedStat, comparedWords } from "../../kit/view/stat-words.ts";
import type { Stat } from "../../../game/stats.ts";
import { cardBlock } from "../../kit/view/card-block.ts";
import { month } from "../../kit/view/card-dates.ts";
import type { CompareCard, ComparedRow } from "../../../pictures/card.ts";

const NONE = "–";

interface ComparedPlayers {
  readonly first: Player;
  readonly second: Player;
  readonly games?: readonly [PlayerGame | undefined, PlayerGame | undefined];
}

/**
 * Returns two players side by side as a picture: how long they have been there, these statistics, and their themes.
 * Nothing where pictures are off, one is banned or deleted, or there is nothing to compare.
 */
function playersCardBlock(
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

/** Besides how long they have been there, and their themes. */
const FIGURES_ON_CARD = 3;

export interface Comparable {
  readonly recents: readonly KnownPlayer[];
  /** Whether this is a server, whose members may be visible. */
  readonly hasMembers: boolean;
}

export function pickComparedReply(
  player: KnownPlayer,
  { recents, hasMembers }: Comparable,
  context: ViewContext,
): Reply {
  const { profile } = context.texts;
  const others = recents.filter(({ id }) => id !== player.id);
  const command = mentionOf(context, "profile");
  const name = inName(player.name);
  const how = others.length === 0 ? profile.compareNobody(command) : profile.compareHow(command);
  return reply(
    textOf(md`**${profile.compareWith(name)}**\n${how}`),
    playerSelect(profile.pick, others, profileCalls.with({ player: player.id })),
    hasMembers && peopleSelect(profile.pickMember, profileCalls.withMember({ player: player.id })),
    buttonRow([backButton(player.id, context)]),
  );
}

/** The picked member is not visible. */
export function noMemberToCompareReply(player: string, context: ViewContext): Reply {
  const reply = noMemberReply(context);
  return { ...reply, blocks: [...reply.blocks, ...buttonRow([backButton(player, context)])] };
}

export interface Comparison extends ComparedPlayers {
  readonly age?: Age | undefined;
  /** Whether its controls may name both. */
  readonly isRepeatable: boolean;
}

/** Returns two players side by side: each row under its name, which fits a phone. */
export function compareReply(comparison: Comparison, context: ViewContext): Reply {
  const { first, second, age, isRepeatable } = comparison;
  if (first.id === second.id) return { ...notice(context.texts.profile.samePlayer), isForAsker: true };
  const stale = ageLine(context, age);
  const figures = figuresOf(comparison.games);
  const drawn = figures.slice(0, FIGURES_ON_CARD);
  const card = playersCardBlock(comparison, drawn, context);
  const hasCard = card.length > 0;
  return {
    ...(isRepeatable && { again: profileCalls.compared({ player: first.id, other: second.id }) }),
    ...reply(
      ...(hasCard
        ? [textOf(md`**${playerName(first, context)}** · **${playerName(second, context)}**`), ...card]
        : [playerBlock(first, context), playerBlock(second, context), divider()]),
      ...rowsOf(
        comparison,
        { hasCard, figures: hasCard ? figures.slice(drawn.length) : figures },
        context,
      ).map(textOf),
      ...(stale === undefined ? [] : [textOf(stale)]),
      ...buttonRow([
        backButton(first.id, context),
        ...playerContentButtons(context, {
          report: profileCalls.report({ player: first.id }),
          hide: profileCalls.hide(),
        }),
      ]),
    ),
  };
}

/** Leaves out what the card already shows. */
function rowsOf(
  { first, second, games }: Comparison,
  { hasCard, figures }: { readonly hasCard: boolean; readonly figures: readonly string[] },
  context: ViewContext,
): readonly Markdown[] {
  const { rows } = context.texts.profile;
  const names = [playerName(first, context), playerName(second, context)] as const;
  const row = (heading: string, read: (player: Player) => Markdown | undefined) =>
    rowOf(heading, [read(first), read(second)], { names, context });
  const inGame = (heading: string, read: (game: PlayerGame | undefined) => Markdown | undefined) =>
    rowOf(heading, [read(games?.[0]), read(games?.[1])], { names, context });
  return [
    row(rows.firstSeen, ({ firstSeen }) =>
      firstSeen === undefined || hasCard ? undefined : timestamp(firstSeen, "D"),
    ),
    row(rows.lastSeen, ({ lastSeen }) => (lastSeen === undefined ? undefined : timestamp(lastSeen, "R"))),
    row(rows.names, (player) => {
      const names = player.standing.state === "deleted" ? [] : platformNames(player, context, true);
      return names.length === 0 ? undefined : joinMarkdown(names, " · ");
    }),
    row(rows.theme, ({ theme }) => (theme === undefined || hasCard ? undefined : md`${inName(theme)}`)),
    inGame(rows.characters, (game) => charactersText(game, context)),
    ...figures.map((id) => inGame(statName(id, context), (game) => figureText(game, id, context))),
    earlierLine(first, second, context),
  ].filter((text) => text !== undefined);
}

/** Returns the statistics either has, the first player's first. */
function figuresOf(games: Comparison["games"]): readonly string[] {
  const ids = (games ?? [])
    .flatMap((game) => (game?.state === "shown" ? game.figures : []))
    .map(({ id }) => id);
  return [...new Set(ids)];
}

function figureText(game: PlayerGame | undefined, id: string, context: ViewContext): Markdown | undefined {
  const found = game?.state === "shown" ? game.figures.find((one) => one.id === id) : undefined;
  return found && md`${valueText(found.total, found.kind, context)}`;
}

/** Returns a row only where at least one of them has something to say. */
function rowOf(
  heading: string,
  [left, right]: readonly [Markdown | undefined, Markdown | undefined],
  { names, context }: { readonly names: readonly [string, string]; readonly context: ViewContext },
): Markdown | undefined {
  if (left === undefined && right === undefined) return undefined;
  const { progress, shared } = context.texts;
  return lines([
    md`**${heading}**`,
    shared.labelled(names[0], left ?? progress.states.unknown),
    shared.labelled(names[1], right ?? progress.states.unknown),
  ]);
}

function earlierLine(first: Player, second: Player, context: ViewContext): Markdown | undefined {
  if (first.firstSeen === undefined || second.firstSeen === undefined) return undefined;
  const { profile } = context.texts;
  const days = Math.floor(Math.abs(first.firstSeen - second.firstSeen) / DAY_MS);
  if (days === 0) return md`${profile.sameDay}`;
  const earlier = first.firstSeen < second.firstSeen ? first : second;
  return md`${profile.earlier(playerName(earlier, context), days, count(context, days))}`;
}

function backButton(player: string, context: ViewContext): ActionButton {
  return actionButton(context.texts.shared.back, profileCalls.open({ player }));
}
