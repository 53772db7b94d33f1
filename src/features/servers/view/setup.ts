import { type Markdown, joinMarkdown, md, timestamp } from "../../../base/markdown.ts";
import { select, text, reply } from "../../../discord/reply/build.ts";
import type { Block, Reply } from "../../../discord/reply/reply.ts";
import {
  type ViewContext,
  channelMention,
  mentionOf,
  personMention,
  small,
} from "../../kit/view/view-context.ts";
import { paragraph } from "../../kit/view/parts.ts";
import type { GuildSettings } from "../../kit/settings/settings.ts";
import { checkSection } from "./check.ts";
import { type SetupView, channelsOf, hoursOf, kindsOf, placesOf, saidText } from "./setup-parts.ts";
import { answersSection, languageSection, postsSection, quietSection, zoneLine } from "./sections.ts";
import { setupCalls, type SetupSection, setupSections } from "./calls.ts";

/** Returns one section of the panel, which is edited in place. */
export function setupReply(view: SetupView, context: ViewContext): Reply {
  const { setup } = context.texts;
  const said = saidText(view, context);
  const isOverview = view.section === "overview";
  const next = isOverview ? setup.overview.next(mentionOf(context, "announce new")) : undefined;
  return {
    ...(view.said !== undefined && { tone: view.said.kind === "saved" ? "good" : "notice" }),
    again: setupCalls.section({ section: view.section }),
    ...reply(
      paragraph(
        md`## ${context.texts.shared.labelled(setup.title, setup.sections[view.section])}`,
        said,
        next,
      ),
      select(
        setup.open,
        setupCalls.section(),
        setupSections.map((section) => ({
          value: section,
          label: setup.sections[section],
          description: setup.about[section],
          chosen: section === view.section && !isOverview,
        })),
      ),
      ...SECTIONS[view.section](view, context),
    ),
  };
}

type Section = (view: SetupView, context: ViewContext) => readonly Block[];

const SECTIONS: Readonly<Record<SetupSection, Section>> = {
  overview,
  language: languageSection,
  answers: answersSection,
  posts: postsSection,
  quiet: quietSection,
  check: checkSection,
};

const MOST_STUCK = 5;

function overview(
  { settings, zone, isZonePicked, languages, canLink, stuck = [] }: SetupView,
  context: ViewContext,
): readonly Block[] {
  const { setup } = context.texts;
  const { overview: texts } = setup;
  const rows = [
    texts.language(languages.now),
    zoneLine({ zone, isZonePicked }, context),
    setup.answers.now(placesOf(settings.publicIn, context)),
    ...(canLink ? [texts.privateCommands(settings.arePrivateCommandsOn)] : []),
    texts.members(channelsOf(settings.memberRemindersIn, context)),
    texts.kinds(kindsOf(settings.kinds, context)),
    texts.creations(settings.areCreationsOn),
    texts.pings(settings.arePingsOn),
    texts.quiet(settings.quiet === undefined ? setup.noQuiet : hoursOf(settings.quiet)),
    texts.unsure(setup.unsureShort[settings.whenUnsure]),
  ];
  const named = joinMarkdown(stuck.slice(0, MOST_STUCK).map(channelMention), ", ");
  const trouble = stuck.length > MOST_STUCK ? texts.stuckInMore(named) : texts.stuckIn(named);
  return [
    ...(stuck.length > 0
      ? [paragraph(trouble, md`${texts.stuckNext(setup.sections.check, setup.check.run)}`)]
      : []),
    text(joinMarkdown(rows.map((row) => md`- ${row}`))),
    paragraph(lastChange(settings, context)),
  ];
}

function lastChange(
  { changedBy: by, changedAt: at }: GuildSettings,
  context: ViewContext,
): Markdown | undefined {
  const { setup } = context.texts;
  if (by === undefined || at === undefined) return undefined;
  return small(setup.changedBy(personMention(by), timestamp(at, "R")));
}
