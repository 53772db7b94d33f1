import type { Clock } from "../../../base/clock.ts";
import { DAY_MS, HOUR_MS } from "../../../base/duration.ts";
import { hash32, randomFor } from "./random.ts";
import { isoDate, stretchAt } from "./calendar.ts";
import { definitionHash, itemHash } from "./lexicon.ts";
import type { Players } from "./players.ts";
import { itemKinds, type Slot } from "./text/words.ts";

const CAPACITY = 200;
const FIRST_INSTANCE = 6_917_529_081_000_000_000n;
const BUCKETS = [
  { name: "Weapons", kinds: kindsIn("weapon") },
  { name: "Armour", kinds: kindsIn("armour") },
  { name: "Goods", kinds: kindsIn("keepsake", "material") },
] as const;

/** Players' vaults. Their structure is invented: the contract doesn't define one. */
export class Vaults {
  readonly #seed: number;
  readonly #clock: Clock;
  readonly #players: Players;

  constructor(seed: number, clock: Clock, players: Players) {
    this.#seed = seed;
    this.#clock = clock;
    this.#players = players;
  }

  /** Returns a player's vault at a provider. A few items change each day. `int64` encodes ids for the wire. */
  of(player: number, kind: 0 | 1, int64: (value: string) => unknown): Readonly<Record<string, unknown>> {
    const now = this.#clock.now();
    const random = randomFor(this.#seed, "vault", player, kind);
    const count = random.int(24, 70);
    const today = randomFor(this.#seed, "vault", player, kind, stretchAt(now, DAY_MS));
    const moved = today.int(0, 6);
    const items = Array.from({ length: count + moved }, (_, index) => {
      const draw = index < count ? random : today;
      const kind = draw.pick(BUCKETS[index % 3]?.kinds ?? []);
      const stack = itemKinds[kind]?.slot === "material";
      return {
        itemHash: itemHash(kind, draw.int(0, 49)),
        itemInstanceId: stack
          ? null
          : int64(
              String(FIRST_INSTANCE + BigInt(hash32(`${String(player)}:${String(kind)}:${String(index)}`))),
            ),
        quantity: stack ? draw.int(2, 990) : 1,
        isLocked: draw.chance(0.25),
        power: stack ? null : draw.int(700, 1350),
      };
    });
    const owner = this.#players.accounts(player)[0]?.name ?? this.#players.name(player);
    return {
      owner,
      capacity: CAPACITY,
      used: items.length,
      updated: isoDate(Math.floor(now / HOUR_MS) * HOUR_MS),
      currencies: [
        { itemHash: itemHash(32, 1), quantity: random.int(900, 250_000) + today.int(0, 900) },
        { itemHash: itemHash(33, 2), quantity: random.int(0, 4_000) },
      ],
      buckets: BUCKETS.map((bucket) => ({
        bucketHash: hash32(`bucket:${bucket.name}`),
        name: bucket.name,
        items: items.filter((_, at) => BUCKETS[at % 3] === bucket),
      })),
      faction: { factionHash: definitionHash("faction", "lantern-keepers"), rank: random.int(0, 40) },
    };
  }
}

function kindsIn(...slots: readonly Slot[]): readonly number[] {
  return itemKinds.flatMap(({ slot }, index) => (slots.includes(slot) ? [index] : []));
}
