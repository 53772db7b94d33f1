import { inBatches } from "../../../base/async/map-in-batches.ts";
import { quietUntil } from "../../../base/quiet-hours.ts";
import type { Markdown } from "../../../base/markdown.ts";
import type { Suggestion } from "../../../discord/command/options.ts";
import { actionButton } from "../../../discord/reply/build.ts";
import type { ActionCall, Reply } from "../../../discord/reply/reply.ts";
import type { RefusalName } from "../../../discord/rest/refusal.ts";
import { hasWords } from "../../../game/trend-search.ts";
import type { HistoryEntry, ReminderView } from "../reminder-service.ts";
import { asAdmin, findHere } from "./who-manages.ts";
import { announceCalls } from "../view/announce-calls.ts";
import { remindCalls } from "../../kit/view/calls/remind.ts";
import { cutPage } from "../../kit/view/pages.ts";
import { sentences } from "../../kit/view/parts.ts";
import { troubleWords } from "../view/trouble-words.ts";
import { channelMention, messageUrl } from "../../kit/view/view-context.ts";
import { destinationName, ownTrouble } from "../view/trouble.ts";
import { historyReply, type HistoryRow, type PostHistory } from "../view/post-history.ts";
import { phraseIn } from "./show-announcement.ts";
import { withOwn } from "./show-reminder.ts";
import type { ActionContext, AutocompleteContext, CommandContext } from "../services.ts";

const ROWS = 7;
const MOST_ROWS = 200;
const MOST_ROWS_EACH = 20;
const AT_ONCE = 10;
const MOST_SUGGESTED = 25;
/** What is due within this time is about to be posted. */
const SOON_MS = 60_000;
/** Refusals because of the bot's permissions. */
const OF_PERMISSION: ReadonlySet<string> = new Set<RefusalName>(["missing-access", "missing-permission"]);

/** Shows the history of a member's own reminder, newest first. */
export function showOwnHistory(context: ActionContext<typeof remindCalls.history>): Promise<Reply> {
  const { id, page } = context.state;
  const { remind, shared } = context.view.texts;
  return withOwn(context, id, (reminder) =>
    historyOf(context, reminder, {
      page,
      turn: (to) => remindCalls.history({ id, page: to }),
      untest: remindCalls.untest({ id }),
      controls: [
        actionButton(shared.back, remindCalls.open({ id })),
        actionButton(remind.card.buttons.list, remindCalls.list()),
      ],
    }),
  );
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
    const { announce, shared } = context.view.texts;
    const list = actionButton(announce.panel.buttons.list, announceCalls.page({ page: listPage }));
    const ofOne = (one: ReminderView) =>
      historyOf(context, one, {
        page,
        turn: (to) => announceCalls.trail({ id: one.id, from: listPage, page: to }),
        untest: announceCalls.untest({ id: one.id, page: listPage }),
        controls: [actionButton(shared.back, announceCalls.panel({ id: one.id, page: listPage })), list],
      });
    const chosen = await findHere(context, here, id ?? named);
    if (chosen !== undefined) return ofOne(chosen);
    const all = await context.reminders.ofGuild(here.guildId);
    const called = named === undefined ? all : all.filter((one) => hasWords(nameOf(context, one), named));
    const [only] = called;
    if (named !== undefined && only !== undefined && called.length === 1) return ofOne(only);
    const rows = await rowsOfAll(context, all);
    const { entries, at } = cutPage(rows, page, ROWS);
    const others = othersOf(context, called.length === 0 ? all : called, rows);
    return historyReply(
      {
        at,
        turn: (to) => announceCalls.trail({ page: to }),
        rows: entries,
        controls: [list],
        others: { call: announceCalls.trailOf(), entries: others },
        said: named === undefined ? undefined : { typed: named, isKnown: called.length > 0 },
      },
      context.view,
    );
  });
}

interface OfOne extends Pick<PostHistory, "turn" | "controls"> {
  readonly page: number;
  /** Takes its tests back. */
  readonly untest: ActionCall;
}

async function historyOf(context: CommandContext, one: ReminderView, shown: OfOne): Promise<Reply> {
  const history = await context.reminders.history(one.id, MOST_ROWS);
  const { entries, at } = cutPage(history, shown.page, ROWS);
  const rows = entries.map((entry) => rowOf(context, entry, one));
  const { takeBack } = context.view.texts.announce.test;
  const isTested = history.some(({ isTest }) => isTest === true);
  const controls = [...shown.controls, ...(isTested ? [actionButton(takeBack, shown.untest)] : [])];
  return historyReply({ ...shown, controls, title: one.content.title, at, rows }, context.view);
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

/** A row of the history with its announcement. */
interface OneOfAll extends HistoryRow {
  readonly id: string;
}

async function rowsOfAll(
  context: CommandContext,
  all: readonly ReminderView[],
): Promise<readonly OneOfAll[]> {
  const each = await inBatches(all, AT_ONCE, async (one) => {
    const { id, content } = one;
    const entries = await context.reminders.history(id, MOST_ROWS_EACH);
    return entries.map((entry) => ({ ...rowOf(context, entry, one), id, title: content.title }));
  });
  return each
    .flat()
    .sort((a, b) => b.at - a.at)
    .slice(0, MOST_ROWS);
}

function rowOf(context: CommandContext, entry: HistoryEntry, reminder: ReminderView): HistoryRow {
  const { slot, state, lateMs, message, settledAt, destination, nextTryAt = 0 } = entry;
  const { guildId = context.site.guildId, quiet, content } = reminder;
  const isPutOff = state === "due" && nextTryAt - context.now > SOON_MS;
  const isQuiet = isPutOff && quiet !== undefined && quietUntil(quiet, context.now) !== undefined;
  const reason = entry.reason ?? (isQuiet ? "quiet-hours" : undefined);
  const isOpen = state === "failed" || state === "held" || isPutOff;
  const isPersonal = content.purpose === "personal";
  const isInDm = destination.kind === "dm";
  return {
    at: state === "sent" ? (settledAt ?? slot) : slot,
    state,
    where: isPersonal && !isInDm ? destinationName(destination, context.view) : undefined,
    isForPermission: OF_PERMISSION.has(reason ?? ""),
    lateMs,
    ...(entry.isTest === true && { isTest: true }),
    url: message && messageUrl(message, isInDm ? undefined : guildId),
    why:
      reason === undefined || state === "sent" ? undefined : whyOf(context, { ...entry, reason }, isPersonal),
    againAt: isOpen ? nextTryAt : undefined,
  };
}

function whyOf(
  { view }: CommandContext,
  { reason, destination }: HistoryEntry & { readonly reason: string },
  isPersonal: boolean,
): Markdown {
  const { what, fix } = isPersonal
    ? ownTrouble(reason, destination, view)
    : troubleWords(reason, channelMention(destination.target), view);
  return sentences(view.texts.language, what, fix);
}
