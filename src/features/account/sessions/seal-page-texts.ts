import { listWords } from "../../../base/list-words.ts";
import type { Messages } from "../../../messages/catalog.ts";
import type { SealPageTexts } from "../../../sessions/seal-page/seal-page.ts";

interface SealPageFacts {
  readonly forWhom: Readonly<Parameters<Messages["sealPage"]["forWhom"]>>;
  readonly host: string;
  /** Of the cookies that are needed. */
  readonly names: readonly string[];
}

/** Returns the words of a member's page, in one language. What stands in braces is put in by the page. */
export function sealPageTexts(messages: Messages, { forWhom, host, names }: SealPageFacts): SealPageTexts {
  const { sealPage: words, link } = messages;
  const { missing, otherHost, recognised } = link.incomplete;
  return {
    ...words,
    lang: messages.language,
    forWhom: words.forWhom(...forWhom),
    steps: words.steps.map((step) => step(host, listWords(names, messages.language))),
    phone: link.guide.phone,
    recognised: recognised("{form}"),
    found: words.found("{name}"),
    optional: words.optional("{name}"),
    forms: link.forms,
    missing: Object.fromEntries(Object.entries(missing).map(([why, say]) => [why, say("{name}", "{word}")])),
    otherHost: otherHost("{host}"),
    unreadable: titlesOf(link.unreadable),
    refusedAs: titlesOf(link.refused),
  };
}

function titlesOf(texts: Readonly<Record<string, { readonly title: string }>>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([why, { title }]) => [why, title]));
}
