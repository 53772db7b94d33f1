import { type Markdown } from "../../../base/markdown.ts";
import type { AccountNeed } from "../../../schedule/subject.ts";
import { count, inPlain, TITLE_LENGTH, type ViewContext } from "../../kit/view/view-context.ts";

/** Returns what an account must show, for its readers. */
export function needWords(need: AccountNeed, context: ViewContext): Markdown {
  const { words } = context.texts.announce.needs;
  switch (need.kind) {
    case "linked":
      return words.linked;
    case "level": {
      const least = count(context, need.least);
      return need.of === undefined
        ? words.level(least)
        : words.levelOf(inPlain(need.of, TITLE_LENGTH), least);
    }
    case "milestone":
      return words.milestone(inPlain(need.title, TITLE_LENGTH));
    case "stat":
      return words.stat(inPlain(need.of, TITLE_LENGTH), count(context, need.least));
  }
}

/** Returns the form's fields as texts. */
export function needFields(need: AccountNeed | undefined) {
  const of = need?.kind === "milestone" ? need.title : need && "of" in need ? need.of : undefined;
  const least = need && "least" in need ? String(need.least) : undefined;
  return { kind: need?.kind, of, least };
}
