import { type Markdown, md } from "../../../base/markdown.ts";
import type { MilestoneContent, PublicMilestone } from "../../../game/milestones.ts";
import { toLine } from "../../../game/readable.ts";
import type { NameTable } from "../../../game/names.ts";
import { type NamedContext, count, inOneLine, inPlain } from "./view-context.ts";
import { withIcons, bulletList, inlineList } from "./parts.ts";
import { readableStart } from "./readable.ts";

const NAME_LENGTH = 80;
const TIP_LENGTH = 200;
const LIST_LENGTH = 6;
const CATEGORIES = 3;

/** Returns a definition's name; if unknown, its type and number. */
export function nameOf(table: NameTable, hash: number, context: NamedContext): string {
  const name = context.names.of(table, hash)?.name ?? "";
  return name.trim() === "" ? context.texts.shared.unnamed[table](String(hash)) : inPlain(name, NAME_LENGTH);
}

/** Returns an objective with its goal, if the definition has a meaningful one. */
export function objectiveName(hash: number, context: NamedContext): string {
  const name = nameOf("objective", hash, context);
  const goal = context.names.of("objective", hash)?.goal ?? 0;
  return goal > 1 ? context.texts.shared.inZone(name, count(context, goal)) : name;
}

/** Returns a milestone's quests, activities, challenges, modifiers and vendors, by name. */
export function milestoneLists(milestone: PublicMilestone, context: NamedContext): readonly Markdown[] {
  const { shared, milestones } = context.texts;
  const quests = milestone.quests.map((quest) => {
    const name = nameOf("quest", quest.item, context);
    return quest.activity === undefined
      ? name
      : milestones.questIn(name, nameOf("activity", quest.activity, context));
  });
  const vendors = milestone.vendors.map((vendor) => {
    const name = nameOf("vendor", vendor.hash, context);
    return vendor.preview === undefined
      ? name
      : context.texts.shared.onCard.labelled(name, nameOf("item", vendor.preview, context));
  });
  const places = [...milestone.quests, ...milestone.activities];
  const challenges = distinct(places.flatMap((one) => one.challenges));
  const modifiers = distinct(places.flatMap((one) => one.modifiers));
  const inQuests = new Set(milestone.quests.map((quest) => quest.activity));
  const activities = milestone.activities
    .filter((activity) => !inQuests.has(activity.hash))
    .map((activity) => nameOf("activity", activity.hash, context));
  return [
    bulletList(context, shared.quests, quests, LIST_LENGTH),
    bulletList(context, shared.activities, activities, LIST_LENGTH),
    bulletList(
      context,
      shared.challenges,
      challenges.map((hash) => objectiveName(hash, context)),
      LIST_LENGTH,
    ),
    inlineList(
      context,
      shared.modifiers,
      modifiers.map((hash) => nameOf("modifier", hash, context)),
      LIST_LENGTH,
    ),
    bulletList(context, shared.vendors, vendors, LIST_LENGTH),
  ].filter((list) => list !== undefined);
}

/** Returns the platform's texts about a milestone: about (unless shown already), status, rewards and tips. */
export function contentLists(
  content: MilestoneContent,
  context: NamedContext,
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
        shown: context.names.of("item", hash),
        text: md`${nameOf("item", hash, context)}`,
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
