import { describe, expect, it } from "vitest";

import { cmd, forms, header, values } from "./forms.ts";
import { each, missing, plain, read } from "./support.ts";

const own = { portald: "4611686018467260757", portalatk: "FAKEatk.AbC-123_=", portaldid: "FAKEdid%3D%3D" };
const foreign = { portald: "no", portalatk: "no", portaldid: "no" };
const line = header(own);
const entries = Object.entries(own);
const json = JSON.stringify;
const netscape = (host: string, of = own) =>
  each(of, (name, value) => `${host}\tTRUE\t/\tTRUE\t1900000000\t${name}\t${value}`);
const records = (domain: string, of: Readonly<Record<string, string>> = own) =>
  Object.entries(of).map(([name, value]) => ({ name, value, domain }));

describe("a browser's developer tools", () => {
  const headers = ["accept\n*/*", `cookie\n${line}`, 'if-none-match\nW/"5f-abc"', "priority\nu=0, i"];
  it.each([
    ["headers with names above values", headers.join("\n")],
    ["headers with names above values, spaced", headers.join("\n\n")],
    ["headers with a colon behind their names", headers.join("\n").replaceAll(/^([a-z-]+)$/gm, "$1:")],
    [
      "Chromium's table, with all its columns",
      each(own, (n, v) => `${n}\t${v}\tportal.test\t/\t2027-01-01T00:00:00.000Z\t30\t✓\t✓\tLax\t\t\tMedium`),
    ],
    [
      "the tab of a request's cookies",
      `Request Cookies\nshow filtered out request cookies\nName\tValue\tDomain\tPath\n${each(own, (n, v) => `${n}\t${v}\tportal.test\t/\tSession`)}`,
    ],
    [
      "cURL for cmd, with single quotes in another header",
      `curl ${cmd("https://portal.test/en/")} ^\r\n  -H ${cmd("x-note: default-src 'self'")} ^\r\n  -b ${cmd(line)}`,
    ],
    [
      "cURL for cmd, with quotes in another header",
      `curl ${cmd("https://portal.test/")} ^\r\n  -H ${cmd(`sec-ch-ua: "Chromium";v="141" 'x'`)} ^\r\n  -H ${cmd(`Cookie: ${line}`)}`,
    ],
    [
      "cURL for cmd, with a body",
      `curl ${cmd("https://portal.test/")} -b ${cmd(line)} --data-raw ${cmd("it's\n 'x' & y")}`,
    ],
    [
      "an older Firefox's cURL for cmd",
      `curl "https://portal.test/en/" -H "Cookie: ${line.replaceAll("%", '"%"')}"`,
    ],
    ["cURL on one line, its quotes made round", `curl ‘https://portal.test/’ -b ‘${line}’`],
    ["a pair for each option", `curl https://portal.test/ ${each(own, (n, v) => `-b '${n}=${v}'`, " ")}`],
    [
      "a header for each cookie",
      `curl ${each(own, (n, v) => `-H 'cookie: ${n}=${v}'`, " ")} 'https://portal.test/'`,
    ],
    [
      "Safari's cURL",
      `curl 'https://portal.test/en/' \\\n-X 'GET' \\\n-H 'Accept: */*' \\\n-H 'Cookie: ${line}' \\\n-H 'Priority: u=0, i'`,
    ],
    [
      "Safari's request",
      `:method: GET\n:scheme: https\n:authority: portal.test\n:path: /en/\nCookie: ${line}\n`,
    ],
    [
      "Firefox's answer",
      json({
        "Response Cookies": Object.fromEntries(
          entries.map(([n, value]) => [n, { path: "/", httpOnly: true, value }]),
        ),
      }),
    ],
    [
      "a list in the console",
      each(own, (n, v) => `{domain: '.portal.test', hostOnly: false, name: '${n}', value: '${v}', …}`),
    ],
    ["assignments", each(own, (n, v) => `document.cookie = "${n}=${v}; path=/"`)],
    [
      "fetch for Node",
      `fetch("https://portal.test/en/", {\n  "headers": {\n    "accept": "*/*",\n    "cookie": ${json(line)}\n  },\n  "body": null,\n  "method": "GET"\n});`,
    ],
    [
      "a HAR's cookies",
      json({
        log: {
          version: "1.2",
          entries: [
            { request: { url: "https://portal.test/", headers: [], cookies: records("portal.test") } },
          ],
        },
      }),
    ],
    [
      "cURL's own log",
      `* Connected\n> GET /en/ HTTP/2\n> Host: portal.test\n>\n< HTTP/2 200\n${each(own, (n, v) => `< set-cookie: ${n}=${v}; path=/; secure`)}`,
    ],
    [
      "a sniffer's tree",
      `    Cookie: ${line}\\r\\n\n${each(own, (n, v) => `        Cookie pair: ${n}=${v}`)}`,
    ],
  ])("%s", (_name, text) => {
    expect(plain(text)).toEqual(own);
  });
});

