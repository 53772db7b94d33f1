import type { Markdown } from "../../base/markdown.ts";
import type { Asked } from "../../discord/command.ts";
import { missing, neededToPost } from "../../discord/permissions.ts";
import type { ResolvedRole } from "../../discord/resolved.ts";
import { channelMention, roleMention } from "../../views/announce.ts";
import type { Look } from "../../views/look.ts";
import { type TroubleWords, troubleWords } from "../../views/trouble.ts";
import { lookOf } from "../look.ts";
import type { HistoryEntry, ReminderView } from "../reminders/book.ts";
import type { Services } from "../services.ts";
import type { Here } from "./guard.ts";

type Context = Services & Asked;

const LOOKED_AT_WITHIN_MS = 1_500;
const MISSING_ACCESS = 50_001;
const UNKNOWN_CHANNEL = 10_003;

/** What stands in an announcement's way: what Discord says now, and what was seen when it was last due. */
export async function troubleOf(
  context: Context,
  announcement: ReminderView,
  { here, role }: { readonly here: Here; readonly role?: ResolvedRole | undefined },
): Promise<readonly TroubleWords[]> {
  const now = await lackingNow(context, announcement, { here, role });
  return now.length > 0 ? now : troubleSeen(context, announcement, here);
}

/** What was seen when it was last due, from what is written down. */
export async function troubleSeen(
  context: Context,
  { id, places, state }: ReminderView,
  { book }: Pick<Here, "book">,
): Promise<readonly TroubleWords[]> {
  const look = lookOf(context);
  const blocked = places.filter((place) => place.state !== "open" || place.reason !== undefined);
  if (blocked.length > 0) {
    return blocked.map(({ reason = "", target }) => troubleWords(reason, channelMention(target), look));
  }
  if (state !== "active") return [];
  const [last] = await book.history(id, 1);
  return last !== undefined && isWaiting(last) ? [whyOf(last, look)] : [];
}

/** Why an occurrence was not posted. */
export function whyOf({ reason = "", place }: HistoryEntry, look: Look): TroubleWords {
  return troubleWords(reason, channelMention(place.target), look);
}

function isWaiting({ state, reason }: HistoryEntry): boolean {
  return (state === "held" || state === "failed") && reason !== undefined;
}

async function lackingNow(
  context: Context,
  { places, content }: ReminderView,
  { here, role }: { readonly here: Here; readonly role?: ResolvedRole | undefined },
): Promise<readonly TroubleWords[]> {
  const look = lookOf(context);
  const channelId = places[0]?.target;
  const { channels, signal } = context;
  if (channelId === undefined || channels === undefined) return [];
  const soon = AbortSignal.any([signal, AbortSignal.timeout(LOOKED_AT_WITHIN_MS)]);
  const seen = await channels.in({ guildId: here.guildId, channelId }, soon);
  const mention = channelMention(channelId);
  if (seen.kind === "refused") {
    const isKnown = seen.code === MISSING_ACCESS || seen.code === UNKNOWN_CHANNEL;
    return isKnown ? [troubleWords(String(seen.code), mention, look)] : [];
  }
  const { trouble } = look.texts.announce;
  const lacking = missing(seen.permissions, neededToPost(seen)).map((name) =>
    only(
      name === "viewChannel" ? trouble.unseen(mention) : trouble.lacks(look.texts.permissions[name], mention),
    ),
  );
  const isSilent =
    role !== undefined &&
    role.id === content.roleId &&
    !role.isMentionable &&
    missing(seen.permissions, ["mentionRoles"]).length > 0;
  if (!isSilent) return lacking;
  const silent = trouble.silentRole(roleMention(role.id), look.texts.permissions.mentionRoles, mention);
  return [...lacking, only(silent)];
}

function only(what: Markdown): TroubleWords {
  return { what };
}
