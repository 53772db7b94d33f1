/** The values a log line may hold beside its message. Names are allow-listed by `observability/log`. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** The port for logs: one sentence and a few named fields. An error is given as `error`, never spread. */
export interface Log {
  debug(message: string, fields?: LogFields, error?: unknown): void;
  info(message: string, fields?: LogFields, error?: unknown): void;
  warn(message: string, fields?: LogFields, error?: unknown): void;
  error(message: string, fields?: LogFields, error?: unknown): void;
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
