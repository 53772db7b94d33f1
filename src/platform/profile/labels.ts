import { foldCase } from "../../base/text.ts";
import type { Profile } from "./schema.ts";

/** Returns the profile's label for a name of the platform in a language; undefined without one. */
export type LabelOf = (name: string, language: string) => string | undefined;

type Label = Profile["labels"][string];

/** Returns a profile's labels, of enumerations and everything else, regardless of case. */
export function labelsOf({ enums, labels }: Pick<Profile, "enums" | "labels">): LabelOf {
  const rows = Object.values(enums).flat();
  const named = rows.flatMap(({ name, label }): readonly (readonly [string, Label])[] =>
    label === undefined ? [] : [[name, label]],
  );
  const known = new Map<string, Label>(
    [...named, ...Object.entries(labels)].map(([name, label]) => [foldCase(name), label]),
  );
  return (name, language) => {
    const label = known.get(foldCase(name));
    if (label === undefined || typeof label === "string") return label;
    return Object.hasOwn(label, language) ? label[language] : label["en"];
  };
}
