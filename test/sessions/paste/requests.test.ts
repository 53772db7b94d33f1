import { describe, expect, it } from "vitest";

import { header, values } from "./forms.ts";
import { each, missing, plain, read } from "./support.ts";

const own = { portald: "d", portalatk: "k", portaldid: "i" };
const line = header(own);

describe("a request copied as curl", () => {
  it.each([
    ["its option and text on two lines", `curl 'https://portal.test/en/' -b \\\n  '${line}'`],
    ["two spaces behind its option", `curl 'https://portal.test/en/'  -b  '${line}'`],
    ["no space behind its option", `curl 'https://portal.test/en/' -H'Cookie: ${line}'`],
    ["an empty text before it", `curl -d "" 'https://portal.test/en/' -b "${line}"`],
    ["its last quote missing", `curl 'https://portal.test/en/' -b '${line}`],
    ["its last double quote missing", `curl "https://portal.test/en/" -b "${line}`],
    ["quotes escaped in another cookie", `curl https://portal.test/ -b "prefs=\\"a b\\"; ${line}"`],
    [
      "a line broken in its cookies",
      `curl https://portal.test/ -b "portald=d; portalatk=k; \\\nportaldid=i"`,
    ],
    [
      "quotes doubled by the Windows command line",
      `curl "https://portal.test/" ^\n  -H "cookie: prefs=""a b""; ${line}"`,
    ],
    ["nothing but our cookies, by wget", `wget --header="Cookie: ${line}" https://portal.test/`],
    [
      "a greeting before its quoted lines",
      `Hi,\n> curl 'https://portal.test/en/' \\\n>   -b \\\n> '${line}'\nbye`,
    ],
    [
      "quoted in a mail",
      `> curl 'https://portal.test/en/' \\\n>   -H 'accept: */*' \\\n>\n>   -b \\\n> '${line}'`,
    ],
    ["signs of a mail on two levels", `>> curl 'https://portal.test/en/' \\\n>>   -b \\\n>> '${line}'`],
  ])("is read with %s", (_name, text) => {
    expect(plain(text)).toEqual(own);
    expect(read(text)).toMatchObject({ form: "curl" });
  });

  it.each([
    ["for bash", `curl 'https://portal.test/' -b 'portald=a^b^^c; portalatk=k; portaldid=i; x=^%3'`],
    ["for cmd", `curl ^"https://portal.test/^" -b ^"portald=a^^b^^^^c; portalatk=k; portaldid=i^"`],
  ])("keeps carets that belong to a value, %s", (_name, text) => {
    expect(plain(text)).toEqual({ ...own, portald: "a^b^^c" });
  });

  it.each([
    ["percent signs alone", `curl "https://portal.test/" -b "portald=a^%^3D; portalatk=k; portaldid=i"`],
    ["line ends alone", `curl "https://portal.test/" ^\n  -b ^\n  "portald=a%3D; portalatk=k; portaldid=i"`],
  ])("is told to be for cmd by its %s", (_name, text) => {
    expect(plain(text)).toEqual({ ...own, portald: "a%3D" });
  });

  it("keeps a dollar sign that a shell escapes", () => {
    const text = `curl "https://portal.test/" -b "portald=a\\$b; portalatk=k; portaldid=i"`;
    expect(plain(text)).toEqual({ ...own, portald: "a$b" });
  });

  it("gives nothing of what it sends, or of its other headers", () => {
    const text =
      `curl 'https://portal.test/en/' -H 'x-note: portalme=1' -H 'referer: https://portal.test/?portalme=2' ` +
      `-b '${line}' --data-raw 'portalme=3'`;
    expect(plain(text)).toEqual(own);
  });

  it("is recognised without cookies, and a question about it is not one", () => {
    expect(read("curl 'https://portal.test/en/'")).toMatchObject({ form: "curl", found: [] });
    expect(read("What is curl for?")).toEqual({ kind: "unreadable", why: "no-cookies" });
  });
});

