import type { CallOptions, PlatformClient, PlayerClient } from "../../platform/client.ts";
import type { PlatformId } from "../../base/int64.ts";
import type { DefinitionTable } from "../../platform/resources/definitions.ts";
import { counted } from "../subcommand.ts";

/** The result of calling one operation. */
export interface Trial {
  readonly operation: string;
  readonly outcome: "answered" | "failed" | "skipped";
  readonly words: string;
}

export const UNSENT = "a POST, which you didn't agree to send";

/** What earlier operations found, for later ones. */
export interface Found {
  readonly name?: string | undefined;
  entry?: { readonly type: number; readonly identifier: string };
  article?: PlatformId;
  user?: PlatformId | undefined;
  account?: { readonly membershipType: number; readonly id: PlatformId } | undefined;
  character?: PlatformId;
  milestone?: number;
  /** A hash whose definition can be requested. */
  thing?: { readonly table: DefinitionTable; readonly hash: number };
  file?: string;
  version?: string;
}

export interface Step {
  readonly operation: string;
  /** Calls it and says what came back; undefined when there is nothing to ask about. */
  readonly run: (
    client: PlatformClient,
    found: Found,
    player: PlayerClient<CallOptions>,
  ) => Promise<string> | undefined;
}

/** A missing list counts as empty, which a wrong path looks like. */
export function listed(count: number, one: string, many = `${one}s`): string {
  return count === 0 ? `no ${many} (if that can't be, look at pick and items)` : counted(count, one, many);
}

/** Returns the platform's text, short and without terminal control characters. */
export function named(name: string | null | undefined): string {
  const shown = (name ?? "").replaceAll(/[^\p{L}\p{N}\p{P}\p{Zs}]/gu, "").slice(0, 40);
  return shown === "" ? "without a name" : `"${shown}"`;
}
