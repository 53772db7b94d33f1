import { paragraph } from "../../kit/view/parts.ts";
import { listWords } from "../../../base/list-words.ts";
import { type Markdown, joinMarkdown, md } from "../../../base/markdown.ts";
import { actionButton, buttons, text, toned, reply } from "../../../discord/reply/build.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import type { Consent, LinkedAccount } from "../../../sessions/session.ts";
import { type ViewContext, inName, inPlain, small } from "../../kit/view/view-context.ts";
import { linkCalls, type WaitingState } from "../../kit/view/calls/link.ts";
import { accountCalls } from "../../kit/view/calls/account.ts";
import type { CallState } from "../../../discord/reply/calls.ts";

const HOST_LENGTH = 100;

/** The account of the pasted cookies, the sign-in or the key. */
export interface FoundAccount {
  readonly how: "cookies" | "tokens" | "key";
  readonly account: LinkedAccount;
  readonly source: "service" | "cookie" | "unknown";
  /** The host the cookies were copied for, if it isn't the platform's. */
  readonly otherHost?: string | undefined;
}

/** Asks whether the account is theirs, before anything is stored. */
export function confirmReply(
  found: FoundAccount,
  state: CallState<typeof linkCalls.keep>,
  context: ViewContext,
): Reply {
  const { confirm } = context.texts.link;
  return toned(
    "notice",
    paragraph(md`## ${confirm.title}`, ...whose(found, context), ...otherHost(found, context)),
    paragraph(
      wordsFor(found, context).trick,
      small(md`${confirm.nothingYet}`),
      small(md`${confirm.onceMeans}`),
    ),
    buttons(
      actionButton(confirm.keep, linkCalls.keep(state), { style: "primary" }),
      actionButton(confirm.once, linkCalls.once(state)),
      actionButton(confirm.no, linkCalls.refuse(state)),
    ),
  );
}

function otherHost({ otherHost: host }: FoundAccount, context: ViewContext): readonly Markdown[] {
  return host === undefined ? [] : [md`${context.texts.link.confirm.otherHost(inPlain(host, HOST_LENGTH))}`];
}

function wordsFor({ how }: Pick<FoundAccount, "how">, { texts: { link } }: ViewContext) {
  return { cookies: link.confirm, tokens: link.signIn.confirm, key: link.key.confirm }[how];
}

function whose(found: FoundAccount, context: ViewContext): readonly Markdown[] {
  const { account, source } = found;
  const { name, membershipId } = account;
  const { link, profile } = context.texts;
  const { confirm } = link;
  const words = wordsFor(found, context);
  if (source === "unknown") return [md`${words.unknown}`];
  const id = membershipId === undefined ? undefined : profile.id(membershipId);
  const lines = [words.named(md`**${inName(name ?? id ?? "")}**`)];
  if (id !== undefined && name !== undefined) lines.push(small(md`${id}`));
  const { language, account: texts } = context.texts;
  const games = gameNames(account);
  if (games.length > 0) lines.push(md`${texts.accounts.games(listWords(games, language))}`);
  else if (account.accounts.length === 0) lines.push(md`${confirm.noAccounts}`);
  if (source === "cookie") lines.push(md`${confirm.fromCookie}`);
  return lines;
}

/** Game accounts by name; the one in use first. One that is the account itself goes without saying. */
export function gameNames({ accounts, membershipId }: LinkedAccount): readonly string[] {
  const apart = accounts.filter(({ name, id }) => name !== undefined || id !== membershipId);
  return apart.map(({ name, id }) => inName(name ?? id));
}

export interface LinkedView {
  readonly name: string | undefined;
  readonly isOnce: boolean;
  /** Whether nothing was copied from a browser, so that there is no private window to close. */
  readonly isSignedIn: boolean;
  /** What the member allowed before linking again. */
  readonly allowed: Consent | undefined;
  /** The command that waits for the link, if it has not run yet. */
  readonly state?: WaitingState;
}

/** Returns the confirmation; `answer`: the reply of the command that was waiting. */
export function linkedReply(
  { name, isOnce, isSignedIn, allowed, state = {} }: LinkedView,
  answer: Reply | undefined,
  context: ViewContext,
): Reply {
  const { done } = context.texts.link;
  const title = name === undefined ? done.unnamed : done.title(inName(name));
  const isAllowed = allowed?.away === true || allowed?.snapshots === true;
  const lines = [
    md`**${title}**`,
    ...(isOnce ? [md`${done.once}`] : []),
    ...(isSignedIn ? [] : [small(md`${done.close}`)]),
    ...(isAllowed ? [small(md`${done.allowed[allowedOf(allowed)]}`)] : []),
  ];
  if (answer !== undefined) return { ...answer, ...reply(text(joinMarkdown(lines)), ...answer.blocks) };
  return toned(
    "good",
    paragraph(...lines, !(isOnce || isAllowed) && small(md`${done.away}`)),
    buttons(
      actionButton(done[state.waiting === undefined ? "progress" : "goOn"], linkCalls.go(state), {
        style: "primary",
      }),
      actionButton(done.settings, accountCalls.section({ section: "privacy" })),
    ),
  );
}

function allowedOf({ away, snapshots }: Consent): "both" | "away" | "snapshots" {
  if (away && snapshots) return "both";
  return away ? "away" : "snapshots";
}
