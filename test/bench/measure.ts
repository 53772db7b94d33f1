import { readFileSync } from "node:fs";

/** One figure of one contender, side by side with the others of its row. */
export interface Figure {
  readonly benchmark: string;
  readonly contender: string;
  readonly value: number;
  readonly unit: string;
  /** This contender's value divided by the first contender's. */
  readonly ratio?: number;
  /** What the project aims at, in words. */
  readonly aim?: string;
}

/** USER_HZ of Linux, which /proc counts CPU time in. */
const TICKS_PER_SECOND = 100;

/** User and system CPU seconds a process has used, from /proc. */
export function cpuSecondsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Resident memory of a process in MiB, from /proc. */
export function residentMiBOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}

/** The value that `share` (0 to 1) of the samples do not exceed. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export const median = (samples: readonly number[]): number => percentile(samples, 0.5);

/** Figures of one row, the first contender being what the others are compared with. */
export function row(
  benchmark: string,
  unit: string,
  contenders: Readonly<Record<string, number>>,
  aim?: string,
): Figure[] {
  const base = Object.values(contenders)[0] ?? Number.NaN;
  return Object.entries(contenders).map(([contender, value], index) => ({
    benchmark,
    contender,
    value,
    unit,
    ...(index > 0 && { ratio: value / base }),
    ...(index > 0 && aim !== undefined && { aim }),
  }));
}

/** Runs `work` for each contender in turn, `rounds` times over, so that noise meets all of them alike. */
export async function interleave<T>(
  rounds: number,
  contenders: Readonly<Record<string, () => Promise<T> | T>>,
): Promise<Record<string, T[]>> {
  const samples: Record<string, T[]> = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, work] of Object.entries(contenders)) (samples[name] ??= []).push(await work());
  }
  return samples;
}
