import { paragraph } from "./parts.ts";
import { type Markdown, joinMarkdown, md } from "../../../base/markdown.ts";
import { actionButton, text as textOf, reply } from "../../../discord/reply/build.ts";
import type { ActionCall, Reply } from "../../../discord/reply/reply.ts";
import { type ViewContext, count, inName, mentionOf, small } from "./view-context.ts";
import { buttonRow } from "./parts.ts";
import { bar } from "./progress-words.ts";

/** What only members with a linked account can see. */
export type SampleOf = "progress" | "stats" | "vault" | "milestones";

export interface SampleView {
  readonly subject: SampleOf;
  /** The platform's name. */
  readonly platform: string;
  /** The call of the link button; without one the text names the command. */
  readonly link?: ActionCall | undefined;
}

/** Returns what a member without a linked account would see, what linking means, and where to start. */
export function sampleReply({ subject, platform, link }: SampleView, context: ViewContext): Reply {
  const { sample } = context.texts.progress;
  const { button } = context.texts.link;
  return {
    tone: "notice",
    ...reply(
      textOf(md`## ${sample.title[subject]}\n${small(md`${sample.example}`)}`),
      textOf(exampleOf(subject, context)),
      paragraph(
        md`${sample.means(inName(platform))}`,
        sample.link(mentionOf(context, "link")),
        small(sample.why(mentionOf(context, "help"))),
      ),
      ...buttonRow([link === undefined ? undefined : actionButton(button, link, { style: "primary" })]),
    ),
  };
}

function exampleOf(subject: SampleOf, context: ViewContext): Markdown {
  const { progress } = context.texts;
  const { rows } = progress.sample;
  switch (subject) {
    case "progress":
      return joinMarkdown([
        md`**${rows.claim}** · ${context.texts.progress.states.claimable}`,
        md`**${rows.finish}** · ${progress.percent("80")}`,
        md`${bar(0.8)}`,
        small(md`${progress.next.toGo(rows.finishObjective, "4")}`),
        md`**${rows.cap}** · ${progress.next.weekLeft(count(context, 1200), count(context, 4000))}`,
        md`${bar(0.7)}`,
      ]);
    case "milestones":
      return joinMarkdown([
        md`**${rows.claim}** · ${progress.states.claimable}`,
        md`**${rows.finish}** · ${progress.states.open}`,
        md`**${rows.cap}** · ${progress.states.unknown}`,
      ]);
    case "stats":
      return joinMarkdown([
        md`▂▃▁▅▇▄█`,
        context.texts.shared.labelled(rows.stat, md`**${count(context, 1284)}**`),
      ]);
    case "vault":
      return md`- ${rows.vault}`;
  }
}
