import { Decoders } from "../../src/platform/decode/decoders.ts";
import { Enums } from "../../src/platform/decode/enums.ts";
import { parseJson } from "../../src/platform/json/parse.ts";
import { loadProfile } from "../../src/platform/profile/load.ts";
import { CharacterProgressions } from "../../src/platform/resources/progression.ts";
import { type Figure, interleave, median, row } from "./measure.ts";
import { progressionAnswer } from "./progression-answer.ts";

const BYTES = 750_000;
const ROUNDS = 15;
const REPEATS = 60;

/** Decoding a large progression answer, int64-safe and fully validated, against JSON.parse alone. */
export async function decode(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const form of ["text", "numbers"] as const) {
    const text = progressionAnswer(BYTES, form);
    const profile = loadProfile("neutral");
    // The last of its kind, so that all before it was decoded when it is met.
    const at = text.lastIndexOf('"tracked":false');
    const withBadRecord = `${text.slice(0, at)}"tracked":12345${text.slice(at + '"tracked":false'.length)}`;
    const decoders = new Decoders(profile, new Enums(profile));
    const contenders = {
      "JSON.parse": () => timed(() => JSON.parse(text)),
      milepost: () => timed(() => decoders.decode(CharacterProgressions, parseJson(text), "progression")),
      "one bad record": () =>
        timed(() => decoders.decode(CharacterProgressions, parseJson(withBadRecord), "progression")),
    };
    await interleave(ROUNDS, contenders);
    const {
      "JSON.parse": bare = [],
      milepost = [],
      "one bad record": faulty = [],
    } = await interleave(ROUNDS, contenders);
    const what = `decode ${Math.round(text.length / 1000)} KB of progression, 64-bit integers as ${form}`;
    figures.push(
      ...row(what, "ms", { "JSON.parse": median(bare), milepost: median(milepost) }, { most: 1.5 }),
      ...row(
        `${what}: one bad record costs one record`,
        "ms",
        { milepost: median(milepost), "one bad record": median(faulty) },
        { most: 1.1 },
      ),
    );
  }
  return figures;
}

/**
 * Processor time of this thread, of many at once: the system counts it in coarse steps, and what one of them leaves
 * behind is collected while others of its kind run.
 */
function timed(work: () => void): number {
  const before = process.threadCpuUsage();
  for (let index = 0; index < REPEATS; index += 1) work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000 / REPEATS;
}
