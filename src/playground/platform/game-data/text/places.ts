import { namedTable } from "./translations.ts";

export const destinations = namedTable("destinations");

export const activityKinds = namedTable("activityKinds");

export const tiers = namedTable("tiers");

export const vendors = namedTable("vendors");

export const modifiers = namedTable("modifiers", undefined, "modifiersAbout");
