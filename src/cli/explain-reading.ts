import type { MissingCookie, PasteForm, PasteReading } from "../sessions/paste/read-paste.ts";

const FORMS: Readonly<Record<PasteForm, string>> = {
  bundle: "a sealed bundle",
  har: "a HAR file",
  "storage-state": "a browser's storage state",
  "cookie-list": "a list of cookies",
  "json-map": "JSON",
  netscape: "cookies.txt",
  curl: "copy as cURL",
  powershell: "copy as PowerShell",
  fetch: "copy as fetch",
  "set-cookie": "Set-Cookie lines",
  table: "a table of the developer tools",
  "cookie-header": "a Cookie header",
  "header-value": "the value of a Cookie header",
  lines: "a name and a value on each line",
  text: "names and values in a text",
};

const REFUSED = {
  password:
    "That looks like a name and a password. They were not kept: seal the cookies instead, never those.",
  "discord-token":
    "That holds a Discord token. It was not kept: reset it in Discord, and seal the cookies instead.",
  "grant-code": "That is a sign-in code, not a session: finish signing in, then copy the cookies.",
};

const UNREADABLE = {
  empty: "Nothing was given.",
  "too-long": "That is too long to be read.",
  cut: "The text ends in the middle of a cookie.",
  "no-cookies": "No cookies were recognised in it.",
};

const WHY = {
  absent: "is missing: it is HttpOnly, see Application > Cookies in the developer tools",
  empty: "is empty",
  placeholder: "holds a placeholder and no value",
  characters: "holds characters no cookie can have",
  "too-long": "is too long",
  cut: "is cut off",
  shortened: "was copied from a shortened view",
};

/** Returns why a reading is no session; undefined when it is one. No value is in it. */
export function explainReading(reading: PasteReading): string | undefined {
  if (reading.kind === "refused") return REFUSED[reading.why];
  if (reading.kind === "unreadable") return UNREADABLE[reading.why];
  if (reading.kind === "bundle") return "That is a sealed bundle already: paste it into /link.";
  if (reading.isComplete) return undefined;
  const found = reading.found.length === 0 ? "none of its cookies" : reading.found.join(", ");
  const missing = reading.missing.filter(({ isRequired }) => isRequired).map(missingLine);
  return `Recognised: ${FORMS[reading.form]}. Found: ${found}.\n${missing.join("\n")}`;
}

function missingLine({ name, why, placeholder }: MissingCookie): string {
  return `  ${name} ${WHY[why]}${placeholder === undefined ? "" : ` (${placeholder})`}`;
}
