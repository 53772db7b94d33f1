import { foldCase } from "../../base/text.ts";
import type { Profile } from "./schema.ts";

/** Returns what members read for a name of the service in a language; undefined where the profile does not say. */
export type LabelOf = (name: string, language: string) => string | undefined;

type Label = Profile["labels"][string];

/** A profile's labels, of its enumerations and of everything else, whatever the case of a name. */
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
