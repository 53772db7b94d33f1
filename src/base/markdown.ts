import { cleanText, escapeMarkdown, MASS_MENTION } from "./text.ts";

/**
 * Text that Discord may render as Markdown. Made only by the `md` tag, which escapes every plain string, and the
 * helpers below, so that platform text can't bring markup or mentions along.
 */
export class Markdown {
  readonly #source: string;

  private constructor(source: string) {
    this.#source = source;
  }

  /** Takes `source` as it is: only for this module and our own catalogs. */
  static trusted(source: string): Markdown {
    return new Markdown(source);
  }

  toString(): string {
    return this.#source;
  }
}

type Part = Markdown | string | number | bigint;

/** md`**${title}** by ${author}`: the template is markup; values are escaped unless they are Markdown. */
export function md(template: TemplateStringsArray, ...parts: readonly Part[]): Markdown {
  let source = template[0] ?? "";
  for (const [index, part] of parts.entries()) source += sourceOf(part) + (template[index + 1] ?? "");
  return Markdown.trusted(source);
}

/** Returns Markdown that shows exactly this text. */
export function plain(text: string): Markdown {
  return Markdown.trusted(escapeMarkdown(text));
}

const FENCE = "```";

/**
 * Returns text by someone who may use markup there: it is kept, and open code is closed. It mentions nobody; mentions
 * are picked and checked separately.
 */
export function authored(text: string): Markdown {
  const clean = cleanText(text)
    .replaceAll(/<(?=@)/g, "<\u200B")
    .replaceAll(MASS_MENTION, "@\u200B");
  const isOpen = clean.split(FENCE).length % 2 === 0;
  return Markdown.trusted(isOpen ? `${clean}\n${FENCE}` : clean);
}

export function joinMarkdown(parts: readonly Part[], separator = "\n"): Markdown {
  return Markdown.trusted(parts.map(sourceOf).join(separator));
}

/** Styles of Discord's `<t:...>`: R relative, f date and time, F with weekday, d date, D long date, t time. */
export type TimeStyle = "R" | "f" | "F" | "d" | "D" | "t";

/** The last second a Date can hold; Discord shows nothing useful beyond it. */
const LAST_SECOND = 8_640_000_000_000;

/**
 * Returns a time that every reader sees in their own zone and language. `at`: milliseconds since 1970; an invalid time
 * becomes a dash.
 */
export function timestamp(at: number, style: TimeStyle = "R"): Markdown {
  const seconds = Math.floor(at / 1000);
  if (!(Math.abs(seconds) <= LAST_SECOND)) return Markdown.trusted("–");
  return Markdown.trusted(`<t:${seconds}:${style}>`);
}

/** Returns a masked link; just the label where the URL is not http(s), or has a user name or password. */
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
