import { DiscordAPIError, type REST } from "@discordjs/rest";
import { Routes } from "discord-api-types/v10";

import { MilepostError } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import type { Application } from "../command/describe-application.ts";
import { keepTrying, loginFailure } from "../gateway/login.ts";

interface UrlTarget {
  readonly rest: REST;
  readonly log: Log;
  readonly random: () => number;
  readonly firstMs?: number | undefined;
  readonly signal: AbortSignal;
}

const FIELD =
  '"Interactions Endpoint URL" in Discord\'s developer portal, your application, General Information';

/**
 * Throws "bad-settings" where the application has an Interactions Endpoint URL: Discord then sends no interactions over
 * the gateway.
 */
export function refuseBesideEndpoint({ interactions_endpoint_url: url }: Application): void {
  if (typeof url !== "string") return;
  throw new MilepostError("bad-settings", {
    reason: `Discord posts this application's interactions to an address and sends none over the gateway. Set
INTERACTIONS_PORT to take them there, or empty ${FIELD}`,
  });
}

/**
 * Logs where Discord posts interactions, or sets it to `url`. Discord calls the address before it accepts it, and a
 * load balancer may not know yet that this process is ready, so it is tried until Discord accepts. Never rejects.
 */
export async function agreeOnUrl(
  { interactions_endpoint_url: current }: Application,
  url: string | undefined,
  target: UrlTarget,
): Promise<void> {
  const { log } = target;
  if (url === undefined && typeof current !== "string") {
    log.warn(`Discord posts interactions nowhere yet: enter the https address that leads here as ${FIELD}`);
    return;
  }
  try {
    if (url !== undefined && url !== current) await setUrl(url, target);
    log.info("Discord posts interactions to this address", { url: url ?? current ?? undefined });
  } catch (error) {
    if (!target.signal.aborted) log.error("Discord was not told where to post interactions", {}, error);
  }
}

async function setUrl(url: string, { rest, log, signal, ...patience }: UrlTarget): Promise<void> {
  const body = { interactions_endpoint_url: url };
  const attempt = () =>
    rest
      .patch(Routes.currentApplication(), { body, signal })
      .catch((error: unknown) => Promise.reject(refusal(error)));
  const onFailure = ({ details: { reason } }: MilepostError, waitMs: number) =>
    log.warn("Discord does not post interactions here yet; trying again", { reason, waitMs });
  await keepTrying(attempt, { ...patience, signal, onFailure });
}

function refusal(error: unknown): MilepostError {
  if (!(error instanceof DiscordAPIError) || error.status !== 400) return loginFailure(error);
  const reason = "Discord tried INTERACTIONS_URL and got no right answer: does it lead to INTERACTIONS_PORT?";
  return new MilepostError("busy", { reason, status: error.status }, { cause: error });
}
