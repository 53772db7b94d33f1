import { describe, expect, it } from "vitest";

import { readPaste } from "../../../src/sessions/paste/read-paste.ts";
import { header, type Values, values, wanted, forms } from "./forms.ts";

const read = (text: string) => readPaste(text, wanted, { cutAt: 100_000 });
const plain = (text: string) => {
  const reading = read(text);
  return reading.kind === "cookies"
    ? Object.fromEntries([...reading.cookies].map(([name, value]) => [name, value.reveal()]))
    : reading;
};
const pairs = (cookies: Values, write: (name: string, value: string) => string, between = "\n") =>
  Object.entries(cookies)
    .map(([name, value]) => write(name, value))
    .join(between);

describe("a value that was written by a program", () => {
  const records = JSON.stringify(
    Object.entries(values).map(([name, value]) => ({ domain: "portal.test", name, value })),
    null,
    4,
  );

  it.each([
    ["PHP's JSON", records.replaceAll("/", "\\/")],
    ["Go's JSON", records.replaceAll("&", "\\u0026")],
    ["Gson's JSON", records.replaceAll("=", "\\u003d").replaceAll("&", "\\u0026")],
    ["a script", records.replaceAll("=", "\\x3D")],
    ["markdown", header(values).replaceAll("_", "\\_").replaceAll("=1", "\\=1")],
    [
      "PowerShell",
      `$s.Cookies.Add((New-Object System.Net.Cookie("_x", "a\`$b\`"c", "/", ".portal.test")))\n${pairs(
        values,
        (name, value) =>
          `$s.Cookies.Add((New-Object System.Net.Cookie("${name}", "${value}", "/", ".portal.test")))`,
      )}`,
    ],
  ])("is read as it was before: %s", (_name, text) => {
    expect(plain(text)).toEqual(values);
  });

  it("keeps a dollar sign that PowerShell escapes, and a quote that it doubles ends nothing", () => {
    const text =
      `$session = New-Object Microsoft.PowerShell.Commands.WebRequestSession\n` +
      `$session.Cookies.Add((New-Object System.Net.Cookie("note", "say ""portald"" twice", "/", "portal.test")))\n` +
      `$session.Cookies.Add((New-Object System.Net.Cookie("portald", "a\`$b", "/", "portal.test")))\n` +
      `$session.Cookies.Add((New-Object System.Net.Cookie('portalatk', 'c$d\`e', "/", "portal.test")))`;
    expect(plain(text)).toEqual({ portald: "a$b", portalatk: "c$d`e" });
  });
});

describe("a value in a paste", () => {
  const mirrored = { portald: "1234567891", portalatk: "FAKEatkF", portaldid: "00" };

  it.each([
    ["a header", header(mirrored)],
    ["lines", pairs(mirrored, (name, value) => `${name}: ${value}`)],
    ["rows", pairs(mirrored, (name, value) => `${name}\t${value}\tportal.test\t/`)],
  ])("may end as it begins, in %s", (_name, text) => {
    expect(plain(text)).toEqual(mirrored);
  });

  it("is found behind pages of a chat", () => {
    const chat = "Did you open the site? Yes, and I am signed in there. ".repeat(200);
    expect(plain(`${chat}My portald (${values["portald"]}) no: portald = 77 I think.`)).toEqual({
      portald: "77",
    });
  });
});

const request = (end: string) =>
  `curl ^"https://portal.test/en/^" ^\r\n  -H ^"accept: */*^" ^\r\n  -b ^"portald=1; portalatk=2%^3D; portaldid=3${end}`;

describe("Chrome's `Copy as cURL (cmd)`", () => {
  it.each([
    ["as a whole", '^" ^\r\n  -H ^"priority: u=0, i^" &\r\n'],
    ["up to its last quote", '^"'],
    ["without its last quote", ""],
    ["without its last quote, but with the caret before it", "^"],
  ])("is read %s", (_name, end) => {
    expect(plain(request(end))).toEqual({ portald: "1", portalatk: "2%3D", portaldid: "3" });
  });
});

describe("two accounts of one browser, which share its device cookie", () => {
  const one = { portaldid: "device", portald: "d1", portalatk: "k1" };
  const two = { portaldid: "device", portald: "d2", portalatk: "k2" };
  const both = [one, two].map(header);

  it.each([
    ["requests", both.map((cookies) => `curl 'https://portal.test/en/' -b '${cookies}'`).join(" ;\n")],
    ["headers", both.map((cookies) => `Cookie: ${cookies}`).join("\n")],
    ["a HAR's headers", JSON.stringify(both.map((value) => ({ name: "cookie", value })))],
    ["texts in a list", JSON.stringify(both)],
  ])("are not mixed: %s", (_name, text) => {
    expect(plain(text)).toEqual(two);
  });
});

describe("a paste", () => {
  it.each(Object.entries(forms).map(([name, [form, write]]) => [name, form, write] as const))(
    "is read from: %s",
    (_name, form, write) => {
      const reading = readPaste(write(values), wanted, { cutAt: 100_000 });
      expect(reading).toMatchObject({ kind: "cookies", isComplete: true });
      const cookies = reading.kind === "cookies" ? [...reading.cookies] : [];
      expect(Object.fromEntries(cookies.map(([name, value]) => [name, value.reveal()]))).toEqual(values);
      expect(reading).toMatchObject({ form, missing: [] });
    },
  );
});
