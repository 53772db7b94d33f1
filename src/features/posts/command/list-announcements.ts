import type { RefusalName } from "../../../discord/rest/refusal.ts";
import type { Block, Reply } from "../../../discord/reply/reply.ts";
import type { Suggestion } from "../../../discord/command/options.ts";
import { quietUntil } from "../../../base/quiet-hours.ts";
import { hasWords } from "../../../game/trend-search.ts";
import { announcementsReply, historyReply, type HistoryRow } from "../view/announcement-list.ts";
import { messageUrl } from "../../kit/view/view-context.ts";
import { cutPage } from "../../kit/view/pages.ts";
import { inBatches } from "../../../base/async/map-in-batches.ts";
import { lengthInWords } from "../../../schedule/phrase.ts";
import { type HistoryEntry, MAX_ANNOUNCEMENTS, type ReminderView } from "../reminder-service.ts";
import { findHere } from "./with-announcement.ts";
import { asAdmin, type ManagedServer } from "./require-admin.ts";
import { phraseIn } from "./phrase-when.ts";
import { currentState } from "./waiting-state.ts";
import { troubleSeen, whyOf } from "./destination-trouble.ts";
import type { AutocompleteContext, CommandContext } from "../../kit/command-context.ts";

/** How many fit into one message, with a trouble each. */
const PAGE_SIZE = 6;
const ROWS = 7;
const MOST_ROWS = 200;
const MOST_ROWS_EACH = 20;
const AT_ONCE = 10;
const MOST_SUGGESTED = 25;
/** What is due within this time is about to be posted. */
const SOON_MS = 60_000;
/** Refusals because of the bot's permissions. */
const OF_PERMISSION: ReadonlySet<string> = new Set<RefusalName>(["missing-access", "missing-permission"]);

/** Returns what else the server's list shows. */
type AlsoListed = (context: CommandContext, guildId: string) => Promise<readonly Block[]>;

/** Shows the server's announcements, and `also` below them; a page past the end is the last. */
export function listAnnouncements(context: CommandContext, wanted: number, also: AlsoListed): Promise<Reply> {
  return asAdmin(context, async (here) => {
    const all = await here.reminders.ofGuild(here.guildId);
    const { entries, at } = cutPage(all, wanted, PAGE_SIZE);
    const rows = await Promise.all(
      entries.map(async (announcement) => ({
        ...announcement,
        phrase: phraseIn(context, announcement),
        state: await currentState(announcement, here.reminders),
        trouble: await troubleSeen(context, announcement, here),
      })),
    );
    const total = all.filter(({ state }) => state !== "ended").length;
    const list = { at, rows, total, most: MAX_ANNOUNCEMENTS, also: await also(context, here.guildId) };
    return announcementsReply(list, context.view);
  });
}

interface HistoryWanted {
  readonly id?: string | undefined;
  /** The typed or picked name. */
  readonly named?: string | undefined;
  readonly page: number;
  readonly listPage?: number;
}

/** Shows the history of one announcement, or of all, newest first. */
export function showHistory(
  context: CommandContext,
  { id, named, page, listPage = 0 }: HistoryWanted,
): Promise<Reply> {
  return asAdmin(context, async (here) => {
    const chosen = await findHere(here, id ?? named);
    if (chosen !== undefined) return historyOf(context, chosen, { here, page, listPage });
    const all = await here.reminders.ofGuild(here.guildId);
    const called = named === undefined ? all : all.filter((one) => hasWords(nameOf(context, one), named));
    const [only] = called;
    if (named !== undefined && only !== undefined && called.length === 1)
      return historyOf(context, only, { here, page, listPage });
    const rows = await rowsOfAll(context, all, here);
    const { entries, at } = cutPage(rows, page, ROWS);
    const others = called.length === 0 ? all : called;
    const shown = { at, rows: entries, others: othersOf(context, others, rows) };
    const said = named === undefined ? undefined : { typed: named, isKnown: called.length > 0 };
    return historyReply({ ...shown, said }, context.view);
  });
}

