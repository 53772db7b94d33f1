import type { WantedCookies } from "../../../src/platform/cookie-rules.ts";

/** What the neutral profile asks for. */
export const wanted: WantedCookies = {
  cookies: [
    { name: "portald", role: "csrf", isRequired: true },
    { name: "portalatk", role: "session", isRequired: true },
    { name: "portaldid", role: "device", isRequired: true },
    { name: "portalme", role: "account", isRequired: false },
  ],
  hosts: ["portal.test"],
};

export type Values = Readonly<Record<string, string>>;

/** Fake, and awkward on purpose: `=`, `&` and `%` inside. */
export const values: Values = {
  portald: "1234567890123456789",
  portalatk: "FAKEatk.AbC-123_==&x=1&portald=9",
  portaldid: "FAKEdid%3D%3D/+",
  portalme: "11223344",
};

const pairs = (cookies: Values) => Object.entries(cookies);
export const header = (cookies: Values): string =>
  pairs(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join("; ");
const others = { _ga: "GA1.2.3", lang: "en", __cf_bm: "abc=.def" };
const among = (cookies: Values) => header({ _ga: "GA1.2.3", ...cookies, lang: "en" });
const rows = (cookies: Values, row: (name: string, value: string) => string, end = "\n") =>
  pairs(cookies)
    .map(([name, value]) => row(name, value))
    .join(end);
const json = (value: unknown) => JSON.stringify(value);
const record = (cookies: Values) =>
  pairs({ ...others, ...cookies }).map(([name, value]) => ({
    domain: ".portal.test",
    expirationDate: 1_900_000_000.5,
    hostOnly: false,
    httpOnly: true,
    name,
    path: "/",
    sameSite: "no_restriction",
    secure: true,
    session: false,
    storeId: "0",
    value,
  }));

const ansi = (text: string) => text.replaceAll("=", "\\u003d").replaceAll("%", "\\x25");
/** As Chromium's developer tools escape for the Windows command line. */
export const cmd = (text: string) =>
  `^"${text
    .replaceAll("\\", "\\\\")
    .replaceAll('"', '\\"')
    .replaceAll(/[^a-zA-Z0-9\s_\-:=+~'/.',?;()*`]/g, "^$&")
    .replaceAll(/%(?=[a-zA-Z0-9_])/g, "%^")}^"`;

const har = (cookies: Values) =>
  json({
    log: {
      version: "1.2",
      creator: { name: "WebInspector", version: "537.36" },
      pages: [],
      entries: [
        {
          request: {
            method: "GET",
            url: "https://elsewhere.test/pixel",
            headers: [{ name: "Cookie", value: "portald=foreign; portalatk=foreign; portaldid=foreign" }],
            cookies: [{ name: "portald", value: "foreign", path: "/", domain: ".elsewhere.test" }],
          },
          response: { status: 200, content: { text: 'var password = "x"; "password":"y"' } },
        },
        {
          request: {
            method: "GET",
            url: "https://portal.test/en/",
            headers: [
              { name: ":authority", value: "portal.test" },
              { name: "cookie", value: among(cookies) },
            ],
          },
          response: { status: 200, headers: [{ name: "set-cookie", value: "_ga=1; Path=/" }] },
        },
      ],
    },
  });

