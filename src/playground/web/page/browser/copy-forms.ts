import type { ShownCookie, ShownRequest } from "../../browser/view.ts";

const TICK = "\u2713";

/** Returns a cookie's cells as developer tools show them. */
export function cells(cookie: ShownCookie) {
  return [
    cookie.name,
    cookie.value,
    cookie.domain,
    cookie.path,
    cookie.expiresAt === undefined ? "Session" : new Date(cookie.expiresAt).toISOString(),
    String(cookie.size),
    cookie.isHttpOnly ? TICK : "",
    cookie.isSecure ? TICK : "",
    cookie.sameSite,
  ];
}

export function asRows(cookies: readonly ShownCookie[]) {
  return cookies.map((cookie) => [...cells(cookie), "", "", "Medium"].join("\t")).join("\n");
}

export function asExtensionJson(cookies: readonly ShownCookie[]) {
  const list = cookies.map((cookie) => ({
    domain: cookie.domain,
    ...(cookie.expiresAt === undefined ? {} : { expirationDate: cookie.expiresAt / 1000 }),
    hostOnly: cookie.isHostOnly,
    httpOnly: cookie.isHttpOnly,
    name: cookie.name,
    path: cookie.path,
    sameSite: cookie.sameSite === "" ? "unspecified" : cookie.sameSite.toLowerCase(),
    secure: cookie.isSecure,
    session: cookie.expiresAt === undefined,
    storeId: "0",
    value: cookie.value,
  }));
  return JSON.stringify(list, undefined, 4);
}

export function asCookiesTxt(cookies: readonly ShownCookie[]) {
  const lines = cookies.map((cookie) => {
    const fields = [
      (cookie.isHttpOnly ? "#HttpOnly_" : "") + cookie.domain,
      cookie.isHostOnly ? "FALSE" : "TRUE",
      cookie.path,
      cookie.isSecure ? "TRUE" : "FALSE",
      cookie.expiresAt === undefined ? 0 : Math.floor(cookie.expiresAt / 1000),
      cookie.name,
      cookie.value,
    ];
    return fields.join("\t");
  });
  return ["# Netscape HTTP Cookie File", ...lines, ""].join("\n");
}

export function asHeaderValue(cookies: readonly ShownCookie[]) {
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}

export function asBash({ address, method, requestHeaders }: ShownRequest) {
  const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  return curl({ address, method, requestHeaders }, quote, " \\\n");
}

/** Returns a command for the Windows command prompt, where special characters need a caret. */
export function asCmd({ address, method, requestHeaders }: ShownRequest) {
  const quote = (text: string) => {
    const escaped = text
      .replaceAll("\\", "\\\\")
      .replaceAll('"', '\\"')
      .replaceAll(/[^a-zA-Z0-9\s_\-:=+~'/.,?;()*`]/g, "^$&")
      .replaceAll(/%(?=[a-zA-Z0-9_])/g, "%^");
    return `^"${escaped}^"`;
  };
  return curl({ address, method, requestHeaders }, quote, " ^\n");
}

function curl(
  { address, method, requestHeaders }: Pick<ShownRequest, "address" | "method" | "requestHeaders">,
  quote: (text: string) => string,
  between: string,
) {
  const parts = requestHeaders
    .filter(([name]) => name !== "host" && name !== "content-length")
    .map(([name, value]) =>
      name === "cookie" ? `  -b ${quote(value)}` : `  -H ${quote(`${name}: ${value}`)}`,
    );
  return [`curl ${quote(address)}`, ...(method === "POST" ? ["  -X POST"] : []), ...parts].join(between);
}

export function asPowerShell({ address, method, requestHeaders }: ShownRequest) {
  const quote = (text: string) => `"${text.replaceAll(/[`$"]/g, "`$&")}"`;
  const cookies = pairsOf(headerOf(requestHeaders, "cookie")).map(
    ([name, value]) =>
      `$session.Cookies.Add((New-Object System.Net.Cookie(${quote(name)}, ${quote(value)}, "/", ${quote(new URL(address).hostname)})))`,
  );
  const headers = requestHeaders
    .filter(([name]) => !["host", "cookie", "content-length", "user-agent"].includes(name))
    .map(([name, value]) => `  ${quote(name)}=${quote(value)}`);
  return [
    "$session = New-Object Microsoft.PowerShell.Commands.WebRequestSession",
    `$session.UserAgent = ${quote(headerOf(requestHeaders, "user-agent"))}`,
    ...cookies,
    `Invoke-WebRequest -UseBasicParsing -Uri ${quote(address)} \``,
    ...(method === "POST" ? ["-Method POST `"] : []),
    "-WebSession $session `",
    `-Headers @{\n${headers.join("\n")}\n}`,
  ].join("\n");
}

/** Returns headers as developer tools copy them. */
export function asHeaderLines(headers: readonly (readonly [string, string])[]) {
  return headers.map(([name, value]) => `${name}: ${value}`).join("\n");
}

export function asHar(requests: readonly ShownRequest[]) {
  const entries = requests.map(({ startedAt, method, address, status, requestHeaders, responseHeaders }) => ({
    startedDateTime: new Date(startedAt).toISOString(),
    time: 0,
    request: {
      method,
      url: address,
      httpVersion: "HTTP/1.1",
      headers: requestHeaders.map(([name, value]) => ({ name, value })),
      cookies: pairsOf(headerOf(requestHeaders, "cookie")).map(([name, value]) => ({ name, value })),
    },
    response: { status, headers: responseHeaders.map(([name, value]) => ({ name, value })) },
  }));
  return JSON.stringify(
    { log: { version: "1.2", creator: { name: "Demo browser" }, entries } },
    undefined,
    2,
  );
}

function headerOf(headers: readonly (readonly [string, string])[], wanted: string) {
  return headers.find(([name]) => name === wanted)?.[1] ?? "";
}

function pairsOf(header: string): (readonly [string, string])[] {
  return header
    .split("; ")
    .filter((pair) => pair !== "")
    .map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]);
}
