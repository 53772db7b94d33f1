import { type Markdown, joinMarkdown, link, md, timestamp } from "../../../base/markdown.ts";
import { actionButton, text as textOf, reply } from "../../../discord/reply/build.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import { languageOf } from "../../../messages/languages.ts";
import {
  type Age,
  type ViewContext,
  inName,
  inPlain,
  mentionOf,
  small,
} from "../../kit/view/view-context.ts";
import { buttonRow, sentences } from "../../kit/view/parts.ts";
import { defineCalls, oneOf } from "../../../discord/reply/calls.ts";

export const helpSections = ["overview", "privacy", "status", "about", "report"] as const;
export type HelpSection = (typeof helpSections)[number];

export const helpCalls = defineCalls("help", { section: { section: oneOf.optional(helpSections) } });

/** What the panel says about this bot and its platform. */
export interface HelpView {
  readonly section: HelpSection;
  readonly platform: string;
  /** Whether it offers trending, milestones and players. */
  readonly hasAll: boolean;
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  readonly operator: {
    readonly name?: string | undefined;
    readonly contact?: string | undefined;
    readonly privacyUrl?: string | undefined;
  };
  /** Set where the reader manages this server; `isInstalled`: the bot is in it. */
  readonly admin?: { readonly isInstalled: boolean; readonly hasBoards: boolean } | undefined;
  /** After how many unused days a linked session is deleted; undefined without linking. */
  readonly idleDays?: number | undefined;
  readonly status?: PlatformStatus | undefined;
}

/** The age of its answer, or what went wrong. */
export type PlatformStatus = Age | { readonly failed: string } | "unasked";

export function helpReply(view: HelpView, context: ViewContext): Reply {
  return reply(
    ...adminTexts(view, context).map(textOf),
    ...SECTIONS[view.section](view, context).map(textOf),
    buttonRow(
      helpSections.map((section) =>
        actionButton(context.texts.help.sections[section], helpCalls.section({ section }), {
          disabled: section === view.section,
        }),
      ),
    ),
  );
}

function adminTexts({ admin, section }: HelpView, context: ViewContext): readonly Markdown[] {
  if (admin === undefined || section !== "overview") return [];
  const { admins } = context.texts.help;
  const [make, list] = [mentionOf(context, "announce new"), mentionOf(context, "announce list")];
  const rows = admin.isInstalled
    ? [
        admins.setUp(mentionOf(context, "setup")),
        admin.hasBoards
          ? admins.announce(make, mentionOf(context, "announce board"), list)
          : admins.announceAlone(make, list),
        small(md`${context.texts.setup.check.who}`),
      ]
    : [md`${admins.notInstalled}`];
  return [joinMarkdown([md`### ${admins.title}`, ...rows])];
}

type Section = (view: HelpView, context: ViewContext) => readonly Markdown[];

const SECTIONS: Readonly<Record<HelpSection, Section>> = {
  overview,
  privacy,
  status: (view, context) => [statusText(view, context)],
  about: (view, context) => [about(view, context)],
  report: (view, context) => [report(view, context)],
};

function overview({ platform, hasAll, commands }: HelpView, context: ViewContext): readonly Markdown[] {
  const { help, runtime } = context.texts;
  const { overview: texts } = help;
  const list = commands.map(({ name, description }) =>
    context.texts.shared.labelled(mentionOf(context, name), description),
  );
  return [
    hasAll ? md`## ${texts.title}\n${texts.intro(inName(platform))}` : md`## ${texts.title}`,
    joinMarkdown(list.length === 0 ? [texts.offersNothing] : list),
    joinMarkdown([small(texts.show(runtime.show.me)), small(md`${texts.kept}`)]),
  ];
}

function privacy({ operator, idleDays }: HelpView, context: ViewContext): readonly Markdown[] {
  const { help, link: linking } = context.texts;
  const { privacy: texts } = help;
  return [
    md`## ${help.sections.privacy}\n${texts.reads}`,
    md`${texts.shows}`,
    md`${texts.keeps}`,
    texts.reminders(mentionOf(context, "remind list")),
    texts.calendar,
    texts.signUps,
    ...(idleDays === undefined
      ? []
      : [
          sentences(
            context.texts.language,
            md`${texts.sessions}`,
            linking.consent.idle(idleDays),
            md`${texts.snapshots}`,
          ),
          texts.found(mentionOf(context, "account")),
          texts.ends(mentionOf(context, "account"), mentionOf(context, "unlink")),
        ]),
    md`${texts.discord}`,
    ...(operator.privacyUrl === undefined ? [] : [link(texts.policy, operator.privacyUrl)]),
  ];
}

function statusText({ platform, status }: HelpView, context: ViewContext): Markdown {
  const { sections, status: texts } = context.texts.help;
  const name = inName(platform);
  return joinMarkdown([
    md`## ${sections.status}`,
    md`${texts.bot}`,
    ...stateLines(status ?? "unasked", name, context),
  ]);
}

function stateLines(status: PlatformStatus, name: string, context: ViewContext): readonly Markdown[] {
  const { status: texts } = context.texts.help;
  if (status === "unasked") return [md`${texts.unasked(name)}`];
  if ("failed" in status) return [md`${texts.unreachable(name)}`, md`${status.failed}`];
  const { at, isStale, isMaintenance = false } = status;
  const state = !isStale ? "reachable" : isMaintenance ? "maintenance" : "stale";
  return [md`${texts[state](name)}`, texts.fresh(timestamp(at, "R"))];
}

function about({ platform, operator }: HelpView, context: ViewContext): Markdown {
  const { sections, about: texts } = context.texts.help;
  return joinMarkdown([
    md`## ${sections.about}\n${texts.what}`,
    md`${operator.name === undefined ? texts.noOperator : texts.operator(inPlain(operator.name, 100))}`,
    ...(operator.contact === undefined ? [] : [md`${texts.contact(inPlain(operator.contact, 200))}`]),
    md`${texts.platform(inName(platform))}`,
    ...(languageOf(context.texts.language)?.isMachineTranslated === true
      ? [small(md`${texts.machineTranslated}`)]
      : []),
  ]);
}

function report({ operator }: HelpView, context: ViewContext): Markdown {
  const { sections, report: texts } = context.texts.help;
  const { reporting } = context.texts.shared;
  const contact =
    operator.contact === undefined
      ? reporting.noOperator
      : reporting.operator(inPlain(operator.contact, 200));
  return joinMarkdown([
    md`## ${sections.report}`,
    md`${reporting.platformAnywhere}`,
    md`${reporting.here}`,
    md`${texts.fault}`,
    md`${contact}`,
  ]);
}
