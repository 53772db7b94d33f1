import { type Markdown, joinMarkdown, link, md, timestamp } from "../../../base/markdown.ts";
import { buttons, reply, select, text } from "../../../discord/reply/build.ts";
import type { ActionButton, ActionCall, Reply } from "../../../discord/reply/reply.ts";
import { type PageOfList, pageButtons, pageLine } from "../../kit/view/pages.ts";
import { facts } from "../../kit/view/parts.ts";
import { type ViewContext, inPlain } from "../../kit/view/view-context.ts";
import type { HistoryEntry } from "../../posts/reminder-service.ts";
import { lateWords } from "./post-words.ts";
import { whenWords } from "./when-words.ts";

const TITLE_LENGTH = 120;
const ROW_TITLE_LENGTH = 60;

/** The result of one occurrence at one destination. */
export interface HistoryRow extends Pick<HistoryEntry, "state" | "lateMs" | "isTest"> {
  readonly at: number;
  /** Absent where only one reminder's history is shown. */
  readonly title?: string | undefined;
  /** Where it went; absent where that goes without saying. */
  readonly where?: Markdown | undefined;
  /** Whether it waits for a permission of the bot. */
  readonly isForPermission: boolean;
  readonly url?: string | undefined;
  readonly why?: Markdown | undefined;
  readonly againAt?: number | undefined;
}

export interface PostHistory {
  /** Of the one it is about; absent for all of a server. */
  readonly title?: string | undefined;
  readonly at: PageOfList;
  readonly turn: (page: number) => ActionCall;
  readonly rows: readonly HistoryRow[];
  readonly controls: readonly ActionButton[];
  /** Others to pick from; at most 25. */
  readonly others?: {
    readonly call: ActionCall;
    readonly entries: readonly { readonly id: string; readonly title: string; readonly phrase: string }[];
  };
  /** Set where none or several have the typed name. */
  readonly said?: { readonly typed: string; readonly isKnown: boolean } | undefined;
}

/** Returns the history of a reminder, an announcement, or all announcements of a server. */
export function historyReply(view: PostHistory, context: ViewContext): Reply {
  const { history, list } = context.texts.announce;
  const { title, at, turn, rows, controls, others, said } = view;
  const turns = pageButtons(context, at, turn);
  const position = pageLine(context, at);
  return reply(
    text(md`### ${title === undefined ? history.all : history.title(inPlain(title, TITLE_LENGTH))}`),
    said !== undefined &&
      text((said.isKnown ? history.someCalled : history.noneCalled)(inPlain(said.typed, TITLE_LENGTH))),
    text(
      rows.length === 0
        ? md`${context.texts.shared.noHistory}`
        : joinMarkdown(rows.map((row) => rowText(row, context))),
    ),
    position !== undefined && text(position),
    turns.length > 0 && buttons(...turns),
    others !== undefined &&
      others.entries.length > 0 &&
      select(
        list.pick,
        others.call,
        others.entries.map(({ id, title: label, phrase }) => ({
          value: id,
          label: inPlain(label, TITLE_LENGTH),
          description: whenWords(phrase, context),
        })),
      ),
    buttons(...controls),
  );
}

function rowText(row: HistoryRow, context: ViewContext): Markdown {
  const { history } = context.texts.announce;
  const when = timestamp(row.at, "f");
  const said =
    facts([
      stateText(row, context),
      row.lateMs > 0 && md`${lateWords(row.lateMs, context)}`,
      row.where,
      row.why,
      row.againAt !== undefined && context.texts.shared.nextTry(timestamp(row.againAt, "R")),
    ]) ?? md``;
  return row.title === undefined
    ? history.rowOfOne(when, said)
    : history.row(when, md`${inPlain(row.title, ROW_TITLE_LENGTH)}`, said);
}

function stateText(
  { state, url, againAt, isForPermission, isTest }: HistoryRow,
  { texts }: ViewContext,
): Markdown {
  const { history } = texts.announce;
  const isPutOff = state === "due" && againAt !== undefined;
  if (isPutOff || (state === "held" && !isForPermission)) return md`${texts.shared.waiting}`;
  if (state !== "sent") return md`${history.states[state]}`;
  if (url === undefined) return md`${history.sentGone}`;
  return (isTest === true ? history.test : history.sent)(link(texts.shared.buttons.open, url));
}