describe("a tool for requests", () => {
  it.each([
    [
      "Postman's cookies",
      each(
        own,
        (n, v) =>
          `${n}=${v}; Path=/; Domain=portal.test; Secure; HttpOnly; Expires=Fri, 01 Jan 2027 00:00:00 GMT;`,
      ),
    ],
    [
      "Postman's environment",
      json({ name: "x", values: entries.map(([key, value]) => ({ key, value, enabled: true })) }),
    ],
    [
      "Postman's collection",
      json({
        item: [
          { request: { url: { raw: "https://portal.test/" }, header: [{ key: "Cookie", value: line }] } },
        ],
      }),
    ],
    [
      "Insomnia's YAML",
      `cookieJar:\n  cookies:\n${each(own, (n, v) => `    - key: ${n}\n      value: "${v}"\n      domain: portal.test\n      expires: 2027-01-01T00:00:00.000Z`)}`,
    ],
    [
      "Insomnia's JSON",
      json({
        resources: [
          {
            _type: "cookie_jar",
            cookies: entries.map(([key, value]) => ({ key, value, domain: "portal.test", id: "1" })),
          },
        ],
      }),
    ],
    ["Bruno", `get {\n  url: https://portal.test/\n}\n\nheaders {\n  accept: */*\n  Cookie: ${line}\n}`],
    ["HTTPie", `http GET https://portal.test/ 'Cookie:${line}' accept:json`],
    ["Hurl", `GET https://portal.test/en/\n[Cookies]\n${each(own, (n, v) => `${n}: ${v}`)}\nHTTP 200`],
    ["a file for an editor", `### mine\nGET https://portal.test/ HTTP/1.1\nCookie: ${line}\n\n###`],
    [
      "Java",
      `Request request = new Request.Builder()\n  .url("https://portal.test/")\n  .addHeader("Cookie", "${line}")\n  .build();`,
    ],
    [
      "Go",
      `req, err := http.NewRequest("GET", "https://portal.test/", nil)\nreq.Header.Add("Cookie", "${line}")`,
    ],
    ["Go's dump", `map[Accept:[*/*] Cookie:[${line}]]`],
    [
      "C#",
      `var request = new HttpRequestMessage(HttpMethod.Get, "https://portal.test/");\nrequest.Headers.Add("Cookie", "${line}");`,
    ],
    ["Ruby", `request = Net::HTTP::Get.new(url)\nrequest["Cookie"] = "${line}"`],
    [
      "Swift",
      `request.addValue("*/*", forHTTPHeaderField: "Accept")\nrequest.addValue("${line}", forHTTPHeaderField: "Cookie")`,
    ],
    [
      "PHP",
      `curl_setopt_array($curl, array(\n  CURLOPT_URL => 'https://portal.test/',\n  CURLOPT_HTTPHEADER => array(\n    'Cookie: ${line}'\n  ),\n));`,
    ],
    ["PHP's dump", `array(3) {\n${each(own, (n, v) => `  ["${n}"]=>\n  string(${v.length}) "${v}"`)}\n}`],
    [
      "Python's requests",
      `headers = {\n  'Cookie': '${line}'\n}\nresponse = requests.request("GET", url, headers=headers)`,
    ],
    [
      "Python's jar",
      `<RequestsCookieJar[${each(own, (n, v) => `<Cookie ${n}=${v} for .portal.test/>`, ", ")}]>`,
    ],
    [
      "Selenium",
      `[${each(own, (n, v) => `{'domain': '.portal.test', 'expiry': 1900000000, 'httpOnly': True, 'name': '${n}', 'path': '/', 'value': '${v}'}`, ", ")}]`,
    ],
    ["a map of Java", `{${each(own, (n, v) => `${n}=${v}`, ", ")}}`],
    ["Cypress", each(own, (n, v) => `cy.setCookie('${n}', '${v}')`)],
    ["a browser's database", each(own, (n, v) => `7||${n}|${v}|.portal.test|/|1900000000|1|1|1|0`)],
    ["shell variables", each(own, (n, v) => `export ${n}="${v}"`)],
    ["PowerShell's variables", each(own, (n, v) => `$env:${n} = "${v}"`)],
    [
      "Bitwarden",
      json({
        items: [
          {
            type: 2,
            login: { username: null, password: null },
            fields: entries.map(([name, value]) => ({ name, value, type: 1 })),
          },
        ],
      }),
    ],
    ["a log", `2026-11-29T10:00:00.123Z DEBUG [http] request cookie: ${line}`],
    ["a log of JSON", json({ level: "info", msg: `GET / cookie: ${line}` })],
    ["lines with numbers", each(own, (n, v) => `1  ${n}=${v}`).replaceAll(/^1/gm, () => "12")],
    ["a search's lines", each(own, (n, v) => `14:${n}=${v}`)],
    ["JSON5", `{ // mine\n${each(own, (n, v) => `  ${n}: '${v}', // x`)}\n}`],
  ])("%s", (_name, text) => {
    expect(plain(text)).toEqual(own);
  });
});

describe("cookies.txt", () => {
  const file = `# Netscape HTTP Cookie File\n# https://curl.se/docs/http-cookies.html\n\n${netscape("#HttpOnly_.portal.test")}\n`;

  it.each([
    ["of curl", file],
    ["with a port, of wget", `# HTTP Cookie File\n${netscape("portal.test:443")}`],
    ["with the line ends of Windows", file.replaceAll("\n", "\r\n")],
    ["in a JSON string", json(file)],
    ["in a member of JSON", json({ exported: file, at: 1 })],
    ["of another site as well, in a JSON string", json(`${file}${netscape(".ads.test", foreign)}`)],
    ["with its escapes, without quotes", json(file).slice(1, -1)],
    ["with its escapes twice", json(json(file))],
    ["in base64", btoa(file)],
    ["in a mail", file.replaceAll(/^/gm, "> ").replaceAll("\t", "    ")],
    ["with spaces that don't break", file.replaceAll("\t", "\u00A0\u00A0 ")],
    ["with a link for the host", netscape("[.portal.test](http://.portal.test)")],
    ["as UTF-16 read for something else", Array.from(file).join("\0")],
  ])("is read %s", (_name, text) => {
    expect(plain(text)).toEqual(own);
  });
});

const quoted = (open: string, close: string) =>
  json(records("portal.test")).replaceAll(/"([^"]*)"/g, `${open}$1${close}`);

