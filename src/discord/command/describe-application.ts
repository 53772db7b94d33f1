import type { REST } from "@discordjs/rest";
import { Routes } from "discord-api-types/v10";

import type { Log } from "../../base/log.ts";

interface ApplicationTarget {
  readonly rest: REST;
  readonly log: Log;
  readonly signal?: AbortSignal | undefined;
}

export interface Application {
  readonly id: string;
  readonly name: string;
  readonly description?: string | null;
  readonly tags?: readonly string[] | null;
  readonly bot_public?: boolean;
  readonly approximate_guild_count?: number;
}

export interface ApplicationTexts {
  readonly description: string;
  readonly tags: readonly string[];
  /** What earlier versions set. */
  readonly earlier: {
    readonly descriptions: readonly string[];
    readonly tags: readonly (readonly string[])[];
  };
}

/**
 * Tells readers of the bot's profile where to begin, where its operator wrote nothing of their own. Sent on a
 * difference only; a refusal is no reason not to start.
 */
export async function describeApplication(
  application: Application,
  texts: ApplicationTexts,
  { rest, log, signal }: ApplicationTarget,
): Promise<void> {
  const body = {
    ...(isOurs(application.description ?? "", texts.earlier.descriptions) && {
      description: texts.description,
    }),
    ...(isOurs(listed(application.tags ?? []), texts.earlier.tags.map(listed)) && { tags: texts.tags }),
  };
  if (Object.keys(body).length === 0) return;
  try {
    await rest.patch(Routes.currentApplication(), { body, ...(signal !== undefined && { signal }) });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    log.warn("the application's description could not be set", {}, error);
  }
}

/** Empty, or what an earlier version set; what is set now already stays as it is. */
function isOurs(shown: string, earlier: readonly string[]): boolean {
  return shown === "" || earlier.includes(shown);
}

function listed(tags: readonly string[]): string {
  return [...tags].sort().join(",");
}
