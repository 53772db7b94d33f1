/** Length as Discord counts it: in Unicode code points. */
export function textLength(text: string): number {
  let pairs = 0;
  for (let at = 0; at < text.length - 1; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit >= 0xd800 && unit < 0xdc00) {
      const next = text.charCodeAt(at + 1);
      if (next >= 0xdc00 && next < 0xe000) pairs += 1;
    }
  }
  return text.length - pairs;
}
