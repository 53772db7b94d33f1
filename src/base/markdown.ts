import { cleanText, escapeMarkdown, MASS_MENTION } from "./text.ts";

/**
 * Text that Discord may render as markdown. The only ways to make one are the `md` tag, which neutralises
 * every plain string put into it, and the helpers below: a platform string can't bring markup or mentions
 * along.
 */
export class Markdown {
  readonly #source: string;

  private constructor(source: string) {
    this.#source = source;
  }

  /** For this module and for texts of our own catalogs only: `source` is taken as it is. */
  static trusted(source: string): Markdown {
    return new Markdown(source);
  }

  toString(): string {
    return this.#source;
  }
}

type Part = Markdown | string | number | bigint;

/** md`**${title}** by ${author}`: the template is markup, what is put in is plain text unless it is Markdown. */
export function md(template: TemplateStringsArray, ...parts: readonly Part[]): Markdown {
  let source = template[0] ?? "";
  for (const [index, part] of parts.entries()) source += sourceOf(part) + (template[index + 1] ?? "");
  return Markdown.trusted(source);
}

/** Plain text as markdown that shows just that text. */
export function plain(text: string): Markdown {
  return Markdown.trusted(escapeMarkdown(text));
}

const FENCE = "```";

/**
 * What somebody wrote who may write it there themselves: its markup is kept, code that is left open is closed. It
 * mentions nobody: whom to mention is chosen, and checked, beside it.
 */
export function authored(text: string): Markdown {
  const clean = cleanText(text)
    .replaceAll(/<(?=@)/g, "\\<")
    .replaceAll(MASS_MENTION, "@\u200B");
  const isOpen = clean.split(FENCE).length % 2 === 0;
  return Markdown.trusted(isOpen ? `${clean}\n${FENCE}` : clean);
}

export function joinMarkdown(parts: readonly Part[], separator = "\n"): Markdown {
  return Markdown.trusted(parts.map(sourceOf).join(separator));
}

/** Styles of Discord's `<t:...>`: R relative, f date and time, F with weekday, d date, D long date, t time. */
export type TimeStyle = "R" | "f" | "F" | "d" | "D" | "t";

/** The last second a Date can hold; Discord shows nothing sensible beyond it. */
const LAST_SECOND = 8_640_000_000_000;

/**
 * A time every reader sees in their own zone and language. `at` is milliseconds since 1970; what is no time is
 * shown as a dash.
 */
export function timestamp(at: number, style: TimeStyle = "R"): Markdown {
  const seconds = Math.floor(at / 1000);
  if (!(Math.abs(seconds) <= LAST_SECOND)) return Markdown.trusted("–");
  return Markdown.trusted(`<t:${seconds}:${style}>`);
}

/** A masked link. An address that is not http(s), or carries a name and password, is shown as its label alone. */
export function link(label: string, url: string): Markdown {
  const address = safeUrl(url);
  const shown = escapeMarkdown(label);
  return Markdown.trusted(address === undefined ? shown : `[${shown}](<${address}>)`);
}

function safeUrl(url: string): string | undefined {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol !== "https:" && parsed?.protocol !== "http:") return undefined;
  if (parsed.username !== "" || parsed.password !== "") return undefined;
  return parsed.href.replaceAll(
    /[()<>\\]/g,
    (unsafe) => `%${unsafe.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function sourceOf(part: Part): string {
  return typeof part === "string" ? escapeMarkdown(part) : String(part);
}
