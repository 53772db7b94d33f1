/** The tables every `...Hash` of interface.md points into (platform.md, Definitions). */
export const definitionTables = [
  "item",
  "quest",
  "activity",
  "milestone",
  "progression",
  "faction",
  "objective",
  "vendor",
  "destination",
  "modifier",
] as const;
export type DefinitionTable = (typeof definitionTables)[number];
