/** The tables every `...Hash` of the contract points into. */
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