describe("headers", () => {
  it("are read out of a program's text", () => {
    const text = `GET /en/ HTTP/1.1\\r\\nHost: portal.test\\r\\nCookie: ${line}\\r\\nAccept: */*\\r\\n`;
    expect(plain(text)).toEqual(own);
  });

  it("that a terminal broke behind a cookie and inside the next are put together", () => {
    const long = "FAKE".repeat(20);
    const text = `Cookie: _ga=GA1.2.3; lang=en; portald=d; portaldid=i;\n portalatk=${long}\nEND`;
    expect(plain(text)).toEqual({ ...own, portalatk: `${long}END` });
  });

  it("that an answer set are newer than the request's, above it or below", () => {
    const request = `cookie\n${line}\nhost\nportal.test`;
    const answer = "set-cookie\nportalatk=new; Secure; HttpOnly\nset-cookie\n\nportald=fresh; Secure";
    for (const text of [`${request}\n${answer}`, `${answer}\n${request}`])
      expect(plain(text)).toEqual({ ...own, portalatk: "new", portald: "fresh" });
  });

  it("of an answer in a HAR are taken, and what they end is not", () => {
    const set = { name: "set-cookie", value: "portalatk=new; Path=/; HttpOnly\nportald=fresh; Path=/" };
    const ended = {
      name: "Set-Cookie",
      value: "portaldid=gone; Path=/; expires=Thu, 01-Jan-1970 00:00:01 GMT",
    };
    const entry = { request: { url: "https://portal.test/", headers: [{ name: "Cookie", value: line }] } };
    const text = JSON.stringify({
      log: { version: "1.2", entries: [{ ...entry, response: { headers: [set, ended] } }] },
    });
    expect(plain(text)).toEqual({ ...own, portalatk: "new", portald: "fresh" });
  });

  it.each(["Max-Age=0", "Max-Age=-1", "expires=Thu, 01-Jan-1970 00:00:01 GMT"])(
    "that end a cookie with %s set none",
    (attribute) => {
      const text = `Set-Cookie: portald=d; Path=/\nSet-Cookie: portald=gone; Path=/; ${attribute}`;
      expect(plain(text)).toEqual({ portald: "d" });
    },
  );

  it("that begin a cookie's count at nothing set it", () => {
    expect(plain("Set-Cookie: portald=d; Version=0; Path=/; Priority=-1")).toEqual({ portald: "d" });
  });

  it("in a comment count where there is nothing else", () => {
    expect(plain(each(own, (name, value) => `# ${name}=${value}`))).toEqual(own);
    const before = "document.cookie = 'portald=before; portalatk=before; portaldid=before'";
    expect(plain(`${each(own, (name, value) => `${name}=${value}`)}\n// ${before}`)).toEqual(own);
    expect(plain(`// ${before}`)).toEqual({ portald: "before", portalatk: "before", portaldid: "before" });
    expect(plain(`# portald=before\n${each(own, (name, value) => `${name}=${value}`)}`)).toEqual(own);
    expect(plain(`${each(own, (name, value) => `${name}=${value}`)}\n// portald=before`)).toEqual(own);
  });

  it("of one account are not mixed with another's lines", () => {
    const other = { portaldid: "i", portald: "d2", portalatk: "k2" };
    const text = `Cookie: portaldid=i; portald=d; portalatk=k\n\n${each(other, (name, value) => `${name}=${value}`)}`;
    expect(plain(text)).toEqual(other);
  });

  it("that others stand between are taken out of quotes, and what is around those", () => {
    expect(plain("portald=d; note('portalatk=k'); portaldid=i")).toEqual(own);
  });
});

describe("PowerShell", () => {
  it("ends no text in single quotes at a backtick, and doubles a quote", () => {
    const text =
      "Invoke-WebRequest -Uri 'https://portal.test/' `\n-Headers @{\n'x'='it''s; portalme=1'\n" +
      "'cookie'='portald=a`b; _x=it''s; portalatk=c$d; portaldid=i'\n}";
    expect(plain(text)).toEqual({ portald: "a`b", portalatk: "c$d", portaldid: "i" });
  });
});

const entry = (posted?: string) => ({
  request: {
    url: "https://portal.test/",
    headers: [{ name: "Cookie", value: header(values) }],
    ...(posted !== undefined && { postData: { mimeType: "x", text: posted } }),
  },
  response: { status: 200, content: { text: '"password":"y"' } },
});

const har = (...entries: readonly object[]) => JSON.stringify({ log: { version: "1.2", entries } });

describe("a request that was posted with a password", () => {
  it("is refused wherever it stands in a HAR, also in one that was cut off", () => {
    const text = har(entry("a=1"), entry(), entry("b=2&password=hunter2"));
    expect(read(text)).toEqual({ kind: "refused", why: "password" });
    expect(read(text.slice(0, text.indexOf("hunter2") + 3))).toEqual({ kind: "refused", why: "password" });
    expect(read(har(entry("a=1"), entry(), entry("b=2")))).toMatchObject({ isComplete: true });
  });
});

