import { DAY_MS } from "../../../base/duration.ts";
import { listWords } from "../../../base/list-words.ts";
import { type Markdown, joinMarkdown, md, timestamp } from "../../../base/markdown.ts";
import { actionButton, buttons, select, text, toned, reply } from "../../../discord/reply/build.ts";
import type { Attachment, Reply } from "../../../discord/reply/reply.ts";
import type { SessionSummary, SessionUse } from "../../../sessions/session.ts";
import { type ViewContext, count, inPlain, mentionOf, small } from "../../kit/view/view-context.ts";
import { linkButtonOf, type AccountChoice, accountSelect } from "../../kit/view/own-data.ts";
import { nameOf } from "./unlink.ts";
import { type FoundView, foundBlocks } from "./discoverability.ts";
import { buttonRow, facts, paragraph } from "../../kit/view/parts.ts";
import { linkCalls } from "../../kit/view/calls/link.ts";
import { accountCalls, type AccountSection, accountSections } from "../../kit/view/calls/account.ts";
import { unlinkCalls } from "./calls.ts";
import { gameNames } from "./link-confirm.ts";

/** What the panel shows; `uses` are the active account's. */
export interface MeView {
  readonly section: AccountSection;
  readonly accounts: readonly SessionSummary[];
  readonly choices: readonly AccountChoice[];
  /** For the privacy section. */
  readonly found: FoundView | undefined;
  readonly uses: readonly SessionUse[];
  readonly idleDays: number;
  readonly hasOnce: boolean;
  /** The member's own choice for pictures. */
  readonly cardMode: CardMode;
}

type CardMode = "dark" | "light" | undefined;

const USES_SHOWN = 15;

export function meReply(view: MeView, context: ViewContext): Reply {
  const { sections } = context.texts.account;
  const others = accountSections.filter((section) => section !== view.section);
  return {
    again: accountCalls.section({ section: view.section }),
    ...reply(
      ...SECTIONS[view.section](view, context),
      ...buttonRow(
        others.map((section) => actionButton(sections[section], accountCalls.section({ section }))),
      ),
    ),
  };
}

/** Shows the stored data where linking is off. */
export function myDataReply(cardMode: CardMode, context: ViewContext): Reply {
  return reply(...data(context), ...cardModeSelect(cardMode, context));
}

/** Returns the select of how pictures look, if any are drawn. */
function cardModeSelect(chosen: CardMode, { cards, texts }: ViewContext): Reply["blocks"] {
  if (cards === undefined) return [];
  const { pick, ...labels } = texts.account.cards;
  const entries = (["server", "dark", "light"] as const).map((value) => ({
    value,
    label: labels[value],
    chosen: value === (chosen ?? "server"),
  }));
  return [select(pick, accountCalls.cards(), entries)];
}

type Section = (view: MeView, context: ViewContext) => Reply["blocks"];

const SECTIONS: Readonly<Record<AccountSection, Section>> = {
  accounts,
  uses,
  privacy,
  data: (_view, context) => data(context),
};

function accounts(view: MeView, context: ViewContext): Reply["blocks"] {
  const { account: texts, link } = context.texts;
  const title = md`## ${texts.accounts.title}`;
  const once = view.hasOnce ? [small(md`${texts.accounts.once}`)] : [];
  if (view.accounts.length === 0) {
    return [
      paragraph(title, texts.accounts.none(mentionOf(context, "link")), ...once),
      ...cardModeSelect(view.cardMode, context),
      buttons(linkButtonOf(link.button, {})),
    ];
  }
  const rows = view.accounts.map((account, index) => text(accountText(account, index, { view, context })));
  const switcher = accountSelect(view.choices, accountCalls.choose(), context);
  return [
    paragraph(title, ...once),
    ...rows,
    ...(switcher === undefined ? [] : [switcher]),
    ...cardModeSelect(view.cardMode, context),
    buttons(
      actionButton(texts.accounts.linkMore, linkCalls.begin()),
      actionButton(texts.accounts.unlink, unlinkCalls.ask()),
    ),
  ];
}

