import type { StatsPeriod } from "../client.ts";
import { type EnumRow, enumTables } from "../profile/enum-tables.ts";
import type { Profile } from "../profile/schema.ts";
import type { EnumName } from "../resources/wire.ts";

/** The values of our periods, unless the profile's table says otherwise. */
const PERIODS: Readonly<Record<StatsPeriod, number>> = { daily: 1, allTime: 2, activity: 3 };

/** How many unknown names are remembered, to send them back. */
const REMEMBERED = 1_000;

/**
 * Converts enumerations between names and numbers. An unknown name gets a fixed negative number of its own, so that it
 * passes through and can be sent back by name.
 */
export class Enums {
  readonly #numbers = new Map<EnumName, Map<string, number>>();
  readonly #names = new Map<EnumName, Map<number, string>>();
  readonly #unnamed = new Map<number, string>();
  readonly #periods: readonly EnumRow[];
  readonly #types: readonly EnumRow[];
  readonly #sentAs: "number" | "name";

  constructor(profile: Pick<Profile, "enums" | "wire">) {
    this.#sentAs = profile.wire.enums;
    this.#periods = profile.enums.PeriodType ?? [];
    this.#types = profile.enums.TrendingEntryType ?? [];
    for (const [name, values] of Object.entries(enumTables(profile)) as [EnumName, readonly EnumRow[]][]) {
      this.#numbers.set(name, new Map(values.map((row) => [row.name, row.value])));
      this.#names.set(name, new Map(values.map((row) => [row.value, row.name])));
    }
  }

  /** Returns the number of a name on the wire; flags may come as `A, B`. */
  toNumber(name: EnumName, text: string): number {
    const known = this.#numbers.get(name)?.get(text);
    if (known !== undefined) return known;
    if (/^-?\d{1,10}$/.test(text)) return Number(text);
    if (name === "IgnoreStatus" && text.includes(",")) return this.#flags(name, text);
    return this.#numberFor(text);
  }

  toName(name: EnumName, value: number): string | undefined {
    return this.#names.get(name)?.get(value) ?? this.#unnamed.get(value);
  }

  /** Returns whether an entry of a type has a field; any, where the profile's table doesn't say what types fill. */
  fills(type: unknown, field: string): boolean {
    const value = typeof type === "string" ? this.toNumber("TrendingEntryType", type) : type;
    const filling = this.#types.filter((row) => row.field !== undefined);
    return filling.length === 0 || filling.some((row) => row.value === value && row.field === field);
  }

  /** Returns the PeriodType of a period. */
  period(period: StatsPeriod): number {
    return this.#periods.find((row) => row.field === period)?.value ?? PERIODS[period];
  }

  /** Returns the parameters by which a template may name an enumeration: `type`, `type.value`, `type.name`. */
  parameters(
    parameter: string,
    name: EnumName,
    value: number | undefined,
  ): Readonly<Record<string, string | undefined>> {
    if (value === undefined) return {};
    const label = this.toName(name, value);
    const number = this.#unnamed.has(value) ? undefined : String(value);
    return {
      [parameter]: this.#sentAs === "name" ? (label ?? number) : (number ?? label),
      [`${parameter}.value`]: number,
      [`${parameter}.name`]: label,
    };
  }

  #flags(name: EnumName, text: string): number {
    let flags = 0;
    for (const part of text.split(",")) {
      const value = this.#numbers.get(name)?.get(part.trim());
      if (value === undefined) return this.#numberFor(text);
      flags |= value;
    }
    return flags;
  }

  #numberFor(text: string): number {
    const number = -1 - (fnv1a(text) >>> 1);
    if (this.#unnamed.size < REMEMBERED) this.#unnamed.set(number, text);
    return number;
  }
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
