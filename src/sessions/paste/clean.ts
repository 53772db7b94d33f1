/** Typographic characters that editors, phones and chats insert. */
const REPLACED: Readonly<Record<string, string>> = {
  ...each("\u201C\u201D\u201E\u201F\u2033\u2036\u00AB\u00BB\uFF02\u300C\u300D\u300E\u300F", '"'),
  ...each("\u2018\u2019\u201A\u201B\u2032\u2035\u00B4\uFF07", "'"),
  ...each(
    "\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u202F\u205F\u3000",
    " ",
  ),
  ...each("\u2010\u2011\u2012\u2013\u2212\uFE63\uFF0D", "-"),
  ...each("\u2014\u2015", "--"),
  ...each("\u2028\u2029\u0085\u000B\u000C\u3002", "\n"),
  ...each("\u2192\u21D2\u27A1\u27F6\u279C", "=>"),
  "\uFF1D": "=",
  "\uFF1B": ";",
  "\uFF1A": ":",
  "\uFF0C": ",",
  "\u3001": ", ",
  "\u2502": "|",
  "\u2503": "|",
};
const UNUSUAL = /[^\t\n\x20-\x7E]/g;
const INVISIBLE = /^[\p{Default_Ignorable_Code_Point}\p{Cc}\u202A-\u202E\u2066-\u2069\uFFF9-\uFFFB]$/u;

/** Returns the text with plain quotes, spaces, dashes and line ends, and nothing invisible. */
export function plainCharacters(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replaceAll("\r", "\n")
    .replaceAll(UNUSUAL, (found) => REPLACED[found] ?? (INVISIBLE.test(found) ? "" : found));
}

/** Returns the text without code fences, a mail's quote marks, and one pair of quotes around it. */
export function unwrapped(text: string): string {
  const unquoted = withoutFences(text).replaceAll(/^>+(?: |$)/gm, "");
  return withoutQuotes(
    withoutTags(withoutDumps(withoutLinks(unquoted)))
      .replaceAll(SPOILER, "")
      .trim(),
  );
}

/** Removes the links that chats and mails make of a text: `[a](http://a)`, `<http://a|a>`, `a<http://a/>`. */
function withoutLinks(text: string): string {
  return text
    .replaceAll(/\[([^\s[\]]{1,300})\]\(https?:\/\/\1\/?\)/g, "$1")
    .replaceAll(/<https?:\/\/[^\s<>|]{1,300}\|([^\s<>|]{1,300})>/g, "$1")
    .replaceAll(/<https?:\/\/([^\s<>|]{1,300})>/g, (link, address: string, at: number) =>
      text.endsWith(withoutTrailing(address, "/"), at) ? "" : link,
    );
}

/** Returns what some programs print of cookies as others do: Python's jar, PHP's `var_dump`, types. */
function withoutDumps(text: string): string {
  return text
    .replaceAll(
      /<Cookie ([^\s<>]{1,4200}) for ([^\s<>/]{1,253})[^<>]{0,80}>,?/g,
      "\nSet-Cookie: $1; Domain=$2\n",
    )
    .replaceAll(/:[ \t]{0,3}(?:string|String|str|&str)[ \t]{0,3}=/g, " =")
    .replaceAll(/=>\s{1,20}string\(\d{1,5}\) (?=")/g, "=>");
}

/** Returns the text of HTML's lines and cells on lines and in cells. */
function withoutTags(text: string): string {
  if (!/<\/(?:p|div|span|li|td|code|pre|key)>/i.test(text)) return text;
  return text
    .replaceAll(/<\/(?:t[dh]|key)>/gi, "\t")
    .replaceAll(/<\/(?:p|div|li|tr|pre|string)>|<br ?\/?>/gi, "\n")
    .replaceAll(
      /<\/?(?:p|div|span|li|[ou]l|t[dhr]|tbody|thead|table|code|pre|key|string|dict|b|i)(?: [^<>]{0,300})?>/gi,
      "",
    );
}

/** Bars at an edge; between spaces or cells they belong to a table. */
const SPOILER = /(?<!\S)\|\|(?=\S)|(?<=\S)\|\|(?![^\s,;])|^\|\|$/gm;

/** A language name may follow the opening fence only on its own line. */
function withoutFences(text: string): string {
  return text
    .split("```")
    .map((part, index) => (index % 2 === 1 ? part.replace(/^[\w+-]{1,20}\n/, "\n") : part))
    .join("\n");
}

const PAIRS: Readonly<Record<string, string>> = { '"': '"', "'": "'", "`": "`", "(": ")", "<": ">" };

/** Removes one pair of quotes or brackets around the text, and what may trail it. */
function withoutQuotes(text: string): string {
  const open = text.charAt(0);
  const body = withoutTrailing(text, " \t\n;,");
  const inner = body.slice(1, -1);
  return body.at(-1) === PAIRS[open] && !inner.includes(open) ? inner.trim() : text;
}

/** Returns the text up to the last character that isn't one of these. */
export function withoutTrailing(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

function each(characters: string, replacement: string): Record<string, string> {
  return Object.fromEntries(Array.from(characters, (character) => [character, replacement]));
}

/** Returns where a run of characters that begins here ends. */
export function endOfRun(text: string, start: number, isIn: (character: string) => boolean): number {
  let at = start;
  while (at < text.length && isIn(text.charAt(at))) at += 1;
  return at;
}
