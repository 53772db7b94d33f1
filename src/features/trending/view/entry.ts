import { md } from "../../../base/markdown.ts";
import {
  actionButton,
  buttons,
  callsOf,
  gallery,
  section,
  text as textOf,
  thumbnail,
} from "../../../discord/reply/build.ts";
import type { ActionState, Block, Reply } from "../../../discord/reply/reply.ts";
import type { Names } from "../../../game/names.ts";
import type { TrendDetails } from "../../../game/trend-details.ts";
import { trendKeyText } from "../../../game/trend-search.ts";
import { type Trend, isMadeByPlayers } from "../../../game/trending.ts";
import { type Age, type ViewContext, count, small } from "../../shared/view/view-context.ts";
import {
  ageLine,
  buttonRow,
  facts,
  joined,
  notice,
  pageLinkButton,
  playerContentButtons,
} from "../../shared/view/parts.ts";
import { remindMeButton } from "../../shared/view/remind-me-button.ts";
import { bodyOf } from "./bodies.ts";
import { kindName, titleOf } from "./list.ts";

const call = callsOf("trending");

/** One entry opened. */
export interface TrendingEntryView {
  readonly trend: Trend;
  readonly details: TrendDetails;
  /** What a collection holds, as far as readers here may see it. */
  readonly contents: readonly Trend[];
  /** The page for people, where one is known. */
  readonly pageUrl?: string | undefined;
  readonly age?: Age | undefined;
  /** Which part of a long text. */
  readonly part: number;
  /** The list it was opened from. */
  readonly list: ActionState;
  /** What "Remind me" carries, where its start or end is ahead. */
  readonly offer?: string | undefined;
}

export function trendingEntryReply(view: TrendingEntryView, names: Names, look: ViewContext): Reply {
  const body = bodyOf(view, names, look);
  const parts = body.parts ?? 1;
  const part = Math.min(Math.max(0, view.part), parts - 1);
  const age = ageLine(look, view.age);
  const picture = part === 0 ? look.imageUrl(body.picture ?? view.trend.picture) : undefined;
  return {
    blocks: [
      headerBlock(view, { names, look, icon: picture === undefined ? body.icon : undefined }),
      ...(picture === undefined ? [] : [galleryOf(picture, view, names, look)]),
      ...body.texts.map(textOf),
      ...(age === undefined ? [] : [textOf(age)]),
      ...partButtons(view, part, parts, look),
      ...buttonRow([
        backButton(view.list, look),
        remindMeButton(view.offer, look),
        pageLinkButton(look, view.pageUrl),
        ...(isMadeByPlayers(view.trend.kind)
          ? playerContentButtons(look, "trending", { entry: trendKeyText(view.trend.key) })
          : []),
      ]),
    ],
  };
}

/** Instead of an entry whose age gate this channel does not pass. */
export function ageGateReply(list: ActionState, look: ViewContext): Reply {
  const reply = notice(look.texts.trending.onlyAgeRestricted);
  return { ...reply, blocks: [...reply.blocks, ...buttonRow([backButton(list, look)])] };
}

function backButton(list: ActionState, look: ViewContext) {
  return actionButton(look.texts.shared.back, call("page", list));
}

function headerBlock(
  { trend, details }: TrendingEntryView,
  { names, look, icon }: { names: Names; look: ViewContext; icon: string | undefined },
): Block {
  const { trending } = look.texts;
  const gate = details.type === "article" ? details.article.ageGate : undefined;
  const title = titleOf(trend, names, look);
  const facets = facts([
    title === kindName(trend, look) ? undefined : md`${kindName(trend, look)}`,
    trend.isFeatured ? md`${trending.featured}` : undefined,
    gate === undefined
      ? undefined
      : md`${gate > 0 ? trending.ages(count(look, gate)) : trending.agesUnknown}`,
  ]);
  const text = joined([facets === undefined ? undefined : small(facets), md`## ${title}`]);
  return section(text, icon === undefined ? undefined : thumbnail(icon, trending.picture(title)));
}

function galleryOf(url: string, { trend }: TrendingEntryView, names: Names, look: ViewContext): Block {
  const description = look.texts.trending.picture(titleOf(trend, names, look));
  return gallery({ url, description });
}

function partButtons(
  view: TrendingEntryView,
  part: number,
  parts: number,
  look: ViewContext,
): readonly Block[] {
  if (parts < 2) return [];
  const { runtime, trending } = look.texts;
  const entry = trendKeyText(view.trend.key);
  const turn = (label: string, to: number) =>
    actionButton(label, call("open", { ...view.list, entry, part: to }), { disabled: to < 0 || to >= parts });
  return [
    textOf(small(md`${trending.text.continued(count(look, part + 1), count(look, parts))}`)),
    buttons(turn(runtime.pages.previous, part - 1), turn(runtime.pages.next, part + 1)),
  ];
}
