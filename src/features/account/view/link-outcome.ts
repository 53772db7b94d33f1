import { listWords } from "../../../base/list-words.ts";
import { type Markdown, joinMarkdown, md } from "../../../base/markdown.ts";
import { actionButton, buttons, text, toned } from "../../../discord/reply/build.ts";
import type { WaitingState } from "../../kit/view/calls/link.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import type { Messages } from "../../../messages/catalog.ts";
import { type ViewContext, inPlain, small } from "../../kit/view/view-context.ts";
import { linkCalls } from "../../kit/view/calls/link.ts";

type Texts = Messages["link"];
type Said = Texts["down"]["unavailable"];

interface MissingCookieView {
  readonly name: string;
  readonly isRequired: boolean;
  readonly why: keyof Texts["incomplete"]["missing"];
  readonly placeholder?: string | undefined;
}

/** Why a paste led to no link. */
export type LinkFailure =
  | {
      readonly kind: "incomplete";
      readonly form: keyof Texts["forms"];
      readonly found: readonly string[];
      readonly missing: readonly MissingCookieView[];
      readonly isCut: boolean;
      readonly otherHost?: string | undefined;
    }
  | { readonly kind: "unreadable"; readonly why: keyof Texts["unreadable"] }
  | { readonly kind: "refused"; readonly why: keyof Texts["refused"] }
  /** A file of cookies, which Discord would keep; or one that is unreadable. */
  | { readonly kind: "file"; readonly why: keyof Texts["file"] }
  | { readonly kind: "bundle"; readonly why: keyof Texts["bundle"] }
  /** A landing address. */
  | { readonly kind: "address"; readonly why: keyof Texts["signIn"]["address"] }
  /** A member's own key. */
  | { readonly kind: "key"; readonly why: "unreadable" | "refused" }
  /** Logged under the reference. */
  | { readonly kind: "down"; readonly said: Said; readonly reference: string }
  /** Cookies where only bundles are accepted, or the member was forgotten during the check. */
  | { readonly kind: "not-accepted" | "ended" | "not-registered" | "over" };

/** Returns what was wrong and what to do next, with the way back. */
export function linkFailureReply(failure: LinkFailure, state: WaitingState, context: ViewContext): Reply {
  const texts = context.texts.link;
  const stored = text(small(md`${texts.nothingStored}`));
  if (failure.kind === "address") {
    const retry = actionButton(texts.signIn.guide.again, linkCalls.signIn(state), { style: "primary" });
    return toned("notice", text(said(texts.signIn.address[failure.why])), stored, buttons(retry));
  }
  const way = failure.kind === "key" ? ({ way: "key" } as const) : {};
  const again = actionButton(context.texts.shared.buttons.retry, linkCalls.paste({ ...state, ...way }), {
    style: "primary",
  });
  if (failure.kind === "key")
    return toned("notice", text(said(texts.key[failure.why])), stored, buttons(again));
  const isCut = "isCut" in failure ? failure.isCut : "why" in failure && failure.why === "cut";
  const isSealing = isCut || failure.kind === "not-accepted" || failure.kind === "file";
  const tab = isSealing ? "browser" : failure.kind === "down" ? undefined : "desktop";
  const guide =
    tab && actionButton(isSealing ? texts.tabs.browser : texts.steps, linkCalls.guide({ ...state, tab }));
  return toned(
    failure.kind === "refused" || failure.kind === "file" ? "alert" : "notice",
    text(failure.kind === "incomplete" ? incompleteText(failure, context) : said(textsOf(failure, texts))),
    failure.kind === "down" && text(small(md`${context.texts.errors.reference(failure.reference)}`)),
    stored,
    buttons(again, guide),
  );
}

function said({ title, next }: Said): Markdown {
  return md`**${title}**\n${next}`;
}

function textsOf(failure: Exclude<LinkFailure, { kind: "incomplete" | "address" | "key" }>, texts: Texts) {
  switch (failure.kind) {
    case "unreadable":
      return texts.unreadable[failure.why];
    case "refused":
      return texts.refused[failure.why];
    case "bundle":
      return texts.bundle[failure.why];
    case "file":
      return texts.file[failure.why];
    case "down":
      return failure.said;
    case "not-accepted":
      return texts.notAccepted;
    case "ended":
      return texts.ended;
    case "not-registered":
      return texts.notRegistered;
    case "over":
      return texts.confirm.over;
  }
}

function incompleteText(
  { form, found, missing, isCut, otherHost }: LinkFailure & { readonly kind: "incomplete" },
  context: ViewContext,
): Markdown {
  const { incomplete, forms, unreadable } = context.texts.link;
  return joinMarkdown([
    md`**${incomplete.title}**`,
    incomplete.recognised(forms[form]),
    found.length === 0 ? incomplete.foundNone : incomplete.found(listWords(found, context.texts.language)),
    ...missing
      .filter(({ isRequired, why }) => isRequired || why !== "absent")
      .map((one) => md`- ${missingText(one, incomplete.missing)}`),
    ...(otherHost === undefined ? [] : [incomplete.otherHost(inPlain(otherHost, 100))]),
    ...(isCut ? [unreadable.cut.next] : []),
  ]);
}

function missingText(
  { name, why, placeholder }: MissingCookieView,
  texts: Texts["incomplete"]["missing"],
): string {
  return why === "placeholder" ? texts.placeholder(name, placeholder ?? "") : texts[why](name);
}
