import type { Migration } from "../migrate.ts";

/** Refusal names for Discord's codes, and for HTTP statuses of answers without one. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  "channel-gone": ["10003", "gone"],
  "server-gone": ["10004"],
  "message-gone": ["10008"],
  "role-gone": ["10011"],
  "member-gone": ["10013"],
  "missing-access": ["50001"],
  "missing-permission": ["50013"],
  "dm-closed": ["50007", "closed-dm"],
  "no-mutual-server": ["50278"],
  "takes-no-messages": ["50008"],
  "takes-threads-alone": ["40058"],
  "needs-tag": ["40067"],
  "thread-archived": ["50083"],
  "thread-locked": ["160005"],
  "needs-two-factor": ["60003"],
  "blocked-by-automod": ["200000", "200001", "240000"],
  "published-already": ["40033"],
  "message-invalid": ["50035", "50006", "40005", "http-400", "http-413"],
  "too-fast": ["20016", "20022", "20028", "20029", "30046", "40003", "40062", "http-429"],
  unavailable: ["40004", "40006", "40333", "110001", "130000"],
  "token-refused": ["http-401"],
};

const quoted = (values: readonly string[]) => values.map((value) => `'${value}'`).join(", ");

/** Returns an SQL expression: the name of a code in the column, or the column's word unchanged. */
function named(column: string): string {
  const known = Object.entries(NAMES).map(
    ([name, values]) => `when ${column} in (${quoted(values)}) then '${name}'`,
  );
  return `case ${known.join(" ")}
    when ${column} glob 'http-[0-9]*' then 'unavailable'
    when ${column} glob '[0-9]*' then 'refused'
    else ${column} end`;
}

/** Stores refusals by name. `deliveries.code` of sent rows says what was posted, and stays as it is. */
export const refusalNames: Migration = {
  number: 10,
  name: "refusal-names",
  sqlite: [
    `update destinations set reason = ${named("reason")} where reason is not null`,
    `update deliveries set code = ${named("code")} where code is not null and state <> 'sent'`,
    `update boards set reason = ${named("reason")} where reason is not null`,
    `update boards set told = ${named("told")} where told is not null`,
    `update reminder_notices set what = 'dm-closed' where what = 'closed-dm'`,
    `alter table reminder_notices add column reason text`,
    `update reminder_notices set reason = ${named("cast(code as text)")} where code <> 0`,
    `alter table reminder_notices drop column code`,
  ],
  postgres: [
    `alter table reminder_notices add column reason text`,
    `alter table reminder_notices drop column code`,
  ],
};
