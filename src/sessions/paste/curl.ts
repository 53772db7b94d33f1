import type { Candidates } from "./candidates.ts";
import { addCookieText } from "./pairs.ts";
import { readEscape } from "./loose-data.ts";

const COMMANDS = new Set(["curl", "curl.exe", "wget", "wget.exe", "http", "https", "xh"]);
const COMMAND = /\b(?:curl|wget)(?:\.exe)?\s/;
/** An option with its value; a file name, which curl reads instead, contains no `=`. */
const COOKIE_OPTION = /^(?:--cookie=?|-b)(?=[^=]*=)(.*)$/s;
const COOKIE_HEADER = /^(?:--header=|-H)?cookie[ \t]*:(.*)$/is;

/** Reads command lines of curl and similar tools: cookies in `-b` and headers. The URL tells whose they are. */
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
  return (COOKIE_OPTION.exec(word) ?? COOKIE_HEADER.exec(word))?.[1];
}

/** Returns words of command lines; `\n`, `;` and `&` outside quotes end one like a space. */
function shellWords(text: string): readonly string[] {
  return new WordReader(isForCmd(text) ? withoutCarets(text) : text).read();
}

/**
 * Windows' command line escapes with carets: `^"`, `%^3D`, and ` ^` at a line's end. Single quotes are text to it, so
 * they open no command's first word.
 */
function isForCmd(text: string): boolean {
  const [firstQuote] = /["']/.exec(text.slice(Math.max(0, text.search(COMMAND)))) ?? [];
  return firstQuote === '"' && /\^["%\n]/.test(text);
}

function withoutCarets(text: string): string {
  return text.replaceAll(/\^(\^?)/g, "$1");
}

class WordReader {
  readonly #text: string;
  readonly #words: string[] = [];
  #parts: string[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): readonly string[] {
    while (this.#at < this.#text.length) this.#step();
    this.#endWord();
    return this.#words;
  }

  #step(): void {
    const character = this.#text.charAt(this.#at);
    const next = this.#text.charAt(this.#at + 1);
    if (character === "\\" && next === "\n") this.#skip(2);
    else if (" \t\n;&".includes(character)) this.#skip(1);
    else if (character === "'") this.#verbatim();
    else if (character === '"') this.#quoted();
    else if (character === "$" && next === "'") this.#ansi();
    else if (character === "\\") this.#take(next, 2);
    else this.#take(character, 1);
  }

  #take(text: string, length: number): void {
    this.#parts.push(text);
    this.#at += length;
  }

  #skip(length: number): void {
    this.#endWord();
    this.#at += length;
  }

  #endWord(): void {
    if (this.#parts.length > 0) this.#words.push(this.#parts.join(""));
    this.#parts = [];
  }

  #verbatim(): void {
    const end = this.#text.indexOf("'", this.#at + 1);
    const stop = end === -1 ? this.#text.length : end;
    this.#parts.push(this.#text.slice(this.#at + 1, stop));
    this.#at = stop + 1;
  }

  /** In double quotes a backslash escapes the next character; cmd also doubles quotes. */
  #quoted(): void {
    let at = this.#at + 1;
    for (; at < this.#text.length; at += 1) {
      const character = this.#text.charAt(at);
      const next = this.#text.charAt(at + 1);
      if (character === '"' && next !== '"') break;
      const isEscape = character === '"' || character === "\\";
      this.#parts.push(isEscape ? next : character);
      if (isEscape) at += 1;
    }
    this.#at = at + 1;
  }

  #ansi(): void {
    let at = this.#at + 2;
    for (; at < this.#text.length && this.#text.charAt(at) !== "'"; at += 1) {
      const isEscape = this.#text.charAt(at) === "\\";
      const [meant, length] = isEscape ? readEscape(this.#text, at + 1) : [this.#text.charAt(at), 0];
      this.#parts.push(meant);
      at += length;
    }
    this.#at = at + 1;
  }
}
