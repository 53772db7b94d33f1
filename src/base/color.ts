const HEX = /^(?:#|0x)?([\da-f]{6}|[\da-f]{3})$/i;

/** Returns a web color, `#2b8cff` or `28f`, as a number. Null: nothing was typed; undefined: it is no color. */
export function readColor(typed = ""): number | null | undefined {
  const text = typed.trim();
  if (text === "") return null;
  const [, digits = ""] = HEX.exec(text) ?? [];
  if (digits === "") return undefined;
  return Number.parseInt(digits.length === 3 ? digits.replaceAll(/./g, "$&$&") : digits, 16);
}

/** Returns a color as it can be typed; undefined where there is none. */
export function colorText(color: number): string;
export function colorText(color: number | undefined): string | undefined;
export function colorText(color: number | undefined): string | undefined {
  return color === undefined ? undefined : `#${color.toString(16).padStart(6, "0")}`;
}
