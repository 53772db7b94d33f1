import type { MissingCookie, PasteForm, PasteReading } from "../sessions/paste/read-paste.ts";

const FORMS: Readonly<Record<PasteForm, string>> = {
  bundle: "sealed text",
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
  lines: "names and values, one a line",
  text: "names and values in a text",
};

const REFUSED = {
  password: "That looks like a name and password. Nothing was stored. Copy the cookies instead.",
  "discord-token":
    "That has a Discord token in it. Nothing was stored. Reset the token in Discord, then copy the cookies instead.",
  "grant-code": "That's a sign-in code, not a session. Finish signing in, then copy the cookies.",
};

const UNREADABLE = {
  empty: "That was empty. Copy the cookies and paste again.",
  "too-long": "That's too long. Copy only the cookies.",
  cut: "That ends in the middle of a cookie. Copy again, all of it.",
  "no-cookies": "No cookies found in that. Copy them again: /link shows how.",
};

const WHY = {
  absent: "is missing: Application > Cookies in the developer tools has all cookies, HttpOnly ones too",
  empty: "is empty",
  placeholder: "has a placeholder, not a value",
  characters: "has characters no cookie can have",
  "too-long": "is too long",
  cut: "is cut off",
  shortened: "was copied from a shortened view",
};

/** Returns why a paste is no session, without quoting it; undefined when it is one. */
export function explainReading(reading: PasteReading): string | undefined {
  if (reading.kind === "refused") return REFUSED[reading.why];
  if (reading.kind === "unreadable") return UNREADABLE[reading.why];
  if (reading.kind === "bundle") return "That's sealed text already. Paste it into /link.";
  if (reading.isComplete) return undefined;
  const found = reading.found.length === 0 ? "none of the cookies" : reading.found.join(", ");
  const missing = reading.missing.filter(({ isRequired }) => isRequired).map(missingLine);
  return `Read as ${FORMS[reading.form]}. Found: ${found}.\n${missing.join("\n")}`;
}

function missingLine({ name, why, placeholder }: MissingCookie): string {
  return `  ${name} ${WHY[why]}${placeholder === undefined ? "" : ` (${placeholder})`}`;
}
