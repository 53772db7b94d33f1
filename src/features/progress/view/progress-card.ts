import { listWords } from "../../../base/list-words.ts";
import { joinMarkdown, md } from "../../../base/markdown.ts";
import { withoutMarkup } from "../../../base/text.ts";
import type { Block } from "../../../discord/reply/reply.ts";
import type { CharacterProgress } from "../../../game/progress.ts";
import { countStates } from "../../../game/progress-entries.ts";
import type { Track } from "../../../game/progress-tracks.ts";
import { altText } from "../../kit/view/parts.ts";
import { cardBlock } from "../../kit/view/card-block.ts";
import { type NamedContext, type ViewContext, count, inName } from "../../kit/view/view-context.ts";
import type { ProgressCard, TrackContent } from "../../../pictures/card.ts";

const TRACKS = 3;
/** Asked for, so that three remain where some have no name. */
const CANDIDATES = 6;

/** Whose card it is, in the reader's words. */
export interface CardSubject {
  readonly name: string;
  readonly detail: string;
  /** The profile that has their pictures. */
  readonly membershipId?: string | undefined;
}

/** A track with a known level: others would leave a gap on the card. */
type CardTrack = Track & { readonly level: number };

/** Returns the tracks for the card: those of the first character, the one nearest to a level first. */
export function cardTracks([first]: readonly CharacterProgress[]): readonly CardTrack[] {
  if (first === undefined) return [];
  return [...first.progressions, ...first.factions].filter(isOnCard).slice(0, CANDIDATES);
}

function isOnCard(track: Track): track is CardTrack {
  const { level, isAtCap, inLevel, points } = track;
  return level !== undefined && (isAtCap || inLevel !== undefined || points !== undefined);
}

/**
 * Returns the progress of these characters as a picture: milestones, levels, and what waits. Nothing where nothing is
 * known.
 */
export function progressCardBlock(
  chosen: readonly CharacterProgress[],
  subject: CardSubject,
  context: NamedContext,
): readonly Block[] {
  const milestones = countStates(
    chosen.flatMap((character) => character.milestones),
    context.now,
  );
  const tracks = cardTracks(chosen)
    .map((track) => ({ track, thing: context.names.of(track.table, track.hash) }))
    .filter(({ thing }) => thing !== undefined && thing.name.trim() !== "")
    .slice(0, TRACKS);
  const total = milestones.done + milestones.claimable + milestones.open;
  if (total === 0 && tracks.length === 0) return [];
  const { tiles, counts, toClaim, milestonesLine } = context.texts.progress;
  const shown = tracks.map(({ track, thing }) => trackContent(track, thing?.name ?? "", context));
  const facts = (["done", "claimable", "open"] as const).map((state) =>
    counts[state](count(context, milestones[state])),
  );
  const { labelled } = context.texts.shared.onCard;
  const listed = listWords(facts, context.texts.language);
  const sentences = [
    labelled(subject.name, subject.detail),
    ...(total === 0 ? [] : [withoutMarkup(milestonesLine(md`${listed}`).toString())]),
    ...shown.map((track) => track.words),
  ];
  const words = {
    alt: altText(sentences, context.texts.language),
    twin: joinMarkdown(sentences.map((sentence) => md`${sentence}`)),
  };
  const tile = (state: "claimable" | "open" | "done", label: string) => ({
    value: count(context, milestones[state]),
    label,
  });
  const { name, detail, membershipId } = subject;
  return cardBlock(context, words, async (look, picture, portrait): Promise<ProgressCard> => {
    const [pictures, icons] = await Promise.all([
      portrait(membershipId),
      Promise.all(tracks.map(({ thing }) => picture(thing?.iconUrl))),
    ]);
    return {
      ...look,
      card: "progress",
      name,
      detail,
      ...pictures,
      ring:
        total === 0
          ? undefined
          : {
              share: milestones.done / total,
              done: count(context, milestones.done),
              total: count(context, total),
              label: context.texts.milestones.title,
              sub: tiles.done,
            },
      tracks: shown.map(({ content }, index) => ({ ...content, icon: icons[index] })),
      waiting: { ...tile("claimable", toClaim), isUrgent: milestones.claimable > 0 },
      open: tile("open", tiles.open),
      done: tile("done", tiles.done),
    };
  });
}

/** Returns a track as the card shows it, and as a sentence. */
function trackContent(
  track: CardTrack,
  given: string,
  context: ViewContext,
): { readonly content: TrackContent; readonly words: string } {
  const { progress } = context.texts;
  const name = inName(given);
  const level = count(context, track.level);
  const detail = track.isAtCap
    ? progress.highest
    : track.inLevel === undefined
      ? progress.points(count(context, track.points ?? 0))
      : progress.of(count(context, track.inLevel.done), count(context, track.inLevel.goal));
  return {
    content: {
      name,
      value: level,
      unit: progress.levelUnit,
      share: track.share,
      detail,
      isHighest: track.isAtCap,
    },
    words: progress.levelWords(name, level, detail),
  };
}
