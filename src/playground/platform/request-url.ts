/**
 * The address a request asks for, on the service's own host: the path in one spelling (no doubled slashes), whether
 * the client sent it alone or a whole address as to a proxy. Undefined when it is none.
 */
export function requestUrl(target: string, portal: string): URL | undefined {
  const whole = /^https?:\/\//i.test(target) ? pathOf(target) : target;
  if (whole === undefined || !whole.startsWith("/")) return undefined;
  const [path = "", ...query] = whole.split("?");
  const address = new URL(portal).origin + path.replaceAll(/\/{2,}/g, "/");
  const search = query.length === 0 ? "" : `?${query.join("?")}`;
  return URL.canParse(address + search) ? new URL(address + search) : undefined;
}

function pathOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { pathname, search } = new URL(address);
  return pathname + search;
}
