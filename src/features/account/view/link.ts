import { listWords } from "../../../base/list-words.ts";
import { type Markdown, joinMarkdown, link as linkTo, md } from "../../../base/markdown.ts";
import { actionButton, buttons, divider, text, toned, reply } from "../../../discord/reply/build.ts";
import type { Attachment, Block, Reply } from "../../../discord/reply/reply.ts";
import { type WaitingState, linkCalls, linkTabs } from "../../kit/view/calls/link.ts";
import { type ViewContext, inName, inPlain, mentionOf, small } from "../../kit/view/view-context.ts";
import { buttonRow, codeBlock, notice, paragraph, sentences } from "../../kit/view/parts.ts";

/** For the consent card and its tabs. Every control carries `state`. */
export interface LinkView {
  readonly platform: string;
  readonly cookies: number;
  readonly idleDays: number;
  readonly operator: { readonly name?: string | undefined; readonly contact?: string | undefined };
  /** Names of the accounts that are linked already. */
  readonly linked: readonly string[];
  readonly state: WaitingState;
}

export type LinkGuide =
  | {
      readonly tab: "browser";
      /** With the fingerprint of the key it seals to. */
      readonly sealPage: { readonly file: Attachment; readonly fingerprint: string } | undefined;
    }
  | { readonly tab: "desktop"; readonly isSealedOnly: boolean }
  | { readonly tab: "terminal"; readonly terminal: TerminalGuide | undefined };

/** The file for the command line that describes the platform. */
interface TerminalGuide {
  readonly commands: readonly [string, string];
  readonly profile: Attachment;
}

export interface LinkGuideView extends Pick<LinkView, "state"> {
  readonly cookies: readonly string[];
  readonly portal: string;
  readonly guide: LinkGuide;
}

/** Explains what linking means, before anything else. */
export function consentReply(view: LinkView, context: ViewContext): Reply {
  const { consent } = context.texts.link;
  const platform = inName(view.platform);
  return toned(
    "notice",
    text(md`## ${consent.title(platform)}`),
    paragraph(
      consent.share(view.cookies),
      consent.power(platform),
      operatorLine(view.operator, context),
      sentences(
        context.texts.language,
        consent.end(mentionOf(context, "unlink")),
        consent.idle(view.idleDays),
      ),
      consent.rule,
      small(md`${consent.age}`),
    ),
    linkedLine(view, context),
    buttons(
      actionButton(consent.agree, linkCalls.guide({ ...view.state, tab: "browser" }), { style: "primary" }),
      actionButton(consent.decline, linkCalls.decline()),
    ),
  );
}

/** Returns who runs the bot, as far as they say. */
export function operatorLine({ name, contact }: LinkView["operator"], context: ViewContext): Markdown {
  const { consent } = context.texts.link;
  if (name === undefined) return consent.noOperator;
  const shown = inName(name);
  return consent.operator(
    contact === undefined ? shown : context.texts.shared.inZone(shown, inPlain(contact, 200)),
  );
}

/** Returns the linked accounts' names; false without any. */
export function linkedLine({ linked }: Pick<LinkView, "linked">, context: ViewContext): Block | false {
  if (linked.length === 0) return false;
  const names = joinMarkdown(
    linked.map((one) => inName(one)),
    ", ",
  );
  return text(small(context.texts.link.consent.linked(names)));
}

/** Shows how to get the cookies, one way per tab. */
export function guideReply(view: LinkGuideView, context: ViewContext): Reply {
  const { guide, tabs } = context.texts.link;
  const paste = actionButton(guide.paste, linkCalls.paste(view.state), { style: "primary" });
  return reply(
    text(md`## ${guide.title}`),
    ...(view.guide.tab === "terminal" ? [] : [text(copyingText(view, context)), divider()]),
    ...guideBlocks(view, context),
    buttonRow(
      linkTabs.map((tab) =>
        actionButton(tabs[tab], linkCalls.guide({ ...view.state, tab }), {
          disabled: tab === view.guide.tab,
        }),
      ),
    ),
    buttons(paste),
    paragraph(small(md`${guide.phone}`), small(md`${guide.noScript}`)),
  );
}

/** Explains how to copy the cookies by hand. */
function copyingText({ portal, cookies }: LinkGuideView, context: ViewContext): Markdown {
  const { language, link } = context.texts;
  const where = link.guide.where(listWords(cookies, language));
  return joinMarkdown([link.guide.window(linkTo(new URL(portal).host, portal)), where]);
}

function guideBlocks(view: LinkGuideView, context: ViewContext): Reply["blocks"] {
  const { guide } = view;
  const { browser, desktop, terminal, tabs } = context.texts.link;
  const heading = md`**${tabs[guide.tab]}**`;
  switch (guide.tab) {
    case "browser": {
      if (guide.sealPage === undefined) return [text(md`${heading}\n${context.texts.link.guide.noKey}`)];
      const { file, fingerprint } = guide.sealPage;
      const steps = browser.steps.map((step, index) => md`${index + 1}. ${step}`);
      return [
        paragraph(
          heading,
          browser.intro,
          ...steps,
          small(md`${browser.mine}`),
          browser.fingerprint(fingerprint),
        ),
        { type: "file", file },
      ];
    }
    case "desktop": {
      if (guide.isSealedOnly) return [text(md`${heading}\n${desktop.sealedOnly}`)];
      return [paragraph(heading, desktop.intro, small(md`${desktop.seen}`))];
    }
    case "terminal": {
      if (guide.terminal === undefined) return [text(md`${heading}\n${context.texts.link.guide.noKey}`)];
      const [signIn, seal] = guide.terminal.commands;
      return [
        paragraph(heading, terminal.intro, terminal.profile),
        { type: "file", file: guide.terminal.profile },
        paragraph(terminal.signIn, codeBlock(signIn, "sh")),
        paragraph(terminal.seal, copyingText(view, context), codeBlock(seal, "sh")),
      ];
    }
  }
}

/** After "Not now" or "No". */
export function declinedReply(context: ViewContext): Reply {
  return toned("plain", text(context.texts.link.nothingStored));
}

export function linkOffReply(context: ViewContext): Reply {
  return notice(context.texts.link.off);
}
