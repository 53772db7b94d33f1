import type { Clock } from "../../../base/clock.ts";
import { DAY_MS, HOUR_MS } from "../../../base/duration.ts";
import { int64, type PlatformId } from "../../../base/int64.ts";
import type { Character, GameAccount, GeneralUser } from "../../../platform/resources/user.ts";
import { isoDate } from "./calendar.ts";
import type { Matches, Playing } from "./matches.ts";
import { type Random, randomFor } from "./random.ts";
import {
  abouts,
  classes,
  firstParts,
  secondParts,
  statuses,
  themes,
  titles,
  wholeNames,
} from "./text/words.ts";

export const PLAYERS = 340;
export const everybody: readonly number[] = Array.from({ length: PLAYERS }, (_, player) => player);
/** The best-known players, whom visitors look up first, have English texts. */
const PLAIN = 20;
const FIRST_MEMBER = 4_611_686_018_400_000_000n;
const FIRST_ACCOUNT = 4_611_686_018_440_000_000n;
const FIRST_CHARACTER = 2_305_843_009_260_000_000n;
const CHARACTERS_EACH = 3n;
const CHARACTER_STEP = 7_919n;

/** Fixed by index, so that tests and demonstrations find them. */
const DELETED = new Set([17, 88, 203]);
const BANNED = new Set([23, 111, 260]);
const PRIVATE = new Set([5, 42, 77, 130, 219]);

/** Replaces what would identify a deleted player. */
const FORGOTTEN = {
  displayName: "Deleted member",
  normalizedName: "deletedmember",
  about: "",
  consoleADisplayName: null,
  consoleBDisplayName: null,
  socialDisplayName: null,
  pcDisplayName: null,
  locale: null,
  profilePicturePath: null,
  profilePictureWidePath: null,
  userTitleDisplay: null,
  statusText: "",
  statusDate: null,
} satisfies Partial<GeneralUser>;

/** A player's game account at login provider `kind`, 0 or 1. */
export interface AccountRef {
  readonly player: number;
  readonly kind: 0 | 1;
}

interface PlayersOptions {
  readonly types: readonly [number, number];
  readonly matches: Matches;
}

/** All players. Everything is computed from seed, index and clock; nothing is stored. */
export class Players {
  readonly #seed: number;
  readonly #clock: Clock;
  readonly #types: readonly [number, number];
  readonly #matches: Matches;

  constructor(seed: number, clock: Clock, { types, matches }: PlayersOptions) {
    this.#seed = seed;
    this.#clock = clock;
    this.#types = types;
    this.#matches = matches;
  }

