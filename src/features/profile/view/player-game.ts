import { type Markdown, joinMarkdown, md, timestamp } from "../../../base/markdown.ts";
import type { PlayerGame } from "../../../game/player.ts";
import { lines } from "../../kit/view/parts.ts";
import { statName, valueText } from "../../kit/view/stat-words.ts";
import { type ViewContext, inPlain, small } from "../../kit/view/view-context.ts";

const LABEL_LENGTH = 40;
const MOST_CHARACTERS = 6;

/** Returns a player's characters and, unless a card shows them, a few all-time statistics; or why they are missing. */
export function gameLines(
  game: PlayerGame | undefined,
  context: ViewContext,
  hasFigures: boolean,
): Markdown | undefined {
  const { profile, shared, errors } = context.texts;
  if (game === undefined) return undefined;
  if (game.state === "private") return small(md`${profile.gamePrivate}`);
  if (game.state === "failed") {
    return small(shared.labelled(profile.rows.characters, errors.byCode[game.code].title));
  }
  const characters = charactersText(game, context);
  return lines([
    characters && shared.labelled(md`**${profile.rows.characters}**`, characters),
    hasFigures && figuresLine(game, context),
  ]);
}

/** Returns a few all-time statistics; undefined where there are none. */
export function figuresLine(game: PlayerGame | undefined, context: ViewContext): Markdown | undefined {
  if (game?.state !== "shown" || game.figures.length === 0) return undefined;
  const { labelled } = context.texts.shared;
  const figures = game.figures.map(({ id, total, kind }) =>
    labelled(statName(id, context), md`**${valueText(total, kind, context)}**`),
  );
  return joinMarkdown(figures, " · ");
}

/** Returns the characters' labels, and when one was last played; undefined without labels. */
export function charactersText(game: PlayerGame | undefined, context: ViewContext): Markdown | undefined {
  if (game?.state !== "shown") return undefined;
  const labels = game.characters
    .flatMap(({ label }) => (label === undefined ? [] : [md`${inPlain(label, LABEL_LENGTH)}`]))
    .slice(0, MOST_CHARACTERS);
  if (labels.length === 0) return undefined;
  const played = Math.max(...game.characters.map(({ lastPlayed }) => lastPlayed ?? 0));
  const named = joinMarkdown(labels, " · ");
  return played === 0 ? named : context.texts.profile.lastPlayed(named, timestamp(played, "R"));
}
