import { Secret } from "../../base/secret.ts";
import { LONGEST_COOKIE_VALUE, unquoted, type WantedCookies } from "../../platform/cookie-rules.ts";
import { type Candidate, type Flaw, flawOf, hostName, readEnd } from "./candidate.ts";
import type { MissingCookie } from "./reading.ts";

export interface CookiePlace {
  /** As written: a host or domain, with or without a leading dot. */
  readonly host?: string | undefined;
  /** The expiry, as written. */
  readonly end?: string | undefined;
  /** Whether a server set it, so that it replaces the browser's. */
  readonly isRenewal?: boolean;
}

const MOST_PER_NAME = 200;

/** Collects values of wanted names, and drops everything else at once. */
export class Candidates {
  readonly #wanted: WantedCookies;
  readonly #byName: ReadonlyMap<string, Candidate[]>;
  #source = 0;

  constructor(wanted: WantedCookies) {
    this.#wanted = wanted;
    this.#byName = new Map(wanted.cookies.map(({ name }) => [name, []]));
  }

  isWanted(name: string): boolean {
    return this.#byName.has(name);
  }

  /** Begins another header, or another request. */
  begin(): void {
    this.#source += 1;
  }

  add(name: string, written: string, { host: place, end, isRenewal = false }: CookiePlace = {}): void {
    const known = this.#byName.get(name);
    const given = unquoted(written);
    // A name after a name is a list of names.
    if (known === undefined || this.isWanted(given)) return;
    const value = given.slice(0, LONGEST_COOKIE_VALUE + 1);
    const host = hostName(place);
    const before = known.findLast((one) => one.host === host);
    // A browser has one cookie per name and host, so this one is another browser's or account's.
    if (!isRenewal && before?.source === this.#source && before.value !== value) this.begin();
    if (known.length >= MOST_PER_NAME) known.shift();
    const { flaw, endsAt } = { flaw: flawOf(given), endsAt: readEnd(end) };
    known.push({ value, flaw, host, endsAt, isRenewal, source: this.#source });
  }

  /** How much of what is wanted was found; usable values count most. */
  get score(): number {
    return this.#wanted.cookies.filter(({ name }) => this.#isUsable(name)).length * 10 + this.#seen();
  }

  get isComplete(): boolean {
    return this.#wanted.cookies.every(({ name, isRequired }) => !isRequired || this.#isUsable(name));
  }

  #isUsable(name: string): boolean {
    return this.#byName.get(name)?.some(({ flaw }) => flaw === undefined) === true;
  }

  /** Returns whether this reading is complete, and each value of another is the same or the beginning of one of its. */
  continues(other: Candidates): boolean {
    const [mine, theirs] = [this, other].map((found) => found.choose(() => false).cookies);
    return (
      this.isComplete &&
      [...(theirs ?? [])].every(
        ([name, value]) => mine?.get(name)?.reveal().startsWith(value.reveal()) === true,
      )
    );
  }

  /** Adds what another reading found under names that this one lacks. */
  fillFrom(other: Candidates): void {
    for (const [name, mine] of this.#byName) {
      if (mine.length === 0) mine.push(...(other.#byName.get(name) ?? []));
    }
  }

  /**
   * Picks one value per name. `endsInside`: returns whether the text ends inside a value; values that expired before
   * `now` lose.
   */
  choose(endsInside: (value: string) => boolean, now = -Infinity): Choice {
    this.#forgetFalseHosts();
    const ranked = new Map([...this.#byName].map(([name, all]) => [name, this.#atHome(all)]));
    const isForeign = [...ranked.values()].every((all) => all.length === 0);
    const otherHost = isForeign ? this.#commonHost() : undefined;
    const ofOne = ofOneBrowser(
      this.#wanted,
      new Map(
        [...this.#byName].map(([name, all]) => {
          const own = isForeign ? all.filter(({ host }) => host === otherHost) : (ranked.get(name) ?? []);
          return [name, unlessEnded(own, now)];
        }),
      ),
    );
    const cookies = new Map<string, Secret>();
    const ends = new Map<string, number>();
    const missing: MissingCookie[] = [];
    for (const cookie of this.#wanted.cookies) {
      const own = ofOne.get(cookie.name) ?? [];
      const best = own.findLast(({ flaw }) => flaw === undefined) ?? own.at(-1);
      const flaw: Flaw | undefined =
        best === undefined ? { why: "absent" } : endsInside(best.value) ? { why: "cut" } : best.flaw;
      if (best !== undefined && flaw === undefined) {
        cookies.set(cookie.name, new Secret(best.value));
        if (best.endsAt !== undefined) ends.set(cookie.name, best.endsAt);
      } else missing.push({ ...cookie, ...(flaw ?? { why: "absent" }) });
    }
    return { cookies, ends, missing, otherHost };
  }

  #seen(): number {
    return [...this.#byName.values()].filter((all) => all.length > 0).length;
  }

  /** What looks like a host may be a value, which must not be shown. */
  #forgetFalseHosts(): void {
    const all = [...this.#byName.values()];
    const values = new Set(all.flat().map(({ value }) => value.toLowerCase()));
    for (const known of all) {
      for (const [at, one] of known.entries()) {
        if (one.host !== undefined && values.has(one.host)) known[at] = { ...one, host: undefined };
      }
    }
  }

  /** Returns the values of the platform's own hosts, else those without a host; only the nearest host's. */
  #atHome(all: readonly Candidate[]): readonly Candidate[] {
    const nearest = Math.max(0, ...all.map(({ host }) => this.#nearness(host)));
    return nearest === 0 ? [] : all.filter(({ host }) => this.#nearness(host) === nearest);
  }

  /** 0: another platform's. A host's own cookie is nearer than its domain's. */
  #nearness(host: string | undefined): number {
    if (host === undefined) return 1;
    const bare = host.replace(/^\./, "");
    for (const own of this.#wanted.hosts) {
      if (host === own) return 4;
      if (bare === own) return 3;
      if (bare.includes(".") && (own.endsWith(`.${bare}`) || bare.endsWith(`.${own}`))) return 2;
    }
    return 0;
  }

  /** Among other hosts, returns the one with most of the names. */
  #commonHost(): string | undefined {
    const counts = new Map<string | undefined, number>();
    for (const all of this.#byName.values()) {
      for (const host of new Set(all.map((one) => one.host))) counts.set(host, (counts.get(host) ?? 0) + 1);
    }
    const most = Math.max(0, ...counts.values());
    return [...counts].find(([, count]) => count === most)?.[0];
  }
}

export interface Choice {
  readonly cookies: ReadonlyMap<string, Secret>;
  readonly ends: ReadonlyMap<string, number>;
  readonly missing: readonly MissingCookie[];
  readonly otherHost: string | undefined;
}

type ByName = ReadonlyMap<string, readonly Candidate[]>;

/** Returns those that have not expired, or all if none is left. */
function unlessEnded(all: readonly Candidate[], now: number): readonly Candidate[] {
  const living = all.filter(({ endsAt, flaw }) => flaw === undefined && (endsAt ?? Infinity) > now);
  return living.length === 0 ? all : living;
}

/**
 * Returns the values of the last browser whose cookies are complete, so that no two accounts are mixed: its own, those
 * set by servers, and those that stand alone or agree. Otherwise all.
 */
function ofOneBrowser({ cookies }: WantedCookies, all: ByName): ByName {
  const usable = new Map(
    [...all].map(([name, those]) => [name, those.filter(({ flaw }) => flaw === undefined)]),
  );
  const sources = [...new Set([...usable.values()].flat().map(({ source }) => source))];
  const required = cookies.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  const valueIn = (source: number, name: string) =>
    usable.get(name)?.findLast((one) => one.source === source)?.value;
  const whole = sources
    .toSorted((a, b) => b - a)
    .find((source) => required.every((name) => valueIn(source, name) !== undefined));
  if (whole === undefined) return all;
  const agrees = (source: number): boolean => {
    const theirs = [...usable].flatMap(([name, those]) =>
      those.filter((one) => one.source === source && !one.isRenewal).map(({ value }) => ({ name, value })),
    );
    const names = new Set(theirs.map(({ name }) => name));
    return names.size <= 1 || theirs.every(({ name, value }) => (valueIn(whole, name) ?? value) === value);
  };
  const taken = new Set(sources.filter((source) => source === whole || agrees(source)));
  return new Map([...usable].map(([name, those]) => [name, those.filter(({ source }) => taken.has(source))]));
}
