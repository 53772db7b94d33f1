import { foldCase } from "../../base/text.ts";
import type { Profile } from "./schema.ts";

/** Returns what members read for a name of the service; undefined where the profile does not say. */
export type LabelOf = (name: string) => string | undefined;

/** A profile's labels, of its enumerations and of everything else, whatever the case of a name. */
export function labelsOf({ enums, labels }: Pick<Profile, "enums" | "labels">): LabelOf {
  const rows = Object.values(enums).flat();
  const named = rows.flatMap(({ name, label }) => (label === undefined ? [] : [[name, label] as const]));
  const known = new Map(
    [...named, ...Object.entries(labels)].map(([name, label]) => [foldCase(name), label]),
  );
  return (name) => known.get(foldCase(name));
}
