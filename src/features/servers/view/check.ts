import { listWords } from "../../../base/list-words.ts";
import { type Markdown, joinMarkdown, link, md } from "../../../base/markdown.ts";
import {
  actionButton,
  buttons,
  channelSelect,
  linkButton,
  reply,
  text,
  toned,
} from "../../../discord/reply/build.ts";
import type { Block, Reply } from "../../../discord/reply/reply.ts";
import {
  type ViewContext,
  channelMention,
  count,
  messageUrl,
  personMention,
  small,
  mentionOf,
} from "../../kit/view/view-context.ts";
import { lines, paragraph, sentences } from "../../kit/view/parts.ts";
import { permissionNames, troubleWords } from "../../posts/view/trouble-words.ts";
import type { CheckedChannel, SetupView, TestView } from "./setup-parts.ts";
import { POSTED_IN } from "./sections.ts";
import { setupCalls } from "./calls.ts";

function forgetButton({ texts }: ViewContext): Block {
  return buttons(actionButton(texts.setup.forget.button, setupCalls.forget(), { style: "danger" }));
}

/** Says what is deleted and what stays, before a server's data is deleted. */
export function forgetServerReply(context: ViewContext): Reply {
  const { forget: texts } = context.texts.setup;
  return toned(
    "notice",
    paragraph(md`**${texts.sure}**`, md`${texts.means}`, md`${texts.boards}`, md`${texts.stays}`),
    buttons(
      actionButton(texts.button, setupCalls.forgetNow(), { style: "danger" }),
      actionButton(texts.keep, setupCalls.section({ section: "check" })),
    ),
  );
}

/** What stays in Discord although it should not. */
interface LeftInDiscord {
  readonly events: number;
  /** Messages of live boards that could not be marked as stopped. */
  readonly boards: number;
}

export function forgottenServerReply({ events, boards }: LeftInDiscord, context: ViewContext): Reply {
  const { forget: texts } = context.texts.setup;
  const left = [
    ...(events > 0 ? [md`${texts.eventsLeft(events)}`] : []),
    ...(boards > 0 ? [md`${texts.boardsLeft(boards)}`] : []),
  ];
  const said = [md`**${texts.done}**`, ...left, texts.next(mentionOf(context, "setup"))];
  return toned(left.length > 0 ? "notice" : "good", text(joinMarkdown(said)));
}

export function checkSection(
  { check: view, install, posting }: Pick<SetupView, "check" | "install" | "posting">,
  context: ViewContext,
): readonly Block[] {
  const { check: texts } = context.texts.setup;
  const test = view?.test;
  return reply(
    text(md`${texts.about(permissionNames(posting, context))}`),
    view?.channels && text(checked(view.channels, view.more ?? 0, context)),
    test && text(testText(test, context)),
    test?.kind === "sent" &&
      buttons(
        actionButton(texts.remove, setupCalls.removeTest({ c: test.channelId, m: test.messageId }), {
          style: "danger",
        }),
      ),
    channelSelect(texts.pick, setupCalls.test(), { channelTypes: POSTED_IN }),
    buttons(
      actionButton(texts.run, setupCalls.check(), { style: "primary" }),
      install && linkButton(texts.addToPost, install.posts),
      install && linkButton(texts.addToAnswer, install.answers),
    ),
    text(joinMarkdown([small(md`${texts.role}`), small(md`${texts.who}`)])),
    forgetButton(context),
  ).blocks;
}

function checked(channels: readonly CheckedChannel[], more: number, context: ViewContext): Markdown {
  const { check: texts } = context.texts.setup;
  if (channels.length === 0) return md`${texts.nothing}`;
  const isLacking = channels.some(({ state }) => state.kind === "lacks" || state.kind === "unseen");
  const hasGone = channels.some(({ state }) => state.kind === "gone");
  const rows = channels.map((channel) => md`- ${channelText(channel, context)}`);
  const text = lines([
    ...rows,
    more > 0 && small(md`${texts.more(count(context, more))}`),
    isLacking && md`${texts.fix}`,
    hasGone && md`${texts.goneFix}`,
  ]);
  return text ?? md`${texts.nothing}`;
}

function channelText({ id, uses, state }: CheckedChannel, context: ViewContext): Markdown {
  const { check: texts } = context.texts.setup;
  const channel = channelMention(id);
  const why = listWords(
    uses.map((use) => texts.uses[use]),
    context.texts.language,
  );
  if (state.kind === "lacks") return texts.lacks(channel, permissionNames(state.permissions, context), why);
  return texts[state.kind](channel, why);
}

function testText(test: TestView, context: ViewContext): Markdown {
  const { check: texts } = context.texts.setup;
  const { trouble, refused } = context.texts.announce;
  const channel = "channelId" in test ? channelMention(test.channelId) : md``;
  const nothingPosted = (why: Markdown) => sentences(context.texts.language, texts.failed.nothing, why);
  switch (test.kind) {
    case "sent": {
      const url = messageUrl(test, test.guildId);
      return texts.sent(channelMention(test.channelId), link(context.texts.shared.buttons.open, url));
    }
    case "removed":
      return md`${texts.removed}`;
    case "not-removed":
      return md`${texts.notRemoved}`;
    case "missing":
      return nothingPosted(trouble.lacks(permissionNames(test.permissions, context), channel));
    case "unseen":
      return nothingPosted(trouble.unseen(channel));
    case "yours":
      return nothingPosted(refused.mayNot(context.texts.permissions.sendMessages, channel));
    case "type":
      return nothingPosted(refused.channelType(channel));
    case "refused":
      return nothingPosted(troubleWords(test.reason, channel, context).what);
    case "gone":
      return nothingPosted(context.texts.trouble.byReason["channel-gone"].what(channel));
    case "unknown":
      return texts.failed.unknown;
  }
}

/** What a press on the test post's button shows. */
export function aboutTest(context: ViewContext): Reply {
  return reply(text(md`${context.texts.setup.check.post.answer}`));
}

/** Returns the test post; `id` is in its button. */
export function testPost(
  { id, by }: { readonly id: string; readonly by: string },
  context: ViewContext,
): Reply {
  const { post: texts } = context.texts.setup.check;
  return reply(
    text(texts.text(personMention(by))),
    buttons(actionButton(texts.what, setupCalls.about({ id }))),
  );
}
