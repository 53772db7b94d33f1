import type { Markdown } from "../../../base/markdown.ts";
import { missing, neededToPost } from "../../../discord/rest/permissions.ts";
import type { RefusalName } from "../../../discord/rest/refusal.ts";
import { channelMention, roleMention } from "../../kit/view/view-context.ts";
import { type TroubleWords, permissionNames, troubleWords } from "../view/trouble-words.ts";
import type { ReminderView, HistoryEntry, ReminderService } from "../reminder-service.ts";
import type { CommandContext } from "../services.ts";
import { type SeenNow, LOOKED_AT_WITHIN_MS } from "./ask-channel.ts";

/** Refusals that a lookup of the channel explains better. */
const OF_ACCESS: ReadonlySet<string> = new Set<RefusalName>([
  "channel-gone",
  "missing-access",
  "missing-permission",
]);
const LACKS_PERMISSION: ReadonlySet<string> = new Set<RefusalName>(["missing-access", "missing-permission"]);

/** Returns what keeps an announcement from being posted: what Discord says now, and what its last post met. */
export async function troubleOf(
  context: CommandContext,
  announcement: ReminderView,
  seen: SeenNow,
): Promise<readonly TroubleWords[]> {
  const now = [...lackingNow(context, announcement, seen), ...(await roleTroubleNow(context, announcement))];
  if (now.length > 0) return now;
  const before = await reasonsSeen(context, announcement);
  const left = seen.channel?.kind === "seen" ? before.filter(({ reason }) => !OF_ACCESS.has(reason)) : before;
  return left.map(({ reason, target }) => troubleWords(reason, channelMention(target), context.view));
}

/** Returns what its last post met, from the database. */
export async function troubleSeen(
  context: CommandContext,
  announcement: ReminderView,
): Promise<readonly TroubleWords[]> {
  const ofRole = roleTrouble(context, announcement);
  if (ofRole.length > 0) return ofRole;
  const reasons = await reasonsSeen(context, announcement);
  return reasons.map(({ reason, target }) => troubleWords(reason, channelMention(target), context.view));
}

interface SeenReason {
  readonly reason: string;
  readonly target: string;
}

async function reasonsSeen(
  { reminders }: CommandContext,
  { id, destinations, state }: ReminderView,
): Promise<readonly SeenReason[]> {
  const blocked = destinations.filter((place) => place.state !== "open" || place.reason !== undefined);
  if (blocked.length > 0) return blocked.map(({ reason = "", target }) => ({ reason, target }));
  // A reminder that has ended may have a last post waiting.
  if (state !== "active" && state !== "ended") return [];
  const last = await lastPost(id, reminders);
  const isWaiting = last?.state === "held" || last?.state === "failed";
  return isWaiting && last.reason !== undefined
    ? [{ reason: last.reason, target: last.destination.target }]
    : [];
}

function lackingNow(
  context: CommandContext,
  { content }: ReminderView,
  { channel: seen, role }: SeenNow,
): readonly TroubleWords[] {
  if (seen === undefined) return [];
  const view = context.view;
  const { trouble } = view.texts.announce;
  if (seen.kind === "refused") {
    const isKnown = seen.name === "missing-access" || seen.name === "channel-gone";
    return isKnown ? [troubleWords(seen.name, channelMention(seen.id), view)] : [];
  }
  const mention = channelMention(seen.id);
  const needed = [...neededToPost(seen), ...(content.file === undefined ? [] : (["attachFiles"] as const))];
  const names = missing(seen.permissions, needed);
  const others = names.filter((name) => name !== "viewChannel");
  const lacking = [
    ...(others.length < names.length ? [only(trouble.unseen(mention))] : []),
    ...(others.length > 0 ? [only(trouble.lacks(permissionNames(others, view), mention))] : []),
  ];
  const isSilent =
    role !== undefined &&
    role.id === content.roleId &&
    !role.isMentionable &&
    missing(seen.permissions, ["mentionRoles"]).length > 0;
  if (!isSilent) return lacking;
  const silent = trouble.silentRole(roleMention(role.id), view.texts.permissions.mentionRoles, mention);
  return [...lacking, only(silent)];
}

/** Refusals about the role itself; the others are about Milepost's permissions. */
const UNFIT: ReadonlySet<string> = new Set(["mayNot", "tooHigh", "powerful", "managed"]);

/** Returns why a recent press on the public button could not give its role. */
function roleTrouble(
  context: CommandContext,
  { guildId = "", content }: ReminderView,
): readonly TroubleWords[] {
  const roleId = content.offers?.roleId;
  if (roleId === undefined) return [];
  const reason = context.roleToggle.troubleOf(guildId, roleId);
  if (reason === undefined) return [];
  const { role, roleUnfit } = context.view.texts.announce.trouble;
  if (UNFIT.has(reason)) return [only(roleUnfit(roleMention(roleId)))];
  if (!LACKS_PERMISSION.has(reason)) return [troubleWords(reason, roleMention(roleId), context.view)];
  return [only(role(roleMention(roleId)))];
}

/** Returns the same, or that the bot's own roles don't let it give the role, before anyone presses. */
async function roleTroubleNow(
  context: CommandContext,
  announcement: ReminderView,
): Promise<readonly TroubleWords[]> {
  const known = roleTrouble(context, announcement);
  const { guildId = "", content } = announcement;
  const roleId = content.offers?.roleId;
  if (known.length > 0 || roleId === undefined) return known;
  const soon = AbortSignal.any([context.signal, AbortSignal.timeout(LOOKED_AT_WITHIN_MS)]);
  if (await context.roleToggle.mayGive(guildId, roleId, soon)) return [];
  return [only(context.view.texts.announce.trouble.role(roleMention(roleId)))];
}

function only(what: Markdown): TroubleWords {
  return { what };
}

const TO_COME: ReadonlySet<HistoryEntry["state"]> = new Set(["due", "sending", "failed", "held"]);

/** Returns whether a reminder that ended has a post waiting, for quiet hours or a permission. */
export async function hasWaitingPost(
  { id, state }: Pick<ReminderView, "id" | "state">,
  book: Pick<ReminderService, "history">,
): Promise<boolean> {
  if (state !== "ended") return false;
  const last = await lastPost(id, book);
  return last !== undefined && TO_COME.has(last.state);
}

/** How many tests in a row may come behind a post that waits. */
const LOOKED_AT = 20;

/** Returns what became of the latest occurrence, tests aside. */
async function lastPost(
  id: string,
  book: Pick<ReminderService, "history">,
): Promise<HistoryEntry | undefined> {
  return (await book.history(id, LOOKED_AT)).find(({ isTest }) => isTest !== true);
}

/** Returns the state; "waiting" for one that ended but has a post waiting. */
export async function currentState(
  announcement: Pick<ReminderView, "id" | "state">,
  book: Pick<ReminderService, "history">,
): Promise<ReminderView["state"] | "waiting"> {
  return (await hasWaitingPost(announcement, book)) ? "waiting" : announcement.state;
}
