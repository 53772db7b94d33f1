const SHORT = new Set(["time", "level", "msg", "error"]);

/** A line of JSON as a person reads it: time, level when it matters, sentence, fields, then the error's place. */
export function readable(line: string): string {
  const event = parse(line);
  if (event === undefined) return line;
  const fields = Object.entries(event)
    .filter(([name]) => !SHORT.has(name))
    .map(([name, value]) => `${name}=${shown(value)}`);
  const level = event["level"] === "info" ? "" : `${String(event["level"])}: `;
  const head = `${timeOf(event)} ${level}${String(event["msg"])}`;
  const tail = fields.length === 0 ? "" : `  (${fields.join(", ")})`;
  return `${head}${tail}\n${errorLines(event["error"], "")}`;
}

type Members = Readonly<Record<string, unknown>>;

function parse(line: string): Members | undefined {
  try {
    const event: unknown = JSON.parse(line);
    return isMembers(event) ? event : undefined;
  } catch {
    return undefined;
  }
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function timeOf(event: Members): string {
  return String(event["time"]).slice(11, 19);
}

function shown(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function errorLines(error: unknown, indent: string): string {
  if (!isMembers(error)) return "";
  const words = ["name", "code", "status", "route", "message"]
    .filter((name) => error[name] !== undefined)
    .map((name) => shown(error[name]));
  const details = isMembers(error["details"]) ? Object.entries(error["details"]) : [];
  const reasons = details.map(([name, value]) => `${name}=${shown(value)}`);
  const frames = Array.isArray(error["stack"]) ? error["stack"].slice(0, 5) : [];
  const lines = [
    `${indent}  ${[...words, ...reasons].join(" ")}`,
    ...frames.map((frame) => `${indent}    at ${String(frame)}`),
  ];
  return `${lines.join("\n")}\n${errorLines(error["cause"], `${indent}  `)}`;
}
