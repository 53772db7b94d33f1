/** Returns the target with `rel="next"` among Link headers (RFC 8288); undefined without one. */
export function nextLink(lines: readonly string[]): string | undefined {
  for (const [, target, parameters = ""] of lines.join(",").matchAll(LINK)) {
    const [, quoted, bare] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,]+))/i.exec(parameters) ?? [];
    if ((quoted ?? bare)?.toLowerCase().split(/\s+/).includes("next") === true) return target;
  }
  return undefined;
}

/** A target and its parameters up to the next target. */
const LINK = /<([^<>]{1,4096})>([^<]*)/g;
