import { md } from "../../../base/markdown.ts";
import {
  actionButton,
  buttons,
  gallery,
  section,
  text as textOf,
  thumbnail,
} from "../../../discord/reply/build.ts";
import type { Block, Reply } from "../../../discord/reply/reply.ts";
import type { Names } from "../../../game/names.ts";
import { trendKeyText } from "../../../game/trend-search.ts";
import { isMadeByPlayers } from "../../../game/trending.ts";
import { type ViewContext, count, small } from "../../shared/view/view-context.ts";
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
import { bodyOf, type TrendingEntryView } from "./bodies.ts";
import { kindName, titleOf } from "../../shared/view/trend-title.ts";
import { trendingCalls } from "./calls.ts";
import type { TrendListState } from "./calls.ts";

export function trendingEntryReply(view: TrendingEntryView, names: Names, context: ViewContext): Reply {
  const body = bodyOf(view, names, context);
  const parts = body.parts ?? 1;
  const part = Math.min(Math.max(0, view.part), parts - 1);
  const age = ageLine(context, view.age);
  const picture = part === 0 ? context.imageUrl(body.picture ?? view.trend.picture) : undefined;
  return {
    blocks: [
      headerBlock(view, { names, context, icon: picture === undefined ? body.icon : undefined }),
      ...(picture === undefined ? [] : [galleryOf(picture, view, names, context)]),
      ...body.texts.map(textOf),
      ...(age === undefined ? [] : [textOf(age)]),
      ...partButtons(view, part, parts, context),
      ...buttonRow([
        backButton(view.list, context),
        remindMeButton(view.offer, context),
        pageLinkButton(context, view.pageUrl),
        ...(isMadeByPlayers(view.trend.kind)
          ? playerContentButtons(context, {
              report: trendingCalls.report({ entry: trendKeyText(view.trend.key) }),
              hide: trendingCalls.hide(),
            })
          : []),
      ]),
    ],
  };
}

/** Instead of an entry whose age gate this channel does not pass. */
export function ageGateReply(list: TrendListState, context: ViewContext): Reply {
  const reply = notice(context.texts.trending.onlyAgeRestricted);
  return { ...reply, blocks: [...reply.blocks, ...buttonRow([backButton(list, context)])] };
}

function backButton(list: TrendListState, context: ViewContext) {
  return actionButton(context.texts.shared.back, trendingCalls.page(list));
}

function headerBlock(
  { trend, details }: TrendingEntryView,
  { names, context, icon }: { names: Names; context: ViewContext; icon: string | undefined },
): Block {
  const { trending } = context.texts;
  const gate = details.type === "article" ? details.article.ageGate : undefined;
  const title = titleOf(trend, names, context);
  const facets = facts([
    title === kindName(trend, context) ? undefined : md`${kindName(trend, context)}`,
    trend.isFeatured ? md`${trending.featured}` : undefined,
    gate === undefined
      ? undefined
      : md`${gate > 0 ? trending.ages(count(context, gate)) : trending.agesUnknown}`,
  ]);
  const text = joined([facets === undefined ? undefined : small(facets), md`## ${title}`]);
  return section(text, icon === undefined ? undefined : thumbnail(icon, trending.picture(title)));
}

function galleryOf(url: string, { trend }: TrendingEntryView, names: Names, context: ViewContext): Block {
  const description = context.texts.trending.picture(titleOf(trend, names, context));
  return gallery({ url, description });
}

function partButtons(
  view: TrendingEntryView,
  part: number,
  parts: number,
  context: ViewContext,
): readonly Block[] {
  if (parts < 2) return [];
  const { runtime, trending } = context.texts;
  const entry = trendKeyText(view.trend.key);
  const turn = (label: string, to: number) =>
    actionButton(label, trendingCalls.open({ ...view.list, entry, part: to }), {
      disabled: to < 0 || to >= parts,
    });
  return [
    textOf(small(md`${trending.text.continued(count(context, part + 1), count(context, parts))}`)),
    buttons(turn(runtime.pages.previous, part - 1), turn(runtime.pages.next, part + 1)),
  ];
}