describe("a chat or mail", () => {
  it.each([
    ["round quotes", quoted("“", "”")],
    ["low quotes", quoted("„", "“")],
    ["French quotes", quoted("«\u00A0", "\u00A0»")],
    ["single round quotes", quoted("‘", "’")],
    ["soft hyphens", line.replace("FAKEatk", "FAKE\u00ADatk")],
    ["hyphens that don't break", line.replaceAll("-", "\u2011")],
    ["WhatsApp's names", `[10:32, 29/11/2026] Anna: ${line}`],
    ["WhatsApp's names, on lines", each(own, (n, v) => `[29.11.26, 10:32:07] Anna: ${n}=${v}`)],
    ["Telegram's names", `Anna, [29.11.26 10:32]\n${each(own, (n, v) => `${n}=${v}`)}`],
    ["Discord's names", `Anna — Today at 10:32\n${line}`],
    ["a long quote of Discord", `>>> Cookie: ${line}`],
    [
      "who wrote it",
      `On Mon, Nov 29, 2026 at 10:32 Anna <anna@mail.test> wrote:\n> Cookie: ${line}\n> --\n> Anna`,
    ],
    ["a folded header", `Cookie: ${line.replaceAll("; ", ";\r\n\t")}`],
    [
      "a mail's source",
      `Content-Transfer-Encoding: quoted-printable\n\nCookie: ${line.replaceAll("=", "=3D").replace("FAKEdid", "FAKE=\ndid")}`,
    ],
    ["a mail's source, without headers", each(own, (n, v) => `${n}=${v}`).replaceAll("=", "=3D")],
    ["links", each(own, (n, v) => `${n}: ${v} (portal.test<http://portal.test/>)`)],
    [
      "a value made a link",
      line.replace("FAKEatk.AbC-123_=", "[FAKEatk.AbC-123_=](http://FAKEatk.AbC-123_=)"),
    ],
    [
      "a value made a link of Teams",
      line.replace("FAKEatk.AbC-123_=", "FAKEatk.AbC-123_=<http://FAKEatk.AbC-123_=>"),
    ],
    [
      "a value made a link of Slack",
      line.replace("FAKEatk.AbC-123_=", "<http://FAKEatk.AbC-123_=|FAKEatk.AbC-123_=>"),
    ],
    ["spaces that a phone put around marks", each(own, (n, v) => `${n} = ${v} `, " ; ")],
    ["HTML's spaces", `Cookie:&nbsp;${line.replaceAll("; ", ";&nbsp;")}`],
    ["HTML's lines", each(own, (n, v) => `<p>${n}=${v}</p>`, "")],
    ["an old Mac's lines", each(own, (n, v) => `${n}=${v}`, "\r")],
    ["a table of a mail", each(own, (n, v) => `${n} \t ${v} \t portal.test \t /`)],
  ])("leaves cookies as they were: %s", (_name, text) => {
    expect(plain(text)).toEqual(own);
  });
});

