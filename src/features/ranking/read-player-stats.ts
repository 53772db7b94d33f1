import { isMilepostError } from "../../base/errors.ts";
import { toPlatformId } from "../../base/int64.ts";
import { readAccountStats, widestMode } from "../../game/stats.ts";
import type { KitServices } from "../kit/command/services.ts";
import type { DayStats } from "./store/ranking-rows.ts";

const MOST_STATS = 60;

/**
 * Returns a player's all-time totals; empty where the platform shows none. Throws its other failures.
 */
export async function readPlayerStats(
  { platform, profile }: Pick<KitServices, "platform" | "profile">,
  membershipId: string,
  options: { readonly signal: AbortSignal; readonly background?: boolean },
): Promise<DayStats> {
  const id = toPlatformId(membershipId, profile.wire.ids);
  if (id === undefined) return {};
  try {
    const [account] = (await platform.accountsOf({ membershipId: id, ...options })).data;
    if (account === undefined) return {};
    const { membershipType, id: accountId } = account;
    const { data } = await platform.statsAccount({ membershipType, id: accountId, ...options });
    const { merged, modes } = readAccountStats(data, profile.units);
    const table = merged ?? modes.find(({ mode }) => mode === widestMode(modes))?.table;
    const stats = table?.stats.slice(0, MOST_STATS) ?? [];
    return Object.fromEntries(stats.map(({ id: stat, kind, total }) => [stat, [total.value, kind] as const]));
  } catch (error) {
    const isHidden = isMilepostError(error, "private") || isMilepostError(error, "sign-in-needed");
    if (isHidden || isMilepostError(error, "not-found")) return {};
    throw error;
  }
}
