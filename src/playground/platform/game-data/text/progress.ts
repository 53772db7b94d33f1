import { namedTable } from "./translations.ts";

export const milestones = namedTable("milestones", undefined, "milestonesAbout");

/** Columns: key, goal, name. */
export const objectives = namedTable("objectives", ([goal]) => ({ goal: Number(goal) }));

/** Columns: key, points a step, last step, name. */
export const progressions = namedTable("progressions", ([step, cap]) => ({
  step: Number(step),
  cap: Number(cap),
}));

/** Columns: key, points a step, name. */
export const factions = namedTable("factions", ([step]) => ({ step: Number(step) }));

/** Milestones' rewards, found inside a milestone's definition. */
export const rewards = namedTable("rewards");

/** Quests; each step is an item too. */
export const quests = namedTable("quests");
