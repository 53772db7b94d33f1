import { datingOf } from "../../../schedule/subject.ts";
import type { ChosenSubject } from "../../kit/read-subject.ts";

/** Returns whether a reminder of its start or end comes once or each time; undefined for what has neither. */
export function comesOf({ subject, thing }: ChosenSubject): "once" | "each" | undefined {
  if (datingOf(subject) === "recurring" || thing?.everyMs !== undefined) return "each";
  return thing === undefined ? undefined : datingOf(subject) === "periods" ? "each" : "once";
}
