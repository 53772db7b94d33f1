import { defineCalls } from "../../../discord/reply/calls.ts";
import { oneOf } from "../../../discord/reply/state.ts";

export const helpSections = ["overview", "privacy", "status", "about", "report"] as const;
export type HelpSection = (typeof helpSections)[number];

export const helpCalls = defineCalls("help", { section: { section: oneOf.optional(helpSections) } });
