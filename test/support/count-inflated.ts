import { Readable } from "node:stream";
import { BrotliDecompress, Gunzip, Inflate, InflateRaw } from "node:zlib";

import { vi } from "vitest";

const INFLATERS = [BrotliDecompress, Gunzip, Inflate, InflateRaw];

/** Counts from now on, until the test ends: gives how many bytes were inflated. */
export function countInflated(): () => number {
  const { mock } = vi.spyOn(Readable.prototype, "push");
  const isInflated = (at: number) => INFLATERS.some((one) => mock.contexts[at] instanceof one);
  return () =>
    mock.calls
      .filter((_, at) => isInflated(at))
      .reduce((bytes, [chunk]) => bytes + ((chunk as Buffer | null)?.length ?? 0), 0);
}
