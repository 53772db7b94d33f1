/**
 * Cookies and requests as browsers, their developer tools and extensions copy them.
 * @typedef {import("../../browser/view.ts").ShownCookie} ShownCookie
 * @typedef {import("../../browser/view.ts").ShownRequest} ShownRequest
 */

const TICK = "\u2713";

/**
 * What the table of cookies shows of one.
 * @param {ShownCookie} cookie
 */
export function cells(cookie) {
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

/** @param {readonly ShownCookie[]} cookies */
export function asRows(cookies) {
  return cookies.map((cookie) => [...cells(cookie), "", "", "Medium"].join("\t")).join("\n");
}

/** @param {readonly ShownCookie[]} cookies */
export function asExtensionJson(cookies) {
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

/** @param {readonly ShownCookie[]} cookies */
export function asCookiesTxt(cookies) {
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

/** @param {readonly ShownCookie[]} cookies */
export function asHeaderValue(cookies) {
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}

/** @param {ShownRequest} request */
export function asBash({ address, method, requestHeaders }) {
  const quote = (/** @type {string} */ text) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  return curl({ address, method, requestHeaders }, quote, " \\\n");
}

/**
 * For the command prompt of Windows: every character that means something there is escaped by a caret.
 * @param {ShownRequest} request
 */
export function asCmd({ address, method, requestHeaders }) {
  const quote = (/** @type {string} */ text) => {
    const escaped = text
      .replaceAll("\\", "\\\\")
      .replaceAll('"', '\\"')
      .replaceAll(/[^a-zA-Z0-9\s_\-:=+~'/.,?;()*`]/g, "^$&")
      .replaceAll(/%(?=[a-zA-Z0-9_])/g, "%^");
    return `^"${escaped}^"`;
  };
  return curl({ address, method, requestHeaders }, quote, " ^\n");
}

/**
 * @param {Pick<ShownRequest, "address" | "method" | "requestHeaders">} request
 * @param {(text: string) => string} quote
 * @param {string} between
 */
function curl({ address, method, requestHeaders }, quote, between) {
  const parts = requestHeaders
    .filter(([name]) => name !== "host" && name !== "content-length")
    .map(([name, value]) =>
      name === "cookie" ? `  -b ${quote(value)}` : `  -H ${quote(`${name}: ${value}`)}`,
    );
  return [`curl ${quote(address)}`, ...(method === "POST" ? ["  -X POST"] : []), ...parts].join(between);
}

/** @param {ShownRequest} request */
export function asPowerShell({ address, method, requestHeaders }) {
  const quote = (/** @type {string} */ text) => `"${text.replaceAll(/[`$"]/g, "`$&")}"`;
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

/**
 * Headers as the developer tools write them down.
 * @param {readonly (readonly [string, string])[]} headers
 */
export function asHeaderLines(headers) {
  return headers.map(([name, value]) => `${name}: ${value}`).join("\n");
}

/** @param {readonly ShownRequest[]} requests */
export function asHar(requests) {
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
    { log: { version: "1.2", creator: { name: "Pretended browser" }, entries } },
    undefined,
    2,
  );
}

/**
 * @param {readonly (readonly [string, string])[]} headers
 * @param {string} wanted
 */
function headerOf(headers, wanted) {
  return headers.find(([name]) => name === wanted)?.[1] ?? "";
}

/**
 * @param {string} header
 * @returns {(readonly [string, string])[]}
 */
function pairsOf(header) {
  return header
    .split("; ")
    .filter((pair) => pair !== "")
    .map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]);
}