/** Every form, from the same values: its name, what the reading calls it, and the text. */
export const forms: Readonly<Record<string, readonly [form: string, write: (cookies: Values) => string]>> = {
  "header value": ["header-value", among],
  "header value with a trailing ;": ["header-value", (c) => `${header(c)};`],
  "header value in quotes": ["header-value", (c) => `"${header(c)}"`],
  "header value in smart quotes": ["header-value", (c) => `\u201C${header(c)}\u201D`],
  "header value without spaces": ["header-value", (c) => header(c).replaceAll("; ", ";")],
  "values in quotes": ["header-value", (c) => rows(c, (name, value) => `${name}="${value}"`, "; ")],
  "code fence": ["header-value", (c) => `\`\`\`\n${among(c)}\n\`\`\``],
  "code fence with a language": ["cookie-header", (c) => `\`\`\`http\nCookie: ${among(c)}\n\`\`\``],
  "code fence on one line": ["header-value", (c) => `\`\`\`${among(c)}\`\`\``],
  "inline code": ["header-value", (c) => `\`${among(c)}\``],
  "quoted in a mail": ["cookie-header", (c) => `> Hi,\n> Cookie: ${among(c)}\n>\n> bye`],
  "zero-width spaces": ["header-value", (c) => `\u200B${among(c).replaceAll(";", "\u200B;\u2060")}\uFEFF`],
  "no-break spaces": ["header-value", (c) => among(c).replaceAll(" ", "\u00A0")],
  "Cookie: header": ["cookie-header", (c) => `Cookie: ${among(c)}`],
  "cookie: header in lower case": ["cookie-header", (c) => `cookie:${among(c)}`],
  "request headers": [
    "cookie-header",
    (c) =>
      `GET /en/ HTTP/1.1\r\nHost: portal.test\r\nCookie: ${among(c)}\r\nUser-Agent: Mozilla/5.0 (X; Y)\r\n`,
  ],
  "headers of HTTP/2": [
    "cookie-header",
    (c) => `:authority: portal.test\n:method: GET\n${rows(c, (name, value) => `cookie: ${name}=${value}`)}`,
  ],
  "headers panel, name above value": [
    "cookie-header",
    (c) => `accept\n*/*\ncookie\n${among(c)}\nreferer\nhttps://portal.test/en/`,
  ],
  "curl -v": ["cookie-header", (c) => `> GET /en/ HTTP/2\n> Host: portal.test\n> cookie: ${among(c)}\n>`],
  "line ends lost": [
    "header-value",
    (c) => `Request Headers host: portal.test cookie: ${among(c)} accept: */*`,
  ],
  "wrapped at 72 columns": [
    "cookie-header",
    (c) => `Cookie: ${among(c)}`.replaceAll(/(.{72})(?=\S)/g, "$1\n"),
  ],
  "name=value lines": ["lines", (c) => rows(c, (name, value) => `${name}=${value}`)],
  "name = value lines in quotes": ["lines", (c) => rows(c, (name, value) => `  ${name} = '${value}';`)],
  "pairs between bars": ["header-value", (c) => rows(c, (name, value) => `${name}=${value}`, " | ")],
  "pairs between commas": ["header-value", (c) => rows(c, (name, value) => `${name}=${value}`, ", ")],
  "pairs between spaces": ["header-value", (c) => rows(c, (name, value) => `${name}=${value}`, " ")],
  "pairs in a sentence": ["header-value", (c) => rows(c, (name, value) => `${name}: ${value}`, " and ")],
  arrows: ["lines", (c) => rows(c, (name, value) => `${name} \u2192 ${value}`)],
  "lines of several kinds": [
    "lines",
    (c) => {
      const sep = ["=", ": ", "\t", " = "];
      return pairs(c)
        .map(([n, v], i) => n + (sep[i % 4] ?? "=") + v)
        .join("\n");
    },
  ],
  "PowerShell, a variable": [
    "powershell",
    (c) =>
      rows(
        c,
        (n, v) =>
          `$c = New-Object System.Net.Cookie\n$c.Name = "${n}"\n$c.Value = "${v}"\n$c.Domain = ".portal.test"`,
      ),
  ],
  "Python, set": ["text", (c) => rows(c, (n, v) => `s.cookies.set("${n}", '${v}', domain='.portal.test')`)],
  "a name and its value below labels": [
    "table",
    (c) => rows(c, (n, v) => `Name\n${n}\nValue\n${v}\nDomain\n.portal.test`),
  ],
  spoiler: ["header-value", (c) => `||${header(c)}||`],
  "name: value lines": ["lines", (c) => rows(c, (name, value) => `${name}: ${value}`)],
  "name: value lines with dots": ["lines", (c) => rows(c, (name, value) => ` . .${name}:  ${value} `)],
  bullets: ["lines", (c) => rows(c, (name, value) => `- **${name}**: ${value}`)],
  numbers: ["lines", (c) => rows(c, (name, value) => `1. ${name}: ${value}`)],
  "Firefox's side panel": [
    "lines",
    (c) => rows(c, (name, value) => `${name}:"${value}"\nCreated:"Mon, 01"\nDomain:".portal.test"\nPath:"/"`),
  ],
  prose: [
    "text",
    (c) => `Hi! my csrf is (${rows(c, (name, value) => `${name} = ${value} `, "and ")}) thanks`,
  ],
  "developer tools, Chromium": [
    "table",
    (c) =>
      rows(
        c,
        (n, v) => `${n}\t${v}\t.portal.test\t/\t2027-01-01T00:00:00.000Z\t30\t\u2713\t\u2713\t\t\tMedium`,
      ),
  ],
  "developer tools, with headings": [
    "table",
    (c) => `Name\tValue\tDomain\tPath\n${rows(c, (name, value) => `${name}\t${value}\tportal.test\t/`)}`,
  ],
  "developer tools, Safari": [
    "table",
    (c) =>
      `Name\tValue\tDomain\tPath\tExpires\tSize\tSecure\tHttpOnly\tSameSite\n${rows(
        { ...others, ...c },
        (name, value) =>
          `${name}\t${value}\t.portal.test\t/\t1/1/2027, 1:00:00 AM\t31 B\t\u2713\t\u2713\tNone`,
      )}`,
  ],
  "developer tools, columns moved": [
    "table",
    (c) => `Domain\tWert\tName\n${rows(c, (name, value) => `portal.test\t${value}\t${name}`)}`,
  ],
  "developer tools, tabs became spaces": [
    "table",
    (c) => rows(c, (name, value) => `${name}    ${value}    .portal.test    /    Session    30`),
  ],
  "developer tools, cells on lines": ["table", (c) => rows(c, (name, value) => `${name}\n${value}`)],
  "a table in markdown": [
    "table",
    (c) => `| Name | Value |\n|---|---|\n${rows(c, (name, value) => `| ${name} | ${value} |`)}`,
  ],
  "console.table": [
    "table",
    (c) => rows(c, (name, value) => `\u2502 0 \u2502 '${name}' \u2502 '${value}' \u2502`),
  ],
  CSV: [
    "table",
    (c) => `name,value,domain\n${rows(c, (name, value) => `"${name}","${value}",".portal.test"`)}`,
  ],
  "cookies.txt": [
    "netscape",
    (c) =>
      `# Netscape HTTP Cookie File\n\n${rows(c, (n, v) => `.portal.test\tTRUE\t/\tTRUE\t1900000000\t${n}\t${v}`)}`,
  ],
  "cookies.txt with #HttpOnly_": [
    "netscape",
    (c) => rows(c, (n, v) => `#HttpOnly_portal.test\tFALSE\t/\tTRUE\t0\t${n}\t${v}`),
  ],
  "cookies.txt with spaces": [
    "netscape",
    (c) => rows(c, (n, v) => `.portal.test TRUE / TRUE 1900000000 ${n} ${v}`),
  ],
  "Set-Cookie lines": [
    "set-cookie",
    (c) =>
      rows(c, (n, v) => `Set-Cookie: ${n}=${v}; Expires=Thu, 01 Jan 2037 00:00:00 GMT; Path=/; HttpOnly`),
  ],
  "Set-Cookie without its name": [
    "set-cookie",
    (c) => rows(c, (n, v) => `${n}=${v}; Path=/; Domain=portal.test`),
  ],
  "Set-Cookie, name above value": ["set-cookie", (c) => rows(c, (n, v) => `set-cookie\n${n}=${v}; Secure`)],
  "Set-Cookie3": [
    "set-cookie",
    (c) => rows(c, (n, v) => `Set-Cookie3: ${n}="${v}"; path="/"; domain=".portal.test"`),
  ],
  "curl, -H": [
    "curl",
    (c) => `curl 'https://portal.test/en/' -H 'accept: */*' -H 'cookie: ${among(c)}' --compressed`,
  ],
  "curl, -b": [
    "curl",
    (c) => `curl 'https://portal.test/en/' \\\n  -H 'accept: */*' \\\n  -b '${among(c)}' \\\n  --compressed`,
  ],
  "curl, $'..'": ["curl", (c) => `curl $'https://portal.test/en/' -H $'cookie: ${ansi(among(c))}'`],
  "curl, wrapped by a terminal": [
    "curl",
    (c) => `curl https://portal.test/ -b '${header(c)}'`.replaceAll(/(.{48})/g, "$1\n"),
  ],
  "curl, --cookie=": ["curl", (c) => `$ curl --cookie="${among(c)}" https://portal.test/`],
  "curl, a file and a header": [
    "curl",
    (c) => `curl -b jar.txt -H 'Cookie: ${among(c)}' https://portal.test/`,
  ],
  "curl for cmd": [
    "curl",
    (c) =>
      `curl ${cmd("https://portal.test/en/?a=1&b=2")} ^\r\n  -H ${cmd("accept: */*")} ^\r\n  -b ${cmd(among(c))}`,
  ],
  "curl for cmd, older": ["curl", (c) => `curl "https://portal.test/" -H "Cookie: ${among(c)}" --compressed`],
  "curl, all requests": [
    "curl",
    (c) =>
      `curl 'https://ads.test/' -H 'cookie: portald=foreign; portalatk=foreign; portaldid=foreign' ;\n` +
      `curl 'https://portal.test/en/' -H 'cookie: ${among(c)}' ;\ncurl 'https://ads.test/' -b 'portald=foreign'`,
  ],
  "curl with smart quotes": [
    "curl",
    (c) => `curl \u2018https://portal.test/\u2019 \u2014header \u2018Cookie: ${among(c)}\u2019`,
  ],
  wget: ["curl", (c) => `wget --header="Cookie: ${among(c)}" https://portal.test/`],
  "PowerShell, a session": [
    "powershell",
    (c) =>
      `$session = New-Object Microsoft.PowerShell.Commands.WebRequestSession\n$session.UserAgent = "Mozilla/5.0 (X)"\n${rows(
        { ...others, ...c },
        (n, v) => `$session.Cookies.Add((New-Object System.Net.Cookie("${n}", "${v}", "/", ".portal.test")))`,
      )}\nInvoke-WebRequest -UseBasicParsing -Uri "https://portal.test/en/" \`\n-WebSession $session \`\n-Headers @{\n"method"="GET"\n}`,
  ],
  "PowerShell, headers": [
    "powershell",
    (c) =>
      `Invoke-WebRequest -Uri "https://portal.test/" -Headers @{\n"accept"="*/*"\n  "cookie"="${among(c)}"\n}`,
  ],
  "PowerShell, ::new": [
    "powershell",
    (c) => rows(c, (n, v) => `$s.Cookies.Add([System.Net.Cookie]::new('${n}','${v}','/','portal.test'))`),
  ],
  fetch: [
    "fetch",
    (c) =>
      `await fetch("https://portal.test/en/", {\n  "headers": {\n    "accept": "*/*",\n    "cookie": ${json(among(c))}\n  },\n  "method": "GET"\n});`,
  ],
  "JSON of an extension": ["cookie-list", (c) => json(record(c))],
  "JSON of an extension, pretty": ["cookie-list", (c) => JSON.stringify(record(c), null, 4)],
  "JSON of Firefox's extension": [
    "cookie-list",
    (c) =>
      json(
        pairs(c).map(([name, value]) => ({
          "Host raw": "https://.portal.test/",
          "Name raw": name,
          "Path raw": "/",
          "Content raw": value,
        })),
      ),
  ],
  "JSON with an address": ["cookie-list", (c) => json({ url: "https://portal.test", cookies: record(c) })],
  "JSON lines": [
    "cookie-list",
    (c) => rows(c, (name, value) => json({ name, value, domain: "portal.test" })),
  ],
  "JSON in a string": ["cookie-list", (c) => json(json(record(c)))],
  "JSON in a sentence": ["cookie-list", (c) => `Here you are: ${json(record(c))}. Is that right?`],
  "JSON without outer brackets": ["cookie-list", (c) => json(record(c)).slice(1, -1)],
  "JSON, cut off": ["cookie-list", (c) => json(record(c)).slice(0, -3)],
  "JSON map": ["json-map", (c) => json({ ...others, ...c })],
  "JSON map with bare numbers": ["json-map", (c) => json(c).replaceAll(/"(\d+)"/g, "$1")],
  "JSON map of records": [
    "json-map",
    (c) => json(Object.fromEntries(pairs(c).map(([n, value]) => [n, { value }]))),
  ],
  "Firefox's Request Cookies": ["json-map", (c) => json({ "Request Cookies": { ...others, ...c } })],
  "JSON by host": [
    "cookie-list",
    (c) => json({ "elsewhere.test": [{ name: "portald", value: "no" }], "portal.test": record(c) }),
  ],
  "JSON list of pairs": ["json-map", (c) => json(pairs({ ...others, ...c }))],
  "JSON list of texts": ["json-map", (c) => json(pairs(c).map(([n, v]) => `${n}=${v}; Path=/; Secure`))],
  "JSON of headers": ["json-map", (c) => json({ headers: { Accept: "*/*", Cookie: among(c) } })],
  "JSON, set-cookie list": [
    "json-map",
    (c) => json({ "set-cookie": pairs(c).map(([n, v]) => `${n}=${v}; Path=/`) }),
  ],
  "JavaScript literal": [
    "cookie-list",
    (c) => `cookies = [${rows(c, (n, v) => `{name: '${n}', value: '${v}', domain: null,}`, ", ")}];`,
  ],
  "Python dict": ["json-map", (c) => `cookies = {\n${rows(c, (n, v) => `    '${n}': '${v}',`)}\n}`],
  YAML: ["cookie-list", (c) => rows(c, (n, v) => `- name: ${n}\n  domain: .portal.test\n  value: ${v}`)],
  XML: [
    "cookie-list",
    (c) => `<cookies>${rows(c, (n, v) => `<cookie name="${n}" value="${v}"/>`)}</cookies>`,
  ],
  "storage state": ["storage-state", (c) => json({ cookies: record(c), origins: [] })],
  "tough-cookie": [
    "cookie-list",
    (c) =>
      json({
        version: "x",
        cookies: pairs(c).map(([key, value]) => ({ key, value, domain: "portal.test" })),
      }),
  ],
  HAR: ["har", har],
  "HAR, pretty": ["har", (c) => JSON.stringify(JSON.parse(har(c)), null, 2)],
  "document.cookie in the console": ["lines", (c) => `> document.cookie\n< '${among(c)}'`],
  axios: [
    "lines",
    (c) => `axios.get('https://portal.test/', {\n  headers: {\n    'Cookie': '${header(c)}'\n  }\n})`,
  ],
  "PHP, an option": ["header-value", (c) => `curl_setopt($ch, CURLOPT_COOKIE, '${header(c)}');`],
  "Python, put together": [
    "cookie-header",
    (c) => `cookie = (\n${rows(c, (n, v) => `    '${n}=${v}; '`)}\n)`,
  ],
  "JavaScript, put together": ["lines", (c) => `const c =\n${rows(c, (n, v) => `  '${n}=${v}; '`, " +\n")};`],
  "Python with the header in a comment": [
    "json-map",
    (c) =>
      `cookies = {\n${rows(c, (n, v) => `    '${n}': '${v}',`)}\n}\n\nheaders = {\n    'accept': '*/*',\n` +
      `    # 'cookie': 'portald=before; portalatk=before',\n}`,
  ],
  HTTPie: ["curl", (c) => `http GET https://portal.test/en/ 'Cookie:${header(c)}' Accept:'*/*'`],
  "HTTPie without quotes": [
    "curl",
    (c) => `https portal.test/en/ Cookie:${header(c).replaceAll("; ", "\\;").replaceAll(/[&|]/g, "\\$&")}`,
  ],
  "pairs with is": ["lines", (c) => rows(c, (n, v) => `${n} is ${v}`)],
  "a header put into an address": ["header-value", (c) => encodeURIComponent(header(c))],
  "JSON whose quotes are escaped": ["json-map", (c) => json(json(c)).slice(1, -1)],
  "JSON, torn": [
    "cookie-list",
    (c) =>
      JSON.stringify(record(c))
        .replaceAll('"name":', '"na\nme":')
        .replaceAll(/(.{3})"}/g, '\n$1"}'),
  ],
  "a value on the next line": ["header-value", (c) => rows(c, (n, v) => `${n}=\n${v}`, "; ")],
  "cookies.txt, its line ends lost": [
    "netscape",
    (c) =>
      `# Netscape HTTP Cookie File ${rows(c, (n, v) => `#HttpOnly_.portal.test\tTRUE\t/\tTRUE\t0\t${n}\t${v}`, " ")}`,
  ],
  "cookies.txt, its line ends and tabs lost": [
    "netscape",
    (c) => rows({ ...others, ...c }, (n, v) => `.portal.test TRUE / TRUE 1900000000 ${n} ${v}`, " "),
  ],
  "cookies.txt, torn before the value": [
    "netscape",
    (c) => rows(c, (n, v) => `#HttpOnly_portal.test\tFALSE\t/\tTRUE\t0\t${n}\n${v}`),
  ],
  "developer tools, line ends lost": [
    "table",
    (c) =>
      rows(c, (n, v) => `${n}\t${v}\t.portal.test\t/\t2037-01-01T00:00:00.000Z\t30\t\u2713\tMedium`, " "),
  ],
  "developer tools, line ends and tabs lost": [
    "table",
    (c) => rows({ ...others, ...c }, (n, v) => `${n} ${v} .portal.test / Session 30 \u2713 Medium`, " "),
  ],
  "developer tools, torn in the value": [
    "table",
    (c) => rows(c, (n, v) => `${n}\t${v.slice(0, 3)}\n${v.slice(3)}\t.portal.test\t/\tSession`),
  ],
  "developer tools in Turkish, columns moved": [
    "table",
    (c) => `Etki alanı\tDeğer\tAd\n${rows(c, (name, value) => `portal.test\t${value}\t${name}`)}`,
  ],
  "labels in Czech": ["table", (c) => rows(c, (n, v) => `Název\n${n}\nHodnota\n${v}`)],
  "a spoiler each": ["lines", (c) => rows(c, (n, v) => `||${n}=${v}||`)],
  "tabs around =": ["table", (c) => rows(c, (n, v) => `${n}\t=\t${v}`)],
  "requests' repr": [
    "set-cookie",
    (c) => `<RequestsCookieJar[${rows(c, (n, v) => `<Cookie ${n}=${v} for .portal.test/>`, ", ")}]>`,
  ],
};
