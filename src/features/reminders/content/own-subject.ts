import { md } from "../../../base/markdown.ts";
import type { NameTable, Names } from "../../../game/names.ts";
import { lookUpNames } from "../../shared/look-up-names.ts";
import type { Background } from "../../shared/system-context.ts";
import type { PostSubject } from "../../shared/view/post-parts.ts";

export type OwnSubject = Extract<PostSubject, { kind: "own" }>;

export const MOST_LISTED = 10;
/** For what is only counted and sorted before names are looked up. */
export const NO_NAMES: Names = { of: () => undefined };

export function ownSubject(headline: string, list: OwnSubject["list"] = []): OwnSubject {
  return { kind: "own", headline: md`**${headline}**`, list };
}

/** Names of what a member's progress is about, in their language. */
export async function namesOf(
  context: Background,
  wanted: readonly { readonly table: NameTable; readonly hash: number }[],
): Promise<readonly string[]> {
  const byTable: Partial<Record<NameTable, number[]>> = {};
  for (const { table, hash } of wanted) (byTable[table] ??= []).push(hash);
  const names = await lookUpNames(context, byTable);
  const { unnamed } = context.messages(context.locale).shared;
  return wanted.map(({ table, hash }) => names.of(table, hash)?.name.trim() || unnamed[table](String(hash)));
}
