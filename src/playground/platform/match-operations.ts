import type { IncomingMessage } from "node:http";

import { operationParameters } from "../../platform/profile/parameters.ts";
import type { Parameters, Route } from "./routes.ts";
import { isBag } from "./wire/paths.ts";

export interface OperationMatch {
  readonly route: Route;
  readonly parameters: Parameters;
}

/** Returns matches by exactness, then with the fewest required parameters missing, then the most given. */
export function rankMatches(matching: readonly OperationMatch[]): readonly OperationMatch[] {
  return matching.toSorted(
    (one, other) =>
      other.route.weight - one.route.weight || lacking(one) - lacking(other) || given(other) - given(one),
  );
}

function lacking({ route, parameters }: OperationMatch): number {
  return operationParameters[route.id].required.filter((name) => parameters[name] === undefined).length;
}

function given({ route, parameters }: OperationMatch): number {
  return Object.keys(parameters).filter((name) => route.operation.defaults[name] === undefined).length;
}

/**
 * Returns all operations one request asks for: `?components=200,202` means two where a profile tells them apart by that
 * query member, and several may share a request and differ by `pick` alone.
 */
export function combinedMatches(
  first: OperationMatch,
  matching: readonly OperationMatch[],
  query: URLSearchParams,
): readonly [OperationMatch, ...OperationMatch[]] {
  const listed = first.route.constants.find((name) => query.getAll(name).join(",").includes(","));
  if (listed === undefined) return [first, ...matching.filter((one) => isBeside(one.route, first.route))];
  return [first, ...matching.filter((one) => one !== first && one.route.constants.includes(listed))];
}

/** Whether one request asks both, at different places of its answer. */
function isBeside({ operation: one }: Route, { operation: other }: Route): boolean {
  return placeOf(one) !== placeOf(other) && requestOf(one) === requestOf(other);
}

function placeOf(operation: Route["operation"]): string {
  return "items" in operation ? `${operation.pick}.${String(operation.items)}` : operation.pick;
}

function requestOf({ method, path, query, body }: Route["operation"]): string {
  return JSON.stringify([method, path, query, body]).replaceAll(/\{[\w.]+\}/g, "{}");
}

/** Returns both answers in one: objects of the same name are merged, of other values the first counts. */
export function mergeAnswers(one: unknown, other: unknown): unknown {
  if (!isBag(one) || !isBag(other)) return one;
  const joined: Record<string, unknown> = { ...one };
  for (const [name, value] of Object.entries(other)) {
    joined[name] = name in joined ? mergeAnswers(joined[name], value) : value;
  }
  return joined;
}

export function allows({ operation }: Route, request: IncomingMessage): boolean {
  const method = request.method === "HEAD" ? "GET" : request.method;
  return operation.method === method;
}
