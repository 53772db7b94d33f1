import { paragraph, sentences } from "../../kit/view/parts.ts";
import type { RefusalName } from "../../../discord/rest/refusal.ts";
import { colorText } from "../../../base/color.ts";
import { type Markdown, md } from "../../../base/markdown.ts";
import {
  actionButton,
  buttons,
  channelSelect,
  linkButton,
  select,
  text,
} from "../../../discord/reply/build.ts";
import type { ActionCall, Block, SelectEntry } from "../../../discord/reply/reply.ts";
import { trendChoices } from "../../../game/trend-search.ts";
import { troubleWords } from "../../posts/view/trouble-words.ts";
import { type ViewContext, small } from "../../kit/view/view-context.ts";
import {
  type SetupView,
  aboutAnswers,
  changeCall,
  channelsOf,
  hoursOf,
  kindsOf,
  searchCall,
} from "./setup-parts.ts";
import { setupCalls, type SetupLocation } from "./calls.ts";

/** Discord's types of channels members write in: text, voice, announcement, stage, forum. */
const TALKED_IN = [0, 2, 5, 13, 15];
/** Types that take plain posts, and their threads. */
export const POSTED_IN = [0, 2, 5, 10, 11, 12];
const MOST_CHANNELS = 25;
/** The value of the server's own language. */
export const OWN_LANGUAGE = "own";

export function languageSection(view: SetupView, context: ViewContext): readonly Block[] {
  const { language: texts } = context.texts.setup;
  return [
    paragraph(md`${texts.about}`),
    languageSelect(view, changeCall(view, "locale"), context),
    text(zoneLine(view, context)),
    zoneSelect(view, changeCall(view, "zone"), context),
    buttons(actionButton(context.texts.shared.zone.search, searchCall(view, view.section))),
  ];
}

export function languageSelect(
  { languages, settings }: Pick<SetupView, "languages" | "settings">,
  choose: ActionCall,
  context: ViewContext,
): Block {
  const { language: texts } = context.texts.setup;
  const own: SelectEntry = {
    value: OWN_LANGUAGE,
    label: texts.own(languages.own),
    description: texts.ownIs,
    chosen: settings.locale === undefined,
  };
  const others = languages.offered.map(({ code, name }) => ({
    value: code,
    label: name,
    chosen: code === settings.locale,
  }));
  return select(texts.pick, choose, [own, ...others]);
}

/** Returns the server's zone in words, and whether anybody picked it. */
export function zoneLine(
  { zone: { name, clock }, isZonePicked }: Pick<SetupView, "zone" | "isZonePicked">,
  context: ViewContext,
): Markdown {
  const { zone, zoneUnpicked } = context.texts.setup.language;
  return isZonePicked ? zone(name, clock) : zoneUnpicked(name, clock);
}

export function zoneSelect(
  { zone: current, zones, isZonePicked }: Pick<SetupView, "zone" | "zones" | "isZonePicked">,
  choose: ActionCall,
  context: ViewContext,
): Block {
  const { language: texts } = context.texts.setup;
  return select(
    context.texts.shared.zone.pick,
    choose,
    zones.map(({ zone, name, clock }) => ({
      value: zone,
      label: name,
      description: texts.clock(clock),
      // Discord ignores picking a preselected entry, so a guess must not be preselected.
      chosen: isZonePicked && zone === current.zone,
    })),
  );
}

export function answersSection(view: SetupView, context: ViewContext): readonly Block[] {
  const { answers: texts } = context.texts.setup;
  const { publicIn, arePrivateCommandsOn: isOn } = view.settings;
  return [
    aboutAnswers(publicIn, context),
    publicSelect(view, context),
    buttons(
      actionButton(texts.everywhere, changeCall(view, "publicIn", "everywhere"), {
        disabled: publicIn === "everywhere",
      }),
      actionButton(texts.nowhere, changeCall(view, "publicIn", "nowhere"), {
        disabled: publicIn !== "everywhere" && publicIn.length === 0,
      }),
    ),
    ...(view.canLink
      ? [text(texts.private(isOn)), toggle(view, "arePrivateCommandsOn", isOn ? texts.turnOff : texts.turnOn)]
      : []),
    ...cardModeBlocks(view, context),
  ];
}

/** Returns the select of how pictures look here, if any are drawn. */
function cardModeBlocks(view: SetupView, context: ViewContext): readonly Block[] {
  if (context.cards === undefined) return [];
  const { answers: texts } = context.texts.setup;
  const isLight = view.settings.cardMode === "light";
  const label = isLight ? texts.cardsDark : texts.cardsLight;
  return [
    text(texts.cards(isLight)),
    buttons(actionButton(label, changeCall(view, "cardMode", isLight ? "dark" : "light"))),
  ];
}

type Toggled = "arePrivateCommandsOn" | "areCreationsOn" | "arePingsOn" | "isCalendarOn";

function toggle(view: SetupView, field: Toggled, label: string): Block {
  return buttons(actionButton(label, changeCall(view, field, !view.settings[field])));
}

