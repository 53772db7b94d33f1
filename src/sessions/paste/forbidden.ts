import { withoutTrailing } from "./clean.ts";

export type Forbidden = "password" | "discord-token" | "grant-code";

const PASSWORD_WORDS = [
  "password",
  "passwd",
  "passphrase",
  "passwort",
  "kennwort",
  "contraseña",
  "mot de passe",
  "senha",
  "wachtwoord",
  "lösenord",
  "hasło",
  "şifre",
  "пароль",
  "パスワード",
  "密码",
  "密碼",
  "비밀번호",
];
const SHORT_WORDS = ["pass", "pwd", "pw"];
const LETTER = /[\p{L}\p{N}]/u;
/** Text after the word that is no password. */
const NO_PASSWORD = /^(?:null|undefined|true|false|none|function|\$|[([{<,;&})\]>*]|[01](?:[;&,"'\s]|$)|$)/i;

/** Returns what is refused anywhere, also among cookies. */
export function findForbidden(text: string): Forbidden | undefined {
  if (hasDiscordToken(text)) return "discord-token";
  return hasLabelledPassword(text.toLowerCase(), PASSWORD_WORDS) ? "password" : undefined;
}

/** Returns what is refused where no cookie was found: unlabeled sign-in details, a grant code. */
export function findForbiddenAlone(text: string): Forbidden | undefined {
  if (text.length > 4_000) return hasGrantCode(text) ? "grant-code" : undefined;
  const lower = text.toLowerCase();
  const isSignIn = hasEmail(lower) || hasLabelledPassword(lower, SHORT_WORDS);
  if (isSignIn || saysPassword(lower)) return "password";
  return hasGrantCode(text) ? "grant-code" : undefined;
}

/** In a HAR only posted data counts: pages and scripts mention passwords all the time. */
export function findForbiddenPosted(text: string): Forbidden | undefined {
  let at = text.indexOf('"postData"');
  while (at !== -1) {
    const end = text.indexOf('"response"', at);
    const posted = text.slice(at, end === -1 ? undefined : end);
    const found = findForbidden(posted);
    if (found !== undefined || end === -1) return found;
    at = text.indexOf('"postData"', end);
  }
  return undefined;
}

/** Finds a password label followed by a value: `"j_password": "x"`, `passwd=x`, `{"name":"password","value":"x"}`. */
function hasLabelledPassword(lower: string, words: readonly string[]): boolean {
  return words.some((word) => {
    for (let at = lower.indexOf(word); at !== -1; at = lower.indexOf(word, at + word.length)) {
      const isWhole = !LETTER.test(lower.charAt(at - 1));
      if (isWhole && isFollowedByValue(lower.slice(at + word.length, at + word.length + 80))) return true;
    }
    return false;
  });
}

function isFollowedByValue(after: string): boolean {
  const separator = /^["'`\]\\ \t*]{0,8}(?:=>|[=:]|,["' \\]{0,6}value["'\\ ]{0,6}:)/.exec(after);
  if (separator === null) return false;
  const value = after.slice(separator[0].length).replace(/^[\s"'`\\*]{1,16}/, "");
  return !NO_PASSWORD.test(value);
}

/** Finds a password in a sentence, as a label above its value, or as a column of a password manager's export. */
function saysPassword(lower: string): boolean {
  const start = lower.length < 300 ? lower : "";
  const cells = lower.trim().split(/["'\s]*[,;\t|\n]["'\s]*/);
  const headings = new Set(cells.slice(0, -1));
  return PASSWORD_WORDS.some(
    (word) => start.includes(`${word} is `) || start.startsWith(`${word} `) || headings.has(word),
  );
}

/** Returns whether the text contains an e-mail address. */
export function hasEmail(text: string): boolean {
  for (let at = text.indexOf("@"); at !== -1; at = text.indexOf("@", at + 1)) {
    const host = /^[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,5}/.exec(text.slice(at + 1, at + 400));
    if (host !== null && /[A-Za-z0-9._%+-]/.test(text.charAt(at - 1))) return true;
  }
  return false;
}

const CODE_QUERY = /[?&]code=[^&\s]/;
const CODE_LINE = /^[ \t]{0,20}["']?(?:grant[ _-]?code|code)["']?[ \t]{0,20}[=:][ \t]{0,20}["']?[^\s"']/im;
const CODE_HEADER = /grant-code["']?[ \t]{0,8}[:=]/i;

function hasGrantCode(text: string): boolean {
  return CODE_QUERY.test(text) || CODE_LINE.test(text) || CODE_HEADER.test(text);
}

const RUN = /[A-Za-z0-9_-]/;

/**
 * Finds three runs joined by dots, the first a Discord id in base64; or `mfa.` and a long run. Visits each dot once,
 * with bounded effort.
 */
function hasDiscordToken(text: string): boolean {
  for (let dot = text.indexOf("."); dot !== -1; dot = text.indexOf(".", dot + 1)) {
    const left = runBefore(text, dot, 44);
    if (left === "mfa" && runAfter(text, dot, 60).length >= 60) return true;
    const next = dot + 1 + runAfter(text, dot, 9).length;
    const isLong = text.charAt(next) === "." && runAfter(text, next, 27).length >= 27;
    if (isLong && isIdInBase64(left)) return true;
  }
  return false;
}

function runBefore(text: string, end: number, most: number): string {
  let at = end;
  while (end - at < most && RUN.test(text.charAt(at - 1))) at -= 1;
  return text.slice(at, end);
}

function runAfter(text: string, dot: number, most: number): string {
  let at = dot + 1;
  while (at - dot <= most && RUN.test(text.charAt(at))) at += 1;
  return text.slice(dot + 1, at);
}

function isIdInBase64(run: string): boolean {
  try {
    return /^\d{15,21}$/.test(atob(withoutTrailing(run, "=").replaceAll("-", "+").replaceAll("_", "/")));
  } catch {
    return false;
  }
}
