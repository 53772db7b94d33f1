import { type Markdown, joinMarkdown, link, md, timestamp } from "../../../base/markdown.ts";
import { actionButton, text as textOf } from "../../../discord/reply/build.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import { type ViewContext, count, inPlain, mentionOf, small } from "../../shared/view/view-context.ts";
import { buttonRow } from "../../shared/view/parts.ts";

export const helpSections = ["overview", "privacy", "status", "about", "report"] as const;
export type HelpSection = (typeof helpSections)[number];

/** What the panel tells about this bot and its platform. */
export interface HelpView {
  readonly section: HelpSection;
  /** The service's name. */
  readonly platform: string;
  /** Commands this platform can answer. */
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  readonly operator: {
    readonly name?: string | undefined;
    readonly contact?: string | undefined;
    readonly privacyUrl?: string | undefined;
  };
  /** Whether the reader manages this server, and the bot is in it. Undefined: does not manage it. */
  readonly admin?:
    | { readonly isInstalled: boolean; readonly canSetUp: boolean; readonly canAnnounce: boolean }
    | undefined;
  /** After how many days of silence a linked session is deleted; undefined where none can be linked. */
  readonly idleDays?: number | undefined;
  /** Only for the section "status". */
  readonly status?: PlatformStatus | undefined;
}

export type PlatformStatus =
  | { readonly state: "fresh" | "stale" | "maintenance"; readonly at: number }
  | { readonly state: "failed"; readonly what: string }
  | { readonly state: "unasked" };

export function helpReply(view: HelpView, look: ViewContext): Reply {
  return {
    blocks: [
      ...adminTexts(view, look).map(textOf),
      ...sectionTexts(view, look).map(textOf),
      ...buttonRow(
        helpSections.map((section) =>
          actionButton(
            look.texts.help.sections[section],
            { command: "help", action: "section", state: { section } },
            { disabled: section === view.section },
          ),
        ),
      ),
    ],
  };
}

function adminTexts({ admin, section, commands }: HelpView, look: ViewContext): readonly Markdown[] {
  if (admin === undefined || section !== "overview") return [];
  const { admins } = look.texts.help;
  const first = commands[0]?.name ?? "help";
  const rows = admin.isInstalled
    ? [
        admin.canSetUp ? admins.setUp(mentionOf(look, "setup")) : admins.begin(mentionOf(look, first)),
        ...(admin.canAnnounce
          ? [
              admins.announce(
                mentionOf(look, "announce new"),
                mentionOf(look, "announce board"),
                mentionOf(look, "announce list"),
              ),
            ]
          : []),
        md`${admins.limits}`,
      ]
    : [md`${admins.notInstalled}`];
  return [joinMarkdown([md`### ${admins.title}`, ...rows])];
}

function sectionTexts(view: HelpView, look: ViewContext): readonly Markdown[] {
  switch (view.section) {
    case "overview":
      return overview(view, look);
    case "privacy":
      return privacy(view, look);
    case "status":
      return [statusText(view, look)];
    case "about":
      return [about(view, look)];
    case "report":
      return [report(view, look)];
  }
}

function overview({ platform, commands }: HelpView, look: ViewContext): readonly Markdown[] {
  const { overview: texts } = look.texts.help;
  const list = commands.map(({ name, description }) => texts.command(mentionOf(look, name), description));
  return [
    md`## ${texts.title}\n${texts.intro(inPlain(platform, 60))}`,
    joinMarkdown([md`**${texts.commands}**`, ...(list.length === 0 ? [md`${texts.offersNothing}`] : list)]),
    small(md`${texts.show}`),
    ...(commands.some(({ name }) => name === "remind") ? [small(md`${texts.kept}`)] : []),
  ];
}

function privacy({ operator, idleDays, commands }: HelpView, look: ViewContext): readonly Markdown[] {
  const { privacy: texts } = look.texts.help;
  return [
    md`## ${texts.title}\n${texts.reads}`,
    md`${texts.shows}`,
    md`${texts.keeps}`,
    ...(commands.some(({ name }) => name === "remind")
      ? [texts.reminders(mentionOf(look, "remind list"))]
      : []),
    ...(idleDays === undefined
      ? []
      : [
          texts.sessions(count(look, idleDays)),
          texts.found(mentionOf(look, "me")),
          texts.ends(mentionOf(look, "me"), mentionOf(look, "unlink")),
        ]),
    md`${texts.discord}`,
    ...(operator.privacyUrl === undefined ? [] : [link(texts.policy, operator.privacyUrl)]),
  ];
}

function statusText({ platform, status }: HelpView, look: ViewContext): Markdown {
  const { status: texts } = look.texts.help;
  const name = inPlain(platform, 60);
  return joinMarkdown([md`## ${texts.title}`, md`${texts.bot}`, ...stateLines(status, name, look)]);
}

function stateLines(
  status: PlatformStatus | undefined,
  name: string,
  look: ViewContext,
): readonly Markdown[] {
  const { status: texts } = look.texts.help;
  switch (status?.state) {
    case "fresh":
      return [md`${texts.reachable(name)}`, texts.fresh(timestamp(status.at, "R"))];
    case "stale":
      return [md`${texts.stale(name)}`, texts.fresh(timestamp(status.at, "R"))];
    case "maintenance":
      return [md`${texts.maintenance(name)}`, texts.fresh(timestamp(status.at, "R"))];
    case "failed":
      return [md`${texts.unreachable(name)}`, md`${status.what}`];
    case "unasked":
    case undefined:
      return [md`${texts.unasked(name)}`];
  }
}

function about({ platform, operator }: HelpView, look: ViewContext): Markdown {
  const { about: texts } = look.texts.help;
  return joinMarkdown([
    md`## ${texts.title}\n${texts.what}`,
    md`${operator.name === undefined ? texts.noOperator : texts.operator(inPlain(operator.name, 100))}`,
    ...(operator.contact === undefined ? [] : [md`${texts.contact(inPlain(operator.contact, 200))}`]),
    md`${texts.platform(inPlain(platform, 60))}`,
  ]);
}

function report({ operator }: HelpView, look: ViewContext): Markdown {
  const { report: texts } = look.texts.help;
  const { reporting } = look.texts.shared;
  const contact =
    operator.contact === undefined
      ? reporting.noOperator
      : reporting.operator(inPlain(operator.contact, 200));
  return joinMarkdown([
    md`## ${texts.title}\n${reporting.what}`,
    md`${reporting.platformAnywhere}`,
    md`${reporting.here}`,
    md`${texts.fault}`,
    md`${contact}`,
  ]);
}
