import * as fc from "fast-check";

const codePoint = fc
  .oneof(
    fc.integer({ min: 0, max: 0x7f }),
    fc.integer({ min: 0x80, max: 0xffff }),
    fc.integer({ min: 0x1_0000, max: 0x10_ffff }),
  )
  .map((code) => String.fromCodePoint(code));

/**
 * Any text at all, halves of surrogate pairs included. fast-check's own unit "binary" lists every character there
 * is before its first value, which takes a second, and many on a busy machine.
 */
export function anyText(lengths: { readonly minLength?: number; readonly maxLength?: number } = {}) {
  return fc.string({ ...lengths, unit: codePoint });
}
