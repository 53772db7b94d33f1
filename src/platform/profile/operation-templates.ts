import { pathFrom } from "./operations.ts";
import type { OperationTemplate } from "./schema.ts";
import { parametersOf } from "./template.ts";

/** Returns whether its requests can name a page; if not, each would be the first again. */
export function turnsPages(operation: OperationTemplate): boolean {
  const names = namesIn(operation);
  return operation.request !== undefined || ["page", "offset", "cursor"].some((name) => names.has(name));
}

/** Returns the parameters of an operation's templates, `{type.value}` as `type`. */
export function parametersTaken(operation: OperationTemplate): ReadonlySet<string> {
  return new Set([...namesIn(operation)].map((name) => name.split(".", 1)[0] ?? ""));
}

/** Returns every name in an operation's templates. */
export function namesIn(operation: OperationTemplate): ReadonlySet<string> {
  return new Set(templatesOf(operation).flatMap(([, template]) => parametersOf(template)));
}

type Place = readonly (string | number)[];

/** Returns every template of an operation with its key's path. */
export function templatesOf(operation: OperationTemplate): readonly (readonly [Place, string])[] {
  return [
    [["path"], pathFrom(operation).path] as const,
    ...Object.entries(operation.query).map(([name, value]) => [["query", name], value] as const),
    ...bodyTemplates(operation.body, ["body"]),
  ];
}

function bodyTemplates(value: unknown, path: Place): readonly (readonly [Place, string])[] {
  if (typeof value === "string") return [[path, value]];
  if (Array.isArray(value)) return value.flatMap((member, index) => bodyTemplates(member, [...path, index]));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => bodyTemplates(member, [...path, name]));
}