describe("code and markup", () => {
  it.each([
    ["TypeScript", each(own, (n, v) => `const ${n}: string = '${v}';`)],
    ["Python's types", each(own, (n, v) => `${n}: str = "${v}"`)],
    [
      "an older value in a comment",
      `cookies = {\n${each(own, (n, v) => `    '${n}': '${v}',`)}\n}\nheaders = {\n    # 'cookie': '${header(foreign)}',\n}`,
    ],
    ["escapes of HTML", line.replaceAll("=", "&#61;")],
    ["HTML's table", `<table>${each(own, (n, v) => `<tr><td>${n}</td><td>${v}</td></tr>`, "")}</table>`],
    ["a property list", `<dict>${each(own, (n, v) => `<key>${n}</key><string>${v}</string>`, "")}</dict>`],
    ["other arrows", each(own, (n, v) => `• ${n} ➜ ${v}`)],
  ])("give what they hold: %s", (_name, text) => {
    expect(plain(text)).toEqual(own);
  });

  it("hold no value where they give a type alone", () => {
    expect(plain("portald: string\nportalatk: string\nportaldid: string")).toEqual({});
  });
});

const wrapped = (text: string, width: number, indent: string) =>
  text.replaceAll(new RegExp(`(.{${width}})(?=.)`, "g"), `$1\n${indent}`);

describe("lines of any width", () => {
  const whole = { ...values, portalatk: `wa=${"FAKEatk0-9bcDfGh".repeat(5)}==` };
  const widths = Array.from({ length: 81 }, (_, index) => index + 30);
  it.each(["header value", "Cookie: header", "name=value lines", "curl, -b", "JSON of an extension"])(
    "cut no value off that then counts as whole: %s",
    (name) => {
      const [, write] = forms[name] ?? ["", header];
      const texts = widths.flatMap((width) =>
        ["", "    "].map((indent) => wrapped(write(whole), width, indent)),
      );
      const complete = texts.filter((text) => {
        const reading = read(text);
        return reading.kind === "cookies" && reading.isComplete;
      });
      expect(complete.length).toBeGreaterThan(widths.length);
      for (const text of complete) expect(plain(text)).toEqual(whole);
    },
  );

  it("put no line to a value that only looks as long", () => {
    const lines = each(own, (n, v) => `12  ${n}=${v}`);
    expect(plain(lines)).toEqual(own);
    expect(plain(`${line}\nif-none-match:\nW/"1"`)).toEqual(own);
    expect(
      plain(`portald=${own.portald}\n_ga=GA1.2.3456789.12345678\n${each(own, (n, v) => `${n}=${v}`)}`),
    ).toEqual(own);
  });
});

