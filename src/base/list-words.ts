const formats = new Map<string, Intl.ListFormat>();

/** A Chinese conjunction between two names, such as 和. */
const HAN = /^\p{Script=Han}+$/u;
/** Characters next to which such a conjunction needs no space. */
const WIDE = /[\p{Script=Han}\u3000-\u303F\uFF00-\uFF60]/u;

/** Joins names the way a language lists them: `A, B und C`, `A、B、C`, `A、B 和 C`. */
export function listWords(names: readonly string[], language: string): string {
  let format = formats.get(language);
  if (format === undefined) {
    format = new Intl.ListFormat(language, { type: "conjunction" });
    formats.set(language, format);
  }
  return format
    .formatToParts(names)
    .map(({ type, value }, at, parts) => {
      if (type === "element" || !HAN.test(value)) return value;
      const [before = "", after = ""] = [parts[at - 1]?.value.at(-1), parts[at + 1]?.value[0]];
      return `${WIDE.test(before) ? "" : " "}${value}${WIDE.test(after) ? "" : " "}`;
    })
    .join("");
}