interface Paging {
  readonly here: ManagedServer;
  readonly page: number;
  readonly listPage: number;
}

async function historyOf(
  context: CommandContext,
  one: ReminderView,
  { here, page, listPage }: Paging,
): Promise<Reply> {
  const { entries, at } = cutPage(await rowsOf(context, one, here), page, ROWS);
  const shown = { id: one.id, title: one.content.title, page: listPage };
  return historyReply({ one: shown, at, rows: entries, others: [] }, context.view);
}

/** Returns the others to pick from: those due last first, then the newest, since a select is limited. */
function othersOf(context: CommandContext, all: readonly ReminderView[], rows: readonly OneOfAll[]) {
  const due = [...new Set(rows.map(({ id }) => id))];
  const rank = ({ id }: ReminderView) => (due.includes(id) ? due.indexOf(id) : due.length);
  return all
    .toReversed()
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, MOST_SUGGESTED)
    .map((one) => ({ id: one.id, title: one.content.title, phrase: phraseIn(context, one) }));
}

/** Suggests announcements by name for their history. */
export async function suggestAnnouncements(context: AutocompleteContext): Promise<readonly Suggestion[]> {
  const { member, site, reminders, typed } = context;
  if (!member.isAdmin || site.guildId === undefined) return [];
  const all = await reminders.ofGuild(site.guildId);
  return all
    .map((announcement) => ({ name: nameOf(context, announcement), value: announcement.id }))
    .filter(({ name }) => typed === "" || hasWords(name, typed))
    .slice(0, MOST_SUGGESTED);
}

function nameOf(context: CommandContext, announcement: ReminderView): string {
  return `${announcement.content.title} (${phraseIn(context, announcement)})`;
}

async function rowsOf(
  context: CommandContext,
  one: ReminderView,
  { reminders }: ManagedServer,
): Promise<readonly HistoryRow[]> {
  const entries = await reminders.history(one.id, MOST_ROWS);
  return entries.map((entry) => rowOf(context, entry, one));
}

/** A row of the history with its announcement. */
interface OneOfAll extends HistoryRow {
  readonly id: string;
}

async function rowsOfAll(
  context: CommandContext,
  all: readonly ReminderView[],
  { reminders }: ManagedServer,
): Promise<readonly OneOfAll[]> {
  const each = await inBatches(all, AT_ONCE, async (one) => {
    const { id, content } = one;
    const entries = await reminders.history(id, MOST_ROWS_EACH);
    return entries.map((entry) => ({ ...rowOf(context, entry, one), id, title: content.title }));
  });
  return each
    .flat()
    .sort((a, b) => b.at - a.at)
    .slice(0, MOST_ROWS);
}

function rowOf(context: CommandContext, entry: HistoryEntry, { guildId, quiet }: ReminderView): HistoryRow {
  const { slot, state, lateMs, message, settledAt, nextTryAt = 0 } = entry;
  const { language } = context.messages(context.locale);
  const isPutOff = state === "due" && nextTryAt - context.now > SOON_MS;
  const isQuiet = isPutOff && quiet !== undefined && quietUntil(quiet, context.now) !== undefined;
  const reason = entry.reason ?? (isQuiet ? "quiet-hours" : undefined);
  const isOpen = state === "failed" || state === "held" || isPutOff;
  return {
    at: state === "sent" ? (settledAt ?? slot) : slot,
    state,
    isForPermission: OF_PERMISSION.has(reason ?? ""),
    late: lateMs > 0 ? lengthInWords(lateMs, language) : undefined,
    url: message && messageUrl(message, guildId),
    why: reason === undefined || state === "sent" ? undefined : whyOf({ ...entry, reason }, context.view),
    againAt: isOpen ? nextTryAt : undefined,
  };
}
