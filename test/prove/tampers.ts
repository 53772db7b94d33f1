import { isMilepostError } from "../../src/base/errors.ts";
import { openRecord, type SealContext, sealRecord } from "../../src/sessions/seal/seal-record.ts";
import { Random } from "./random.ts";
import type { Proof } from "./run.ts";

const TAMPERS = 500_000;
const QUICK = 20_000;

const keys = [1, 2].map((id) => ({ id, bytes: Buffer.alloc(32, id) }));

/** Sealed records, changed in their bytes, their place or their key: each must be refused with the one error. */
export async function tampers({ isQuick }: { readonly isQuick: boolean }): Promise<Proof> {
  const count = isQuick ? QUICK : TAMPERS;
  const random = new Random(7);
  let opened = 0;
  let otherErrors = 0;
  for (let done = 0; done < count; done += 1) {
    const context = contextOf(random);
    const [key = { id: 1, bytes: Buffer.alloc(32) }] = keys;
    const record = sealRecord(key, context, Buffer.from(random.word(random.below(600))));
    const outcome = tryTampered(record, context, random);
    if (outcome === "opened") opened += 1;
    if (outcome === "other") otherErrors += 1;
  }
  const sentence = `${count} tampers: ${opened} opened, ${otherErrors} told apart by another error`;
  return { sentence, failed: opened + otherErrors };
}

function contextOf(random: Random): SealContext {
  return {
    label: "milepost/session/v1",
    origin: `https://${random.word(8)}.example`.toLowerCase(),
    discordId: `1${random.below(2 ** 31)}`,
    rowId: random.word(22),
    revision: 1 + random.below(1_000),
  };
}

function tryTampered(record: Buffer, context: SealContext, random: Random): "opened" | "refused" | "other" {
  const kind = random.below(6);
  const bytes = Buffer.from(record);
  if (kind < 3) {
    const at = random.below(bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 + random.below(255));
  }
  const place: SealContext =
    kind === 3
      ? {
          ...context,
          ...random.pick([{ rowId: random.word(22) }, { discordId: "1" }, { origin: "https://x.example" }]),
        }
      : kind === 4
        ? { ...context, revision: context.revision + random.pick([-1, 1]) }
        : context;
  const cut = kind === 5 ? bytes.subarray(0, random.below(bytes.length)) : bytes;
  try {
    openRecord(keys, place, cut);
    return "opened";
  } catch (error) {
    return isMilepostError(error, "unopenable") && error.message === "unopenable" ? "refused" : "other";
  }
}
