import { joinMarkdown, type Markdown, md, timestamp } from "../../../base/markdown.ts";
import { actionButton, buttons, text, toned } from "../../../discord/reply/build.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import { lines } from "../../kit/view/parts.ts";
import { count, personMention, type ViewContext } from "../../kit/view/view-context.ts";
import type { SignedUp } from "../reminder-service.ts";
import { announceCalls } from "./announce-calls.ts";
import type { PostPart } from "./post-parts.ts";
import { titleOf } from "./post-words.ts";

/** A field of Discord's embeds holds 1,024 characters. */
const MOST_NAMED = 30;

/** Returns the lists of those who come and who wait, with their headings. */
export function signUpLists(
  { signUp }: Pick<PostPart, "signUp">,
  context: ViewContext,
): readonly (readonly [name: string, value: Markdown])[] {
  if (signUp === undefined) return [];
  const { coming, waiting, places } = signUp;
  const { signUp: texts } = context.texts.posts;
  const most = places === undefined ? undefined : count(context, places);
  const named = coming.length === 0 ? md`${texts.nobody}` : mentions(coming, context);
  const first = [texts.coming(count(context, coming.length), most), named] as const;
  if (waiting.length === 0) return [first];
  return [first, [texts.waiting(count(context, waiting.length)), mentions(waiting, context)]];
}

function mentions(ids: readonly string[], context: ViewContext): Markdown {
  const more = ids.length - MOST_NAMED;
  const named = joinMarkdown(ids.slice(0, MOST_NAMED).map(personMention), " ");
  return more > 0 ? md`${named} ${context.texts.posts.signUp.more(count(context, more))}` : named;
}

interface SignedUpView extends SignedUp {
  readonly id: string;
  readonly slot: number;
  readonly title: string;
  readonly startAt: number;
}

/** Returns what a press on "Sign up" came to, with the way out. */
export function signedUpReply(view: SignedUpView, context: ViewContext): Reply {
  const { signUp } = context.texts.announce;
  const { id, slot, comes, place, isTold, startAt } = view;
  const [title, start] = [titleOf(view), timestamp(startAt, "F")];
  const told = comes ? signUp.told : signUp.toldIfFree;
  return toned(
    comes ? "good" : "plain",
    text(
      lines([
        comes ? signUp.comes(title, start) : signUp.waits(title, count(context, place)),
        (isTold || !comes) && told,
      ]) ?? "",
    ),
    buttons(actionButton(signUp.leave, announceCalls.leave({ id, slot }))),
  );
}
