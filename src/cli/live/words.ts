import { counted } from "../subcommand.ts";

/** An absent list counts as empty: a wrong path looks the same. */
export function listed(count: number, one: string, many = `${one}s`): string {
  return count === 0 ? `no ${many} (if that can't be, look at pick and items)` : counted(count, one, many);
}

/** The platform's text, short and without what could move a terminal's cursor. */
export function named(name: string | null | undefined): string {
  const shown = (name ?? "").replaceAll(/[^\p{L}\p{N}\p{P}\p{Zs}]/gu, "").slice(0, 40);
  return shown === "" ? "without a name" : `"${shown}"`;
}
