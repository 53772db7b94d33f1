import { MilepostError } from "../../base/errors.ts";
import { cleanText } from "../../base/text.ts";
import { SNOWFLAKE } from "../reply/limits.ts";
import type { IncomingOption } from "./incoming.ts";
import type { Option, OptionTable } from "../command/options.ts";

const TEXT_MAX = 6000;

/**
 * Returns the option values for `run`, validated, since a client may send anything. Throws "bad-input" with the
 * option's name.
 */
export function readOptions<Services>(
  table: OptionTable<Services>,
  given: readonly IncomingOption[],
): Record<string, string | undefined> {
  const values: Record<string, string | undefined> = {};
  for (const [name, option] of Object.entries(table)) {
    if (option.type === "show") continue;
    const value = given.find((candidate) => candidate.name === name)?.value;
    const read = value === undefined ? undefined : readOption(name, option, value);
    if (read === undefined && option.required === true) throw badOption(name, "missing");
    values[name] = read;
  }
  return values;
}

/** Returns whether the member picked `show: only me`. */
export function asksForPrivacy<Services>(
  table: OptionTable<Services>,
  given: readonly IncomingOption[],
): boolean {
  return given.some(
    ({ name, value }) => Object.hasOwn(table, name) && table[name]?.type === "show" && value === "me",
  );
}

/** Returns the option being typed, and its text so far. */
export function focusedOption(given: readonly IncomingOption[]): { name: string; typed: string } | undefined {
  const focused = given.find((option) => option.focused === true);
  const typed = typeof focused?.value === "string" ? cleanText(focused.value) : "";
  return focused && { name: focused.name, typed };
}

/** Returns the text of the other options. */
export function otherOptions(given: readonly IncomingOption[]): Readonly<Record<string, string>> {
  const others = given.filter(({ focused }) => focused !== true);
  return Object.fromEntries(
    others.flatMap(({ name, value }) => (typeof value === "string" ? [[name, cleanText(value)]] : [])),
  );
}

function readOption<Services>(name: string, option: Option<Services>, value: unknown): string | undefined {
  if (typeof value !== "string") throw badOption(name, "not a text");
  switch (option.type) {
    case "choice":
      if (!option.values.includes(value)) throw badOption(name, "not one of the choices");
      return value;
    case "user":
    case "channel":
    case "role":
      if (!SNOWFLAKE.test(value)) throw badOption(name, `not a ${option.type}`);
      return value;
    case "text": {
      const text = cleanText(value).trim();
      if (text.length > (option.maxLength ?? TEXT_MAX)) throw badOption(name, "too long");
      return text === "" ? undefined : text;
    }
    case "show":
      return undefined;
  }
}

function badOption(path: string, reason: string): MilepostError {
  return new MilepostError("bad-input", { path, reason });
}