describe("what only looks like a secret", () => {
  it.each([
    ["a signed session of another program", `sid=aGVsbG93b3JsZGZyb21tZQ.ZxYw12.${"s".repeat(27)}`],
    ["one whose first part is no base64", `sid=${"a".repeat(21)}.ZxYw12.${"s".repeat(27)}`],
    ["a short text behind `mfa.`", "mfa.enabled=1"],
    ["a long text behind another word", `sid=abc.${"s".repeat(84)}`],
    ["a name that ends in a password's", "nopassword=1"],
    ["a mention", "ask=@someone.example"],
  ])("is not refused: %s", (_name, cookie) => {
    expect(read(`${header(values)}; ${cookie}`)).toMatchObject({ kind: "cookies", isComplete: true });
  });

  it("is not refused in a cookie's own value, or in a question", () => {
    const signed = { ...values, portald: "signed@portal" };
    expect(plain(header(signed))).toEqual(signed);
    expect(read("ask me@noon")).toEqual({ kind: "unreadable", why: "no-cookies" });
  });

  it("is not refused in pages of a chat, but a code is", () => {
    const chat = "Hi all, write to help@site.example if you can't get in. ".repeat(90);
    expect(read(chat)).toEqual({ kind: "unreadable", why: "no-cookies" });
    expect(read(`${chat}\ncode=AbCd12`)).toEqual({ kind: "refused", why: "grant-code" });
    expect(read("ask @someone.example")).toEqual({ kind: "unreadable", why: "no-cookies" });
  });
});

describe("a value that is no whole cookie", () => {
  it.each([
    ["empty", "portald=\nno idea\nportalatk=2\nportaldid=3"],
    ["empty", "{portald: , portalatk: 2, portaldid: 3}"],
    ["empty", '{"portald": "", "portalatk": "2", "portaldid": "3"}'],
    ["shortened", "Hi, (portald = 12\u2026) and (portalatk = 2) and (portaldid = 3)"],
    ["characters", "Hi, (portald = 12\u00FC34) and (portalatk = 2) and (portaldid = 3)"],
    ["characters", "portald=FA KE=1\nportalatk=2\nportaldid=3"],
  ])("is said to be %s: %s", (why, text) => {
    expect(missing(text)).toEqual({ portald: why });
    expect(plain(text)).toEqual({ portalatk: "2", portaldid: "3" });
  });

  it("is said to be a program's word where a table has nothing else", () => {
    expect(read("portald\tundefined\tportal.test\t/")).toMatchObject({
      missing: expect.arrayContaining([
        expect.objectContaining({ name: "portald", why: "placeholder", placeholder: "undefined" }),
      ]),
    });
  });

  it("may be as long as a browser lets it be", () => {
    const long = "x".repeat(4_096);
    expect(plain(`portald=${long}\nportalatk=2\nportaldid=3`)).toMatchObject({ portald: long });
  });
});

it.each([
  ["labels above values", "username\nmax\npassword\nhunter2\nwebsite\nportal.test"],
  ["German labels above values", "Benutzername\nmax\nPasswort\nhunter2\nWebsite\nportal.test"],
  ["a browser's export", "name,url,username,password,note\nportal,https://portal.test/,max,hunter2,"],
  ["an export in quotes", '"url","username","password","guid"\n"https://portal.test","max","hunter2","{1}"'],
  ["a table", "Title\tUser Name\tPassword\tURL\nPortal\tmax\thunter2\thttps://portal.test"],
])("what a password manager gives is refused: %s", (_name, text) => {
  expect(read(text)).toEqual({ kind: "refused", why: "password" });
});

it.each([
  "I forgot my password, what now?\nthanks",
  "do you need my password?",
  '<input name="user"><input name="password" type="password">',
])("a question about passwords is none: %s", (text) => {
  expect(read(text)).toEqual({ kind: "unreadable", why: "no-cookies" });
});

it("a cookie that says whether a password is remembered is none", () => {
  expect(plain(`remember_password=1; ${header(values)}`)).toEqual(values);
  expect(read(`password=1234; ${header(values)}`)).toEqual({ kind: "refused", why: "password" });
});
