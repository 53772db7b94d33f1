import { type Markdown, joinMarkdown, md, timestamp } from "../../../base/markdown.ts";
import type { PlayerGame } from "../../../game/player.ts";
import { lines } from "../../kit/view/parts.ts";
import { statName, valueText } from "../../kit/view/stat-words.ts";
import { type ViewContext, inPlain, small } from "../../kit/view/view-context.ts";

const LABEL_LENGTH = 40;
const MOST_CHARACTERS = 6;

/** Returns a player's characters and a few all-time statistics; or why they are missing. */
export function gameLines(game: PlayerGame | undefined, context: ViewContext): Markdown | undefined {
  const { profile, shared, errors } = context.texts;
  if (game === undefined) return undefined;
  if (game.state === "private") return small(md`${profile.gamePrivate}`);
  if (game.state === "failed") {
    return small(shared.labelled(profile.rows.characters, errors.byCode[game.code].title));
  }
  const characters = charactersText(game, context);
  const figures = game.figures.map(({ id, total, kind }) =>
    shared.labelled(statName(id, context), md`**${valueText(total, kind, context)}**`),
  );
  return lines([
    characters && shared.labelled(md`**${profile.rows.characters}**`, characters),
    figures.length !== 0 && joinMarkdown(figures, " · "),
  ]);
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
