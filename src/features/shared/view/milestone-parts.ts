import { type Markdown, md } from "../../../base/markdown.ts";
import type { MilestoneContent, PublicMilestone } from "../../../game/milestones.ts";
import { toLine } from "../../../game/readable.ts";
import type { NameTable, Names } from "../../../game/names.ts";
import { type ViewContext, count, inOneLine, inPlain } from "./view-context.ts";
import { withIcons } from "./icons.ts";
import { bulletList, inlineList } from "./parts.ts";
import { readableStart } from "./readable.ts";

const NAME_LENGTH = 80;
const TIP_LENGTH = 200;
const LIST_LENGTH = 6;
const CATEGORIES = 3;

/** What things are called by, and for whom. */
export interface Naming {
  readonly names: Names;
  readonly context: ViewContext;
}

/** The name of a hash; where nobody knows it, what it is and its number. */
export function nameOf(table: NameTable, hash: number, { names, context }: Naming): string {
  const name = names.of(table, hash)?.name ?? "";
  return name.trim() === "" ? context.texts.shared.unnamed[table](String(hash)) : inPlain(name, NAME_LENGTH);
}

/** An objective with its goal, where the definition has one worth saying. */
export function objectiveName(hash: number, names: Names, context: ViewContext): string {
  const name = nameOf("objective", hash, { names, context });
  const goal = names.of("objective", hash)?.goal ?? 0;
  return goal > 1 ? context.texts.milestones.goal(name, count(context, goal)) : name;
}

/** What belongs to a milestone, by name: quests, activities, challenges, modifiers, vendors. */
export function milestoneLists(
  milestone: PublicMilestone,
  names: Names,
  context: ViewContext,
): readonly Markdown[] {
  const { shared, milestones } = context.texts;
  const place = { names, context };
  const quests = milestone.quests.map((quest) => {
    const name = nameOf("item", quest.item, place);
    return quest.activity === undefined
      ? name
      : milestones.questIn(name, nameOf("activity", quest.activity, place));
  });
  const vendors = milestone.vendors.map((vendor) => {
    const name = nameOf("vendor", vendor.hash, place);
    return vendor.preview === undefined
      ? name
      : milestones.vendorWith(name, nameOf("item", vendor.preview, place));
  });
  const places = [...milestone.quests, ...milestone.activities];
  const challenges = distinct(places.flatMap((one) => one.challenges));
  const modifiers = distinct(places.flatMap((one) => one.modifiers));
  const inQuests = new Set(milestone.quests.map((quest) => quest.activity));
  const activities = milestone.activities
    .filter((activity) => !inQuests.has(activity.hash))
    .map((activity) => nameOf("activity", activity.hash, place));
  return [
    bulletList(context, shared.quests, quests, LIST_LENGTH),
    bulletList(context, shared.activities, activities, LIST_LENGTH),
    bulletList(
      context,
      shared.challenges,
      challenges.map((hash) => objectiveName(hash, names, context)),
      LIST_LENGTH,
    ),
    inlineList(
      context,
      shared.modifiers,
      modifiers.map((hash) => nameOf("modifier", hash, place)),
      LIST_LENGTH,
    ),
    bulletList(context, shared.vendors, vendors, LIST_LENGTH),
  ].filter((list) => list !== undefined);
}

/** What the service writes about a milestone: about (unless it was said already), status, rewards and tips. */
export function contentLists(
  content: MilestoneContent,
  { names, context }: Naming,
  alreadySaid: string | undefined,
): readonly Markdown[] {
  const { shared } = context.texts;
  const isNew = content.about !== undefined && toLine(content.about) !== toLine(alreadySaid ?? "");
  const tips = content.tips.map((tip) => inOneLine(tip, TIP_LENGTH)).filter((tip) => tip !== "");
  const status = content.status === undefined ? "" : inOneLine(content.status, TIP_LENGTH);
  return [
    status === "" ? undefined : md`*${status}*`,
    isNew ? readableStart(content.about ?? "", context.mayLink) : undefined,
    ...content.rewards.slice(0, CATEGORIES).map((category) => {
      const heading = category.title === undefined ? shared.rewards : inOneLine(category.title, NAME_LENGTH);
      const things = category.items.map((hash) => ({
        url: names.of("item", hash)?.iconUrl,
        text: md`${nameOf("item", hash, { names, context })}`,
      }));
      const items = withIcons(context, things);
      return bulletList(context, heading === "" ? shared.rewards : heading, items, LIST_LENGTH);
    }),
    bulletList(context, shared.tips, tips, LIST_LENGTH),
  ].filter((text) => text !== undefined);
}

function distinct(hashes: readonly number[]): readonly number[] {
  return [...new Set(hashes)];
}
