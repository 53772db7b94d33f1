import { link as linkTo, type Markdown, md } from "../../../base/markdown.ts";
import { actionButton, buttons, text, toned } from "../../../discord/reply/build.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import type { StoredSession } from "../../../sessions/session.ts";
import { type ViewContext, count, inName, mentionOf, small } from "../../kit/view/view-context.ts";
import { buttonRow, notice, paragraph } from "../../kit/view/parts.ts";
import { unlinkCalls } from "./calls.ts";

export interface Deleted extends Pick<StoredSession, "account" | "uses" | "snapshots"> {
  /** Whether no byte of it is left. */
  readonly isOverwritten: boolean;
  /** For tokens: whether the platform revoked them. */
  readonly isBack?: boolean;
  /** Where the member can revoke it themselves. */
  readonly manageUrl?: string | undefined;
  /** For a member's own key: where they delete it. */
  readonly keyPage?: string | undefined;
}

export function nothingLinkedReply(hadOnce: boolean, context: ViewContext): Reply {
  const { unlink } = context.texts.link;
  return hadOnce ? toned("good", text(unlink.once)) : notice(unlink.nothing);
}

/** Asks for confirmation: it can't be undone. */
export function unlinkReply(accounts: readonly StoredSession[], context: ViewContext): Reply {
  const { unlink } = context.texts.link;
  const choices = accounts.map(({ id, account }, index) =>
    actionButton(unlink.one(nameOf(account?.name, index, context)), unlinkCalls.yes({ id }), {
      style: "danger",
    }),
  );
  const all =
    accounts.length > 1 &&
    actionButton(unlink.all(count(context, accounts.length)), unlinkCalls.yes({ all: true }), {
      style: "danger",
    });
  return toned(
    "notice",
    paragraph(md`## ${unlink.title}`, unlink.means, unlink.stays),
    ...rows(choices),
    buttons(all, actionButton(unlink.keep, unlinkCalls.no())),
  );
}

export function unlinkedReply(deleted: readonly Deleted[], context: ViewContext): Reply {
  const { unlink } = context.texts.link;
  const lines = deleted.map(
    ({ account, uses, snapshots }, index) =>
      md`- ${unlink.deleted(nameOf(account?.name, index, context), count(context, uses), count(context, snapshots))}`,
  );
  const isDone = deleted.every(({ isOverwritten }) => isOverwritten);
  return toned(
    "good",
    paragraph(
      md`**${unlink.done}**`,
      ...lines,
      ...thereOf(deleted, context),
      unlink.rest(mentionOf(context, "account")),
      !isDone && small(md`${unlink.notOverwritten}`),
    ),
  );
}

/** Returns what is left at the platform. */
function thereOf(deleted: readonly Deleted[], context: ViewContext): readonly Markdown[] {
  const { unlink, signIn, key } = context.texts.link;
  const { unlinked } = signIn;
  const [keyPage] = deleted.flatMap((one) => one.keyPage ?? []);
  const tokens = deleted.filter(({ isBack }) => isBack !== undefined);
  const lines = deleted.some((one) => one.isBack === undefined && one.keyPage === undefined)
    ? [unlink.there]
    : [];
  if (tokens.length > 0) {
    lines.push(tokens.every(({ isBack }) => isBack === true) ? unlinked.back : unlinked.notBack);
  }
  const page = tokens.find(({ isBack, manageUrl }) => isBack === false && manageUrl !== undefined)?.manageUrl;
  return [
    ...lines.map((line) => md`${line}`),
    ...(keyPage === undefined ? [] : [key.unlinked(linkTo(new URL(keyPage).host, keyPage))]),
    ...(page === undefined ? [] : [small(unlinked.manage(linkTo(new URL(page).host, page)))]),
  ];
}

export function keptReply(context: ViewContext): Reply {
  return toned("plain", text(context.texts.link.unlink.kept));
}

export function nameOf(name: string | undefined, index: number, context: ViewContext): string {
  return name === undefined ? context.texts.link.account.unnamed(count(context, index + 1)) : inName(name);
}

const IN_A_ROW = 5;

function rows(all: readonly ReturnType<typeof actionButton>[]): Reply["blocks"] {
  const groups = Array.from({ length: Math.ceil(all.length / IN_A_ROW) }, (_, index) =>
    all.slice(index * IN_A_ROW, (index + 1) * IN_A_ROW),
  );
  return groups.flatMap(buttonRow);
}
