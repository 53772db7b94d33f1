import type { Markdown } from "../../../base/markdown.ts";
import type { Block } from "../../../discord/reply/reply.ts";
import type { Player, PlayerGame } from "../../../game/player.ts";
import { lengthOf } from "../../../game/stats.ts";
import { altText } from "../../kit/view/parts.ts";
import { cardBlock } from "../../kit/view/card-block.ts";
import { month } from "../../kit/view/card-dates.ts";
import { statName, valueText } from "../../kit/view/stat-words.ts";
import { playerName, type ViewContext, inName, inPlain } from "../../kit/view/view-context.ts";
import type { ProfileCard, ProfileFact } from "../../../pictures/card.ts";

const NAME_LENGTH = 60;
const STATUS_LENGTH = 150;
const MOST_FACTS = 3;

/**
 * Returns a player as a picture, `twin` being its text; nothing where pictures are off, or for a banned or deleted
 * player.
 */
export function profileCardBlock(
  { player, game }: { readonly player: Player; readonly game?: PlayerGame | undefined },
  twin: Markdown,
  context: ViewContext,
): readonly Block[] {
  if (player.standing.state !== "active") return [];
  const name = playerName(player, context);
  const title = said(player.title, NAME_LENGTH);
  const status = said(player.status?.text, STATUS_LENGTH);
  const facts = [...figuresOf(game, context), ...factsOf(player, name, context)].slice(0, MOST_FACTS);
  const { labelled } = context.texts.shared.onCard;
  const words = [name, title, status, ...facts.map(({ label, value }) => labelled(label, value))];
  const alt = altText(words, context.texts.language);
  return cardBlock(context, { alt, twin }, async (look, picture): Promise<ProfileCard> => {
    const [avatar, banner] = await Promise.all([
      picture(context.imageUrl(player.picture)),
      picture(context.imageUrl(player.widePicture)),
    ]);
    return { ...look, card: "profile", name, title, status, avatar, banner, facts };
  });
}

/** Their best numbers in the game, where the platform shows them. */
function figuresOf(game: PlayerGame | undefined, context: ViewContext): readonly ProfileFact[] {
  if (game?.state !== "shown") return [];
  return game.figures.map(({ id, total, kind }) => ({
    ...(lengthOf(total.value, kind) !== undefined && { icon: "clock" as const }),
    label: statName(id, context),
    value: valueText(total, kind, context),
  }));
}

function factsOf(player: Player, name: string, context: ViewContext): readonly ProfileFact[] {
  const { profile } = context.texts;
  const { firstSeen, theme, platformNames } = player;
  const also = platformNames.map((one) => inName(one.name)).find((one) => one !== "" && one !== name);
  const facts: readonly (ProfileFact | undefined)[] = [
    firstSeen === undefined
      ? undefined
      : { icon: "calendar-days", label: profile.rows.firstSeen, value: month(firstSeen, context) },
    theme === undefined ? undefined : { icon: "palette", label: profile.rows.theme, value: inName(theme) },
    also === undefined ? undefined : { icon: "at-sign", label: profile.also, value: also },
  ];
  return facts.flatMap((fact) => (fact === undefined || fact.value === "" ? [] : [fact]));
}

function said(text: string | undefined, max: number): string | undefined {
  const words = text === undefined ? "" : inPlain(text, max);
  return words === "" ? undefined : words;
}
