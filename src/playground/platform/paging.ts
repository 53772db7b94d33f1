import type { OperationTemplate, PagedTemplate } from "../../platform/profile/schema.ts";
import { namesIn } from "../../platform/profile/operation-templates.ts";
import { nothingThere } from "./refusal.ts";
import type { Parameters } from "./routes.ts";
import { setAt, spreadAt, wrapAt } from "./wire/paths.ts";

const LARGEST_PAGE = 50;

export function pageOf<T>(
  { operation: asked, parameters }: { operation: OperationTemplate; parameters: Parameters },
  all: readonly T[],
  encode: (one: T) => unknown,
): unknown {
  // Only operations with pages get here.
  const operation = asked as PagedTemplate;
  if (operation.one === true) return firstAlone(operation.items, all.map(encode));
  const size = sizeOf(operation, parameters);
  const first = firstOf(parameters, operation.firstPage, size);
  if (!Number.isInteger(first) || first < 0) throw nothingThere("No such page.");
  const { items, more } = operation;
  const answered = spreadAt(items, all.slice(first, first + size).map(encode));
  // Where the list is the whole answer, "more" has no place.
  if (items === "") return answered;
  const goesOn = all.length > first + size;
  const isCursored = namesIn(operation).has("cursor");
  const said = isCursored ? (goesOn ? String(first + size) : null) : goesOn;
  if (more !== undefined && !more.startsWith("header:"))
    setAt(answered as Record<string, unknown>, more, said);
  return answered;
}

/** Returns what a list's first entry stands for; throws a Refusal where there is none. */
export function firstAlone(items: string, [first]: readonly unknown[]): unknown {
  if (first === undefined) throw nothingThere("No such thing.");
  return wrapAt(items, first);
}

function sizeOf(operation: PagedTemplate, parameters: Parameters): number {
  const asked = wholeNumber(parameters["pageSize"]) || (operation.pageSize ?? 25);
  return Math.min(LARGEST_PAGE, Math.max(1, asked));
}

function firstOf(parameters: Parameters, firstPage: number, size: number): number {
  if (parameters["cursor"] !== undefined) return wholeNumber(parameters["cursor"]);
  if (parameters["offset"] !== undefined) return wholeNumber(parameters["offset"]);
  return parameters["page"] === undefined ? 0 : (wholeNumber(parameters["page"]) - firstPage) * size;
}

/** Returns a whole number as paths write it; NaN for anything else. */
export function wholeNumber(text = ""): number {
  return /^(?:0|[1-9]\d{0,14})$/.test(text) ? Number(text) : Number.NaN;
}