  membershipId(player: number): PlatformId {
    return int64(FIRST_MEMBER + BigInt(this.#spread("member", player)));
  }

  byMembershipId(id: string): number | undefined {
    return this.#indexOf(id, FIRST_MEMBER, "member", PLAYERS);
  }

  name(player: number): string {
    const random = randomFor(this.#seed, "name", player);
    const whole = wholeNames[Math.floor(player / 3)];
    if (player % 3 === 2 && whole !== undefined) return whole;
    return inventName(random);
  }

  /** Returns whether the player has an account at login provider 0 or 1. */
  hasKind(player: number, kind: 0 | 1): boolean {
    return this.#kinds(player).includes(kind);
  }

  isPrivate(player: number): boolean {
    return PRIVATE.has(player);
  }

  isDeleted(player: number): boolean {
    return DELETED.has(player);
  }

  /** Returns players whose name begins with `prefix`, best known first, without deleted ones. */
  search(prefix: string): number[] {
    const wanted = normalize(prefix);
    if (wanted === "") return [];
    return everybody.filter(
      (player) => !DELETED.has(player) && normalize(this.name(player)).startsWith(wanted),
    );
  }

  /** Returns a player's profile. With a viewer `context` says how the two are related. */
  user(player: number, viewer?: number): GeneralUser {
    const random = randomFor(this.#seed, "user", player);
    const now = this.#hour();
    const name = this.name(player);
    const theme = random.int(0, themes.length - 1);
    const title = random.int(0, titles.length - 1);
    const statusText = random.pick(player < PLAIN ? statuses.slice(0, 4) : statuses);
    const kinds = this.#kinds(player);
    const isDeleted = DELETED.has(player);
    const user: GeneralUser = {
      membershipId: this.membershipId(player),
      uniqueName: this.membershipId(player),
      normalizedName: normalize(name).normalize("NFC"),
      displayName: name,
      profilePicture: 70_000 + player,
      profileTheme: theme,
      userTitle: title,
      successMessageFlags: int64("0"),
      isDeleted,
      about: random.pick(player < PLAIN ? abouts.slice(0, 3) : abouts),
      firstAccess: isoDate(this.#firstAccess(player)),
      lastUpdate: isoDate(Math.max(now - random.int(1, 4000) * HOUR_MS, this.#lastPlayed(player))),
      legacyPortalUID: random.chance(0.2) ? int64(BigInt(random.int(1000, 9_000_000))) : null,
      context: viewer === undefined ? null : this.#context(viewer, player, now),
      consoleADisplayName: kinds.includes(0) ? consoleName(name, player) : null,
      consoleBDisplayName: kinds.includes(1) ? `${consoleName(name, player)} B` : null,
      socialDisplayName: random.chance(0.1) ? `@${consoleName(name, player).toLowerCase()}` : null,
      showActivity: random.chance(0.8) ? random.chance(0.7) : null,
      locale: random.pick(["en", "en", "de", "fr", "ja"]),
      localeInheritDefault: random.chance(0.5),
      lastBanReportId: BANNED.has(player) ? int64(900_000n + BigInt(player)) : null,
      showGroupMessaging: random.chance(0.5),
      profilePicturePath: `/img/avatars/${String(player)}.png`,
      profilePictureWidePath: `/img/avatars/wide/${String(player)}.png`,
      profileThemeName: themes[theme] ?? null,
      userTitleDisplay: titles[title] ?? null,
      statusText,
      statusDate: isoDate(now - random.int(1, 900) * HOUR_MS),
      profileBanExpire: BANNED.has(player) ? isoDate(now + random.int(2, 60) * DAY_MS) : null,
      pcDisplayName: random.chance(0.4)
        ? `${consoleName(name, player)}#${String(random.int(1000, 9999))}`
        : null,
    };
    return { ...user, ...(statusText === "" && { statusDate: null }), ...(isDeleted && FORGOTTEN) };
  }

  accounts(player: number): GameAccount[] {
    if (DELETED.has(player)) return [];
    return this.#kinds(player).map((kind) => ({
      membershipType: this.#types[kind],
      id: this.#accountId({ player, kind }),
      name: consoleName(this.name(player), player) + (kind === 1 ? " B" : ""),
    }));
  }

  account(membershipType: number, id: string): AccountRef | undefined {
    const slot = this.#indexOf(id, FIRST_ACCOUNT, "account", PLAYERS * 2);
    if (slot === undefined) return undefined;
    const player = slot >> 1;
    const kind = (slot & 1) as 0 | 1;
    if (this.#types[kind] !== membershipType || !this.#kinds(player).includes(kind)) return undefined;
    return DELETED.has(player) ? undefined : { player, kind };
  }

  /** Returns the account to which a character's id belongs. The character itself may not exist. */
  accountOf(character: string): AccountRef | undefined {
    const slot = (BigInt(character) - FIRST_CHARACTER) / CHARACTER_STEP / CHARACTERS_EACH;
    if (slot < 0n || slot >= BigInt(PLAYERS * 2)) return undefined;
    const [player, kind] = [Number(slot) >> 1, (Number(slot) & 1) as 0 | 1];
    return this.#kinds(player).includes(kind) && !DELETED.has(player) ? { player, kind } : undefined;
  }

  /** Returns one to three characters, the most played first. */
  characters(account: AccountRef): Character[] {
    return this.playing(account).map((who) => ({
      id: who.id,
      label: who.label,
      lastPlayed: isoDate(this.#matches.lastPlayed(who)),
    }));
  }

  /** Returns the same characters, with how often they play. */
  playing(account: AccountRef): (Playing & { readonly label: string })[] {
    const random = randomFor(this.#seed, "characters", account.player, account.kind);
    const since = this.#firstAccess(account.player);
    return random.sample(classes, random.int(1, 3)).map((label, index) => ({
      id: this.#characterId(account, index),
      label,
      since,
      weeks: [1, 0.7, 0.4][index] ?? 1,
    }));
  }

  /** Playing counts as an update. */
  #lastPlayed(player: number): number {
    const playing = this.#kinds(player).flatMap((kind) => this.playing({ player, kind }));
    return Math.max(...playing.map((who) => this.#matches.lastPlayed(who)));
  }

  #firstAccess(player: number): number {
    return Date.UTC(2015, 2, 1) + randomFor(this.#seed, "since", player).int(0, 3600) * DAY_MS;
  }

  /** Dates follow the clock by whole hours, so that repeated answers agree. */
  #hour(): number {
    return Math.floor(this.#clock.now() / HOUR_MS) * HOUR_MS;
  }

  #characterId(account: AccountRef, index: number): PlatformId {
    const slot = BigInt(account.player * 2 + account.kind) * CHARACTERS_EACH + BigInt(index);
    return int64(FIRST_CHARACTER + slot * CHARACTER_STEP + BigInt(this.#seed % 7_000));
  }

  #accountId(account: AccountRef): PlatformId {
    return int64(FIRST_ACCOUNT + BigInt(this.#spread("account", account.player * 2 + account.kind)));
  }

  #kinds(player: number): (0 | 1)[] {
    const draw = randomFor(this.#seed, "kinds", player).next();
    if (player === 0 || draw < 0.2) return [0, 1];
    return draw < 0.6 ? [0] : [1];
  }

  /** Returns an offset that looks random but grows with the index, so that #indexOf can reverse it. */
  #spread(kind: string, index: number): number {
    return index * 94_321 + randomFor(this.#seed, kind, index).int(1, 94_000);
  }

  #indexOf(id: string, first: bigint, kind: string, count: number): number | undefined {
    const offset = BigInt(id) - first;
    if (offset < 0n || offset >= BigInt(count) * 94_321n) return undefined;
    const index = Number(offset / 94_321n);
    return BigInt(this.#spread(kind, index)) === offset ? index : undefined;
  }

  #context(viewer: number, player: number, now: number): GeneralUser["context"] {
    const isIgnored = viewer !== player && player % 29 === 7;
    return {
      isFollowing: viewer !== player && randomFor(this.#seed, "follows", viewer, player).chance(0.15),
      ignoreStatus: { isIgnored, ignoreFlags: isIgnored ? 1 : 0 },
      globalIgnoreEndDate: player === 111 ? isoDate(now + 3 * DAY_MS) : null,
    };
  }
}

/** Letters that NFKD doesn't decompose. */
const LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  "łl ŁL øo ØO ıi đd ĐD ðd ÐD ßss æae ÆAe œoe ŒOe þth ÞTh".split(" ").map((pair) => [pair[0], pair.slice(1)]),
);

/** Splits accents from their letters and replaces letters that aren't ASCII. */
function plain(name: string): string {
  return name.normalize("NFKD").replaceAll(/\p{L}/gu, (letter) => LETTERS[letter] ?? letter);
}

function normalize(name: string): string {
  return plain(name)
    .replaceAll(/[\u0300-\u036F\s]/g, "")
    .toLowerCase();
}

function inventName(random: Random): string {
  const name = random.pick(firstParts) + random.pick(secondParts);
  const style = random.next();
  if (style < 0.25) return `${name}${String(random.int(2, 99))}`;
  if (style < 0.35) return name.toLowerCase();
  if (style < 0.42) return `x_${name}_x`;
  return style < 0.5 ? name.replace(/^(\w+?)([a-z]{4,})$/, "$1 $2") : name;
}

function consoleName(name: string, player: number): string {
  const latin = plain(name).replaceAll(/[^A-Za-z0-9_-]/g, "");
  return latin.length >= 3 ? latin : `harbour-${String(player)}`;
}