export function publicSelect(
  view: Pick<SetupView, "settings"> & { readonly section: SetupLocation },
  context: ViewContext,
): Block {
  const { publicIn } = view.settings;
  return channelSelect(context.texts.setup.answers.pick, changeCall(view, "publicIn"), {
    chosen: publicIn === "everywhere" ? [] : publicIn,
    min: 0,
    max: MOST_CHANNELS,
    channelTypes: TALKED_IN,
  });
}

export function postsSection(view: SetupView, context: ViewContext): readonly Block[] {
  const { posts: texts } = context.texts.setup;
  const { kinds, areCreationsOn, arePingsOn, whenUnsure } = view.settings;
  const isLeast = whenUnsure === "at-least-once";
  const names = context.texts.commands.trending.options.kind.choices;
  const isChosen = kinds === "all" || kinds.includes("creation");
  const kindsNow = isChosen && !areCreationsOn ? texts.kindsButCreations : texts.kindsNow;
  return [
    text(kindsNow(kindsOf(kinds, context))),
    {
      ...select(
        texts.kinds,
        changeCall(view, "kinds"),
        trendChoices.map((kind) => ({
          value: kind,
          label: names[kind],
          chosen: kinds === "all" || kinds.includes(kind),
        })),
      ),
      max: trendChoices.length,
    },
    text(areCreationsOn && !isChosen ? texts.creationsUnchosen : texts.creations(areCreationsOn)),
    toggle(view, "areCreationsOn", areCreationsOn ? texts.creationsOff : texts.creationsOn),
    text(texts.pings(arePingsOn)),
    toggle(view, "arePingsOn", arePingsOn ? texts.pingsOff : texts.pingsOn),
    ...calendarBlocks(view, context),
    text(context.texts.setup.color.now(colorText(view.settings.accent))),
    buttons(actionButton(context.texts.setup.color.set, colorCall(view))),
    text(context.texts.setup.look.about),
    buttons(
      actionButton(context.texts.setup.look.set, setupCalls.look(placeOf(view))),
      actionButton(context.texts.setup.look.reset, setupCalls.resetLook(placeOf(view))),
    ),
    paragraph(texts.unsure(isLeast), small(md`${texts.unsureWhy}`)),
    buttons(
      actionButton(
        isLeast ? texts.toMost : texts.toLeast,
        changeCall(view, "whenUnsure", isLeast ? "at-most-once" : "at-least-once"),
      ),
    ),
  ];
}

/** Carries the unreadable text, or the current value. */
function colorCall({ section, settings, said }: SetupView): ActionCall {
  const typed = said?.kind === "no-color" ? said.typed : colorText(settings.accent);
  return setupCalls.accent({ in: section, rev: settings.revision, typed });
}

function placeOf({ section, settings }: SetupView) {
  return { in: section, rev: settings.revision };
}

function calendarBlocks(view: SetupView, context: ViewContext): readonly Block[] {
  const { settings, calendar } = view;
  if (calendar === undefined) return [];
  const { calendar: texts } = context.texts.setup;
  const { isCalendarOn: isOn } = settings;
  return [
    paragraph(
      texts.state(isOn),
      isOn && calendar.trouble !== undefined && calendarTrouble(calendar.trouble, context),
    ),
    buttons(
      actionButton(isOn ? texts.turnOff : texts.turnOn, changeCall(view, "isCalendarOn", !isOn)),
      isOn &&
        LACKING.has(calendar.trouble) &&
        view.install &&
        linkButton(context.texts.setup.check.addToPost, view.install.posts),
    ),
  ];
}

const LACKING: ReadonlySet<RefusalName | undefined> = new Set(["missing-permission", "missing-access"]);

function calendarTrouble(reason: RefusalName, context: ViewContext): Markdown {
  const { calendar: texts } = context.texts.setup;
  if (LACKING.has(reason)) return texts.lacks;
  const { what, fix } = troubleWords(reason, md`${texts.place}`, context);
  return sentences(context.texts.language, what, fix);
}

export function quietSection(view: SetupView, context: ViewContext): readonly Block[] {
  const { quiet: texts } = context.texts.setup;
  const { quiet, memberRemindersIn } = view.settings;
  return [
    paragraph(
      md`${texts.about}`,
      quiet === undefined
        ? md`${context.texts.shared.quiet.none}`
        : texts.now(hoursOf(quiet), view.zone.name),
    ),
    buttons(
      actionButton(
        context.texts.shared.quiet.set,
        setupCalls.quiet({ in: view.section, rev: view.settings.revision, ...typedHours(view) }),
      ),
      actionButton(context.texts.shared.quiet.clear, changeCall(view, "quiet", "none"), {
        disabled: quiet === undefined,
      }),
    ),
    text(
      memberRemindersIn.length === 0
        ? md`${texts.membersNowhere}`
        : texts.members(channelsOf(memberRemindersIn, context)),
    ),
    channelSelect(texts.pick, changeCall(view, "memberRemindersIn"), {
      chosen: memberRemindersIn,
      min: 0,
      max: MOST_CHANNELS,
      channelTypes: POSTED_IN,
    }),
  ];
}

/** Returns the unreadable text, for correction. */
function typedHours({ said }: SetupView) {
  return said !== undefined && "hours" in said && said.hours !== undefined ? { ...said.hours } : {};
}