describe("what is not the whole value", () => {
  it.each([
    ["a spreadsheet's number", "portald", "4.61169E+18"],
    ["a spreadsheet's number with a comma", "portald", "4,61169E+18"],
    ["dots in brackets", "portalatk", "FAKEatk[...]"],
    ["a word in brackets", "portalatk", "FAKEatk[truncated]"],
    ["a word in angles", "portalatk", "FAKEatk<snip>"],
    ["an ellipsis within", "portalatk", "FAKE…123"],
    ["stars within", "portalatk", "FAKE********123"],
  ])("is not taken for it: %s", (_name, name, value) => {
    const some = { ...own, [name]: value };
    for (const text of [
      header(some),
      each(some, (n, v) => `${n}: ${v}`),
      json(some),
      netscape(".portal.test", some),
    ]) {
      expect(Object.keys(missing(text))).toEqual([name]);
      expect(plain(text)).not.toHaveProperty(name);
    }
  });
});

describe("another site's cookies", () => {
  it.each([
    ["Postman's", (of: typeof own, host: string) => each(of, (n, v) => `${n}=${v}; Path=/; Domain=${host};`)],
    [
      "Insomnia's YAML",
      (of: typeof own, host: string) =>
        each(of, (n, v) => `    - key: ${n}\n      value: "${v}"\n      domain: ${host}`),
    ],
    [
      "PowerShell's",
      (of: typeof own, host: string) =>
        each(
          of,
          (n, v) => `$session.Cookies.Add((New-Object System.Net.Cookie("${n}", "${v}", "/", "${host}")))`,
        ),
    ],
    [
      "Python's calls",
      (of: typeof own, host: string) => each(of, (n, v) => `s.cookies.set('${n}', '${v}', domain='${host}')`),
    ],
    [
      "Python's jar",
      (of: typeof own, host: string) => each(of, (n, v) => `<Cookie ${n}=${v} for ${host}/>`, ", "),
    ],
    [
      "a browser's database",
      (of: typeof own, host: string) => each(of, (n, v) => `7||${n}|${v}|${host}|/|1900000000|1`),
    ],
    [
      "cookies.txt, its host a link",
      (of: typeof own, host: string) => netscape(`[${host}](http://${host})`, of),
    ],
    [
      "a table, its host a link",
      (of: typeof own, host: string) => each(of, (n, v) => `${n}\t${v}\t${host}<http://${host}/>\t/`),
    ],
    [
      "JSON, its host a link",
      (of: typeof own, host: string) => json(records(`<http://${host}|${host}>`, of)).slice(1, -1),
    ],
    [
      "requests, on lines",
      (of: typeof own, host: string) => `GET / HTTP/1.1\nHost: ${host}\nCookie: ${header(of)}\n`,
    ],
    ["HTTPie's", (of: typeof own, host: string) => `http https://${host}/ 'Cookie:${header(of)}'\n`],
    [
      "a file for an editor",
      (of: typeof own, host: string) => `GET https://${host}/ HTTP/1.1\nCookie: ${header(of)}\n\n###`,
    ],
    [
      "Java's",
      (of: typeof own, host: string) => each(of, (n, v) => `Cookie [name=${n}, value=${v}, domain=${host}]`),
    ],
  ])("are not taken, before or behind the platform's: %s", (_name, write) => {
    const [ours, theirs] = [write(own, "portal.test"), write({ ...foreign }, "ads.test")];
    expect(plain(`${ours}\n${theirs}`)).toEqual(own);
    expect(plain(`${theirs}\n${ours}`)).toEqual(own);
    expect(read(theirs)).toMatchObject({ otherHost: expect.stringContaining("ads.test") });
  });
});