function accountText(
  { account, isActive, state, linkedAt, lastUsedAt, expiresAt }: SessionSummary,
  index: number,
  { view, context }: { readonly view: MeView; readonly context: ViewContext },
): Markdown {
  const { account: texts, link } = context.texts;
  const isLive = state !== "dead";
  const title = facts([
    md`**${nameOf(account.name, index, context)}**`,
    md`${link.account.states[state]}`,
    isActive && md`${texts.accounts.active}`,
  ]);
  const times = facts([
    texts.accounts.linked(timestamp(linkedAt, "D")),
    texts.accounts.used(timestamp(lastUsedAt, "R")),
    isLive && expiresAt !== undefined && texts.accounts.expires(timestamp(expiresAt, "R")),
    isLive && texts.accounts.idle(timestamp(lastUsedAt + view.idleDays * DAY_MS, "R")),
  ]);
  const played = gameNames(account).map((name, at, { length }) =>
    at === 0 && length > 1 ? texts.accounts.gameInUse(name) : name,
  );
  return joinMarkdown([
    ...(title === undefined ? [] : [title]),
    ...(played.length === 0 ? [] : [texts.accounts.games(listWords(played, context.texts.language))]),
    ...(times === undefined ? [] : [small(times)]),
  ]);
}

function uses(view: MeView, context: ViewContext): Reply["blocks"] {
  const { sections, uses: texts } = context.texts.account;
  const rows = view.uses.slice(0, USES_SHOWN).map(({ at, command, isAway }) => {
    const row = isAway ? texts.away : texts.row;
    return md`- ${row(inPlain(command, 40), timestamp(at, "R"))}`;
  });
  return [
    paragraph(
      md`## ${sections.uses}`,
      ...(rows.length === 0 ? [texts.none] : rows),
      small(md`${texts.note}`),
    ),
  ];
}

function privacy({ accounts: all, found }: MeView, context: ViewContext): Reply["blocks"] {
  const { accounts, privacy: texts, sections } = context.texts.account;
  const active = all.find(({ isActive }) => isActive);
  const title = md`## ${sections.privacy}`;
  if (active === undefined) return [paragraph(title, accounts.none(mentionOf(context, "link")))];
  const { id, account, consent } = active;
  const { away, snapshots } = consent;
  return [
    paragraph(
      md`${title}\n${nameOf(account.name, 0, context)}`,
      texts.away(away),
      texts.snapshots(snapshots),
    ),
    buttons(
      actionButton(away ? texts.forbidAway : texts.allowAway, accountCalls.consent({ id, away: !away })),
      actionButton(
        snapshots ? texts.dropSnapshots : texts.keepSnapshots,
        accountCalls.consent({ id, snapshots: !snapshots }),
        { style: snapshots ? "danger" : "secondary" },
      ),
    ),
    ...(found === undefined ? [] : foundBlocks(found, context)),
  ];
}

function data(context: ViewContext): Reply["blocks"] {
  const { data: texts } = context.texts.account;
  return [
    text(md`## ${texts.title}`),
    buttons(
      actionButton(texts.export, accountCalls.export()),
      actionButton(texts.forget, accountCalls.forget(), { style: "danger" }),
    ),
  ];
}

/** `hasSessions`: whether the member has sessions here, or could have some. */
export function exportReply(json: string, hasSessions: boolean, context: ViewContext): Reply {
  const { data: texts } = context.texts.account;
  const file: Attachment = { name: texts.fileName, bytes: new TextEncoder().encode(json) };
  return reply(paragraph(texts.exported, hasSessions && texts.masked), { type: "file", file });
}

/** Asks for confirmation: it can't be undone. */
export function forgetReply(hasSessions: boolean, context: ViewContext): Reply {
  const { data: texts } = context.texts.account;
  return toned(
    "notice",
    paragraph(md`**${texts.sure}**`, hasSessions ? texts.means : texts.meansUnlinked, texts.stays),
    buttons(
      actionButton(texts.forget, accountCalls.forgetNow(), { style: "danger" }),
      actionButton(texts.no, accountCalls.section({ section: "data" })),
    ),
  );
}

export interface Forgotten {
  readonly sessions: number;
  readonly uses: number;
  readonly snapshots: number;
  readonly reminders: number;
  /** Whether no byte of it is left. */
  readonly isOverwritten: boolean;
}

export function forgottenReply(forgotten: Forgotten, hasSessions: boolean, context: ViewContext): Reply {
  const { data } = context.texts.account;
  const shown = (value: number) => count(context, value);
  const { sessions, uses: used, snapshots, reminders, isOverwritten } = forgotten;
  return toned(
    "good",
    paragraph(
      md`**${data.forgotten}**`,
      hasSessions
        ? data.gone(shown(sessions), shown(used), shown(snapshots), shown(reminders))
        : data.goneUnlinked(shown(reminders)),
      !isOverwritten && small(md`${context.texts.link.unlink.notOverwritten}`),
    ),
  );
}
