import { isMilepostError } from "../../base/errors.ts";
import { type Names } from "../../game/names.ts";
import { type CharacterProgress, readProgress } from "../../game/progress.ts";
import {
  type ProgressViewName,
  countStates,
  entriesOf,
  goallessObjectives,
  hashesOfEntries,
} from "../../game/progress-entries.ts";
import { type Resets, resetsFrom } from "../../game/progress-resets.ts";
import type { Age } from "../kit/view/view-context.ts";
import { cutPage } from "../kit/view/pages.ts";
import { type ProgressPage, isOfAll } from "./view/progress.ts";
import { cardTracks } from "./view/progress-card.ts";
import { lookUpNames } from "../kit/read/look-up-names.ts";
import { ownCharacterFor, ownCharacters } from "../kit/own-data/with-own-data.ts";
import type { PlayerData } from "../../sessions/use/private-data.ts";
import { keepSnapshot } from "./snapshots.ts";
import type { CommandContext } from "../kit/own-data/own-accounts.ts";

const PAGE_SIZE = 8;
/** Below a card, which shows much already, a page is shorter. */
const PAGE_SIZE_OF_CARD = 4;

export interface ProgressWish {
  readonly view: ProgressViewName;
  /** A character's id, or typed text. */
  readonly character?: string | undefined;
  readonly page: number;
  /** Another player's name or membership id; without one, the member's own progress. */
  readonly player?: string | undefined;
}

export type OwnProgress =
  | {
      readonly state: "shown";
      readonly characters: readonly CharacterProgress[];
      readonly resets: Resets;
      readonly age: Age;
    }
  | { readonly state: "private" | "none" };

/** Reads progress. "private": the platform hides it even from the member's own session. */
export async function readOwnProgress(context: CommandContext, own: PlayerData): Promise<OwnProgress> {
  const { signal, now } = context;
  try {
    const [dated, known] = await Promise.all([own.progression({ signal }), ownCharacters(context, own)]);
    const reading = readProgress(dated.data, known, dated.names);
    if (reading.state !== "shown") return reading;
    const { characters } = reading;
    const resets = resetsFrom(
      characters.flatMap(({ milestones }) => milestones),
      now,
    );
    await keepSnapshot(context, own, characters);
    return { state: "shown", characters, resets, age: dated };
  } catch (error) {
    if (isMilepostError(error, "private")) return { state: "private" };
    throw error;
  }
}

export async function pageOfProgress(
  context: CommandContext,
  { characters, resets, age }: OwnProgress & { readonly state: "shown" },
  { wish, account }: { readonly wish: ProgressWish; readonly account: PlayerData["account"] },
): Promise<{ readonly page: ProgressPage; readonly names: Names }> {
  const { now } = context;
  const { view } = wish;
  const found = wish.character === undefined ? undefined : ownCharacterFor(characters, wish.character);
  const chosen = found === undefined ? characters : [found];
  const goals = view === "next" ? await goalNames(context, chosen) : NO_NAMES;
  const all = entriesOf(view, chosen, { now, resets, names: goals });
  const hasCard = isOfAll(view) && context.view.cards !== undefined;
  const { entries, at } = cutPage(all, wish.page, hasCard ? PAGE_SIZE_OF_CARD : PAGE_SIZE);
  const onCard = cardTracks(chosen).map((track) => ({ key: "", kind: "track" as const, track }));
  const names = await lookUpNames(context, hashesOfEntries([...entries, ...onCard]), chosen[0]?.names);
  const milestones = chosen.flatMap((character) => character.milestones);
  return {
    page: {
      account,
      view,
      state: { view, player: wish.player, character: found?.id },
      characters,
      chosen,
      entries,
      unknown: countStates(milestones, now).unknown,
      unfound: found === undefined && wish.character !== undefined ? wish.character : undefined,
      age,
      ...at,
    },
    names,
  };
}

const NO_NAMES: Names = { of: () => undefined };

/** Goals affect the order, so their names are needed before the page is known. */
async function goalNames(context: CommandContext, chosen: readonly CharacterProgress[]): Promise<Names> {
  return lookUpNames(context, { objective: goallessObjectives(chosen) }, chosen[0]?.names);
}
