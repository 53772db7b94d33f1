import { withDeadline } from "../../base/async/deadline.ts";
import { isMilepostError, MilepostError } from "../../base/errors.ts";
import type { PlatformId } from "../../base/int64.ts";
import type { PlayerGame } from "../../game/player.ts";
import { labelOf } from "../../game/progress.ts";
import { headlines, readAccountStats, type Units } from "../../game/stats.ts";
import type { OperationId } from "../../platform/profile/schema.ts";
import type { PlayerData } from "../../sessions/use/private-data.ts";
import { fromPublicData } from "./with-player-data.ts";
import type { CommandContext } from "./services.ts";

/** What takes longer is left out of the profile. */
const WITHIN_MS = 1_500;

/** Returns a player's public game data, or why it is missing; undefined where the platform shows none. Never fails. */
export async function readPlayerGame(
  context: CommandContext,
  id: PlatformId,
): Promise<PlayerGame | undefined> {
  const { platform, profile } = context;
  const isOwn = (operation: OperationId) => profile.operations[operation]?.class === "private";
  const isPublic = (operation: OperationId) => platform.offers(operation) && !isOwn(operation);
  const has = {
    characters: isPublic("characters"),
    figures: isPublic("stats.account"),
    units: profile.units,
  };
  if (isOwn("accounts.of") || (!has.characters && !has.figures)) return undefined;
  try {
    return await withDeadline({ ms: WITHIN_MS, late, signal: context.signal }, (signal) =>
      fromPublicData({ ...context, signal }, { id, name: undefined }, (data) => readData(data, has, signal)),
    );
  } catch (error) {
    if (!isMilepostError(error)) throw error;
    if (error.code === "not-found" || error.code === "not-offered") return undefined;
    return error.code === "private" ? { state: "private" } : { state: "failed", code: error.code };
  }
}

const late = () => new MilepostError("run-timeout");

async function readData(
  data: PlayerData,
  has: { readonly characters: boolean; readonly figures: boolean; readonly units: Units },
  signal: AbortSignal,
): Promise<PlayerGame> {
  const [characters, stats] = await Promise.all([
    has.characters ? data.characters({ signal }) : undefined,
    has.figures ? data.statsAccount({ signal }) : undefined,
  ]);
  return {
    state: "shown",
    characters: (characters?.data ?? []).map(labelOf),
    figures: stats === undefined ? [] : headlines(readAccountStats(stats.data, has.units)),
  };
}
