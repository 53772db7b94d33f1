import { DiscordAPIError, HTTPError, RateLimitError } from "@discordjs/rest";
import { RESTJSONErrorCodes as Code } from "discord-api-types/v10";

import { isMilepostError } from "../../base/errors.ts";

/**
 * Discord's error codes by the name of the refusal, which the rest of the code uses.
 * https://discord.com/developers/docs/topics/opcodes-and-status-codes#json
 */
const CODES = {
  "channel-gone": [Code.UnknownChannel],
  "server-gone": [Code.UnknownGuild],
  "message-gone": [Code.UnknownMessage],
  "role-gone": [Code.UnknownRole],
  "event-gone": [Code.UnknownGuildScheduledEvent],
  "event-over": [Code.CannotUpdateAFinishedEvent],
  "calendar-full": [Code.MaximumNumberOfUncompletedGuildScheduledEventsReached],
  "pins-full": [Code.MaximumNumberOfPinsReachedForTheChannel],
  "member-gone": [Code.UnknownUser, Code.UnknownMember],
  "missing-access": [Code.MissingAccess],
  "missing-permission": [Code.MissingPermissions],
  "dm-closed": [Code.CannotSendMessagesToThisUser],
  "no-mutual-server": [Code.CannotSendMessagesToThisUserDueToHavingNoMutualGuilds],
  "takes-no-messages": [Code.CannotSendMessagesInNonTextChannel],
  "takes-threads-alone": [Code.CannotSendAMessageInAForumChannel],
  "needs-tag": [Code.TagRequiredToCreateAForumPostInThisChannel],
  "thread-archived": [Code.InvalidActionOnArchivedThread],
  "thread-locked": [Code.ThreadLocked],
  "needs-two-factor": [Code.TwoFactorAuthenticationIsRequired],
  "blocked-by-automod": [
    Code.MessageWasBlockedByAutomaticModeration,
    Code.TitleWasBlockedByAutomaticModeration,
  ],
  "blocked-link": [Code.MessageBlockedByHarmfulLinksFilter],
  "published-already": [Code.ThisMessageWasAlreadyCrossposted],
  "message-invalid": [
    Code.InvalidFormBodyOrContentType,
    Code.CannotSendAnEmptyMessage,
    Code.RequestEntityTooLarge,
  ],
  "too-fast": [
    Code.ActionCannotBePerformedDueToSlowmodeRateLimit,
    Code.AnnouncementEditLimitExceeded,
    Code.ChannelSendRateLimit,
    Code.ServerSendRateLimit,
    Code.MaximumNumberOfEditsToMessagesOlderThanOneHourReached,
    Code.OpeningDirectMessagesTooFast,
    Code.ServiceResourceIsBeingRateLimited,
  ],
  /** No answer from Discord, or one that says to come back later. */
  unavailable: [
    Code.SendMessagesHasBeenTemporarilyDisabled,
    Code.FeatureTemporarilyDisabledServerSide,
    Code.CloudflareIsBlockingYourRequest,
    Code.ApplicationNotYetAvailable,
    Code.APIResourceOverloaded,
  ],
  /** The bot's token is invalid. */
  "token-refused": [],
  /** Any other code; the log has it. */
  refused: [],
} as const satisfies Readonly<Record<string, readonly Code[]>>;

export type RefusalName = keyof typeof CODES;

const NAMES: ReadonlyMap<number, RefusalName> = new Map(
  Object.entries(CODES).flatMap(([name, codes]) => codes.map((code) => [code, name as RefusalName] as const)),
);

/** Why Discord, or the network, refused a request. */
export interface Refusal {
  readonly kind: "refused";
  readonly name: RefusalName;
  /** Whether nothing was done for certain; false where the outcome is unknown. */
  readonly isCertain: boolean;
  readonly retryAfterMs?: number;
  /** For a post: the direct message channel could not be opened. */
  readonly route?: "open";
}

/** Returns the name of a refusal by Discord's code (0 for none) and the HTTP status (0 for no answer). */
export function refusalName(code: number, status: number): RefusalName {
  const known = NAMES.get(code);
  if (known !== undefined) return known;
  if (status === 429) return "too-fast";
  if (status === 401) return "token-refused";
  if (status >= 500 || status === 0) return "unavailable";
  if (code !== 0) return "refused";
  // Without a code it is a proxy's page, unless it is about the request itself.
  return status === 400 || status === 413 ? "message-invalid" : "unavailable";
}

/** The answer is not Discord's, but a proxy's page, say. */
class StrangeAnswer extends Error {}

/** A channel that is not of the server it was asked for in: there it doesn't exist. */
export class ForeignChannel extends Error {}

/** Returns the id in an answer that must hold one. */
export function idIn(answer: unknown): string {
  const { id } = Object(answer) as { readonly id?: unknown };
  if (typeof id === "string") return id;
  throw new StrangeAnswer("an answer without an id");
}

/** Returns the list an answer must be. */
export function listIn(answer: unknown): readonly unknown[] {
  if (Array.isArray(answer)) return answer;
  throw new StrangeAnswer("an answer that is no list");
}

/** Returns Discord's code; 0 where a proxy's page came in its place. */
export function codeOf(error: DiscordAPIError): number {
  const code = Number(error.code);
  return Number.isInteger(code) ? code : 0;
}

/**
 * Returns why a request failed. Discord's refusals are certain; no answer, or a 5xx, leaves the outcome unknown.
 * Rethrows errors of other kinds.
 */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof DiscordAPIError) {
    return refused(refusalName(codeOf(error), error.status), error.status < 500);
  }
  if (error instanceof RateLimitError) {
    const { retryAfter } = error;
    return { ...refused("too-fast", true), ...(retryAfter > 0 && { retryAfterMs: retryAfter }) };
  }
  if (error instanceof HTTPError) return refused(refusalName(0, error.status), false);
  if (isMilepostError(error, "busy")) {
    const { retryAfterMs } = error.details;
    return { ...refused("too-fast", true), ...(retryAfterMs !== undefined && { retryAfterMs }) };
  }
  if (error instanceof ForeignChannel) return refused("channel-gone", true);
  if (isOnTheWay(error)) return refused("unavailable", false);
  throw error;
}

function refused(name: RefusalName, isCertain: boolean): Refusal {
  return { kind: "refused", name, isCertain };
}

/** Returns whether the outcome is unknown: no answer came, or a 5xx. */
export function isEndUnknown(error: unknown): boolean {
  const isAnswer = error instanceof DiscordAPIError || error instanceof RateLimitError;
  return error instanceof HTTPError || (!isAnswer && isOnTheWay(error));
}

/** Returns whether no answer from Discord arrived. */
function isOnTheWay(error: unknown): boolean {
  if (error instanceof StrangeAnswer || error instanceof SyntaxError) return true;
  const isEnded = error instanceof Error && (error.name === "AbortError" || error.name === "TimeoutError");
  return isEnded || (error instanceof Error && "code" in error);
}
