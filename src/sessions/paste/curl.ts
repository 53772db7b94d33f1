import type { Candidates } from "./candidates.ts";
import { addCookieText } from "./pairs.ts";
import { shellWords } from "./shell.ts";

const COMMANDS = new Set(["curl", "curl.exe", "wget", "wget.exe", "http", "https", "xh"]);
const COOKIE_OPTIONS = ["--cookie=", "--cookie", "-b"];
const HEADER_OPTIONS = ["--header=", "-H"];
const COOKIE_HEADER = /^cookie[ \t]*:/i;

/** Command lines of curl and its like: cookies in `-b` and in headers. The address says whose they are. */
export function addCurl(text: string, found: Candidates): void {
  let host: string | undefined;
  let cookies: string[] = [];
  const finish = () => {
    for (const cookie of cookies) addCookieText(cookie, found, { host });
    host = undefined;
    cookies = [];
  };
  const words = shellWords(text);
  for (const [index, word] of words.entries()) {
    if (COMMANDS.has(word)) finish();
    else if (host === undefined && /^https?:\/\//i.test(word)) host = word;
    const cookie = cookieOf(word, words[index - 1]);
    if (cookie !== undefined) cookies.push(cookie);
  }
  finish();
}

function cookieOf(word: string, before: string | undefined): string | undefined {
  if (before === "-b" || before === "--cookie") return word;
  if (COOKIE_HEADER.test(word)) return word.slice(word.indexOf(":") + 1);
  for (const option of COOKIE_OPTIONS) {
    if (word.startsWith(option) && word.includes("=", option.length)) return word.slice(option.length);
  }
  for (const option of HEADER_OPTIONS) {
    const header = word.startsWith(option) ? word.slice(option.length) : "";
    if (COOKIE_HEADER.test(header)) return header.slice(header.indexOf(":") + 1);
  }
  return undefined;
}
