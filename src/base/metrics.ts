export type Labels = Readonly<Record<string, string>>;

/** The port for metrics. `observability/metrics` declares names and labels. */
export interface Metrics {
  /** Adds one, or `by`, to a counter. */
  count(name: string, labels?: Labels, by?: number): void;
  /** Records a duration in seconds. */
  observe(name: string, seconds: number, labels?: Labels): void;
  gauge(name: string, value: number, labels?: Labels): void;
}

export const noMetrics: Metrics = { count() {}, observe() {}, gauge() {} };
