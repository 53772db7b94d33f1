/** The named references that occur in articles. Others stay as they were written. */
const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ensp: " ",
  emsp: " ",
  thinsp: " ",
  shy: "",
  zwj: "",
  zwnj: "",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  lsquo: "‘",
  rsquo: "’",
  sbquo: "‚",
  ldquo: "“",
  rdquo: "”",
  bdquo: "„",
  laquo: "«",
  raquo: "»",
  lsaquo: "‹",
  rsaquo: "›",
  bull: "•",
  middot: "·",
  copy: "©",
  reg: "®",
  trade: "™",
  deg: "°",
  plusmn: "±",
  times: "×",
  divide: "÷",
  frac12: "½",
  frac14: "¼",
  frac34: "¾",
  sup2: "²",
  sup3: "³",
  micro: "µ",
  para: "¶",
  sect: "§",
  dagger: "†",
  euro: "€",
  pound: "£",
  yen: "¥",
  cent: "¢",
  larr: "←",
  rarr: "→",
  uarr: "↑",
  darr: "↓",
  harr: "↔",
  minus: "−",
  ne: "≠",
  le: "≤",
  ge: "≥",
  infin: "∞",
  iexcl: "¡",
  iquest: "¿",
  szlig: "ß",
  aelig: "æ",
  AElig: "Æ",
  oelig: "œ",
  OElig: "Œ",
  oslash: "ø",
  Oslash: "Ø",
  aring: "å",
  Aring: "Å",
};

/** `eacute`, `Uuml`: a letter and its accent. */
const ACCENTED = /^([A-Za-z])(grave|acute|circ|tilde|uml|cedil|caron)$/;
const ACCENTS: Readonly<Record<string, string>> = {
  grave: "\u0300",
  acute: "\u0301",
  circ: "\u0302",
  tilde: "\u0303",
  uml: "\u0308",
  cedil: "\u0327",
  caron: "\u030C",
};

const REFERENCE = /&(#\d{1,8}|#[xX][0-9A-Fa-f]{1,7}|[A-Za-z][A-Za-z0-9]{1,12});|&(amp|lt|gt|quot|nbsp)\b/g;

/** Character references of HTML turned into the characters. What is not known stays. */
export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replaceAll(
    REFERENCE,
    (whole, reference?: string, bare?: string): string => meaningOf(reference ?? bare ?? "") ?? whole,
  );
}

function meaningOf(reference: string): string | undefined {
  if (!reference.startsWith("#")) return named(reference);
  const isHex = /^#x/i.test(reference);
  return character(Number.parseInt(reference.slice(isHex ? 2 : 1), isHex ? 16 : 10));
}

function character(code: number): string {
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : "\uFFFD";
}

function named(name: string): string | undefined {
  if (Object.hasOwn(NAMED, name)) return NAMED[name];
  const [, letter, accent] = ACCENTED.exec(name) ?? [];
  const mark = ACCENTS[accent ?? ""];
  return letter === undefined || mark === undefined ? undefined : `${letter}${mark}`.normalize("NFC");
}
