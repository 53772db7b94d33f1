import type { REST } from "@discordjs/rest";
import { Routes } from "discord-api-types/v10";

import { type Refusal, refusalOf } from "./refusal.ts";

const CHANGED_WITHIN_MS = 20_000;

/** How the bot looks in one server; null: as everywhere else; absent: unchanged. */
export interface OwnLook {
  /** At most 32 characters. */
  readonly nick?: string | null;
  /** A data URI, as is `banner`. */
  readonly avatar?: string | null;
  readonly banner?: string | null;
}

/** Changes how the bot looks in a server. Resolves to undefined, or to Discord's refusal. */
export type ChangeOwnLook = (
  guildId: string,
  look: OwnLook,
  signal: AbortSignal,
) => Promise<Refusal | undefined>;

export function createChangeOwnLook(rest: REST): ChangeOwnLook {
  return (guildId, look, signal) => {
    const within = AbortSignal.any([signal, AbortSignal.timeout(CHANGED_WITHIN_MS)]);
    return rest
      .patch(Routes.guildMember(guildId, "@me"), { body: look, signal: within })
      .then(() => undefined, refusalOf);
  };
}
