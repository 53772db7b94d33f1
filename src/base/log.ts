/** The values of a log line besides its message. `observability/log` has the allow-list of names. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** The port for logs: one sentence and a few named fields. Pass an error as `error`; never spread it. */
export interface Log {
  debug(message: string, fields?: LogFields, error?: unknown): void;
  info(message: string, fields?: LogFields, error?: unknown): void;
  warn(message: string, fields?: LogFields, error?: unknown): void;
  error(message: string, fields?: LogFields, error?: unknown): void;
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
