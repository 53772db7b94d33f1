import type { NameTable, Names } from "../../../game/names.ts";
import { lookUpNames } from "../../shared/look-up-names.ts";
import type { Background } from "../../shared/system-context.ts";

interface Named {
  readonly table: NameTable;
  readonly hash: number;
}

/** Names of what a member's progress is about, in their language. */
export function namesOf(context: Background, wanted: readonly Named[]): Promise<Names> {
  const byTable: Partial<Record<NameTable, number[]>> = {};
  for (const { table, hash } of wanted) byTable[table] = [...(byTable[table] ?? []), hash];
  return lookUpNames(context, byTable);
}

export function nameIn(context: Background, names: Names, { table, hash }: Named): string {
  const name = names.of(table, hash)?.name.trim() ?? "";
  return name === "" ? context.messages(context.locale).shared.unnamed[table](String(hash)) : name;
}
