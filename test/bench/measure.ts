import { readdirSync, readFileSync } from "node:fs";

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
  /** Whether this run met it; absent where the aim is no number. */
  readonly isMet?: boolean;
}

/** What Milepost may take of what the first contender takes. */
export interface Bound {
  readonly most: number;
  /** The contenders it holds for; all but the first by default. */
  readonly of?: readonly string[];
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

/** Memory of a process and its children in MiB; what several share counts once, in parts. */
export function sharedMiBOf(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  const own = Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? Number.NaN) / 1024;
  return childrenOf(pid).reduce((sum, child) => sum + sharedMiBOf(child), own);
}

export function childrenOf(pid: number): readonly number[] {
  const tasks = readdirSync(`/proc/${pid}/task`);
  return tasks.flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number),
  );
}

/** The value that `share` (0 to 1) of the samples do not exceed. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export const median = (samples: readonly number[]): number => percentile(samples, 0.5);

/** The median of each contender's samples. */
export function mediansOf(samples: Readonly<Record<string, readonly number[]>>): Record<string, number> {
  return Object.fromEntries(Object.entries(samples).map(([name, all]) => [name, median(all)]));
}

/** Figures of one row, the first contender being what the others are compared with. */
export function row(
  benchmark: string,
  unit: string,
  contenders: Readonly<Record<string, number>>,
  { most, of }: Partial<Bound> = {},
): Figure[] {
  const [base = Number.NaN, ...others] = Object.values(contenders);
  const [first = "", ...names] = Object.keys(contenders);
  return [
    { benchmark, contender: first, value: base, unit },
    ...others.map((value, index): Figure => {
      const contender = names[index] ?? "";
      const isBound = most !== undefined && (of?.includes(contender) ?? true);
      const ratio = value / base;
      const aim = isBound && { aim: `<= ${most}x`, isMet: ratio <= most };
      return { benchmark, contender, value, unit, ratio, ...aim };
    }),
  ];
}

/** A figure by itself that may be `most` of its unit and no more. */
export function atMost(most: number, figure: Figure): Figure {
  return { ...figure, aim: `<= ${most} ${figure.unit}`.trimEnd(), isMet: figure.value <= most };
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
