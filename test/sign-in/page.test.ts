import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { formToken, kindOf, onwardForm, postAddress, readPage, scriptTexts } from "../../src/sign-in/page.ts";
import { anyText } from "../support/any-text.ts";
import { isLinear } from "../support/processor-time.ts";

const token = (html: string) => formToken(readPage(html), "i0327");
const address = (script: string) =>
  postAddress(readPage(`<script>${script}</script>`), ["urlPost", "postTo"]);

describe("the form token", () => {
  test.each([
    ["plain", `<input type="hidden" name="PPFT" id="i0327" value="T*!$">`],
    ["attributes in another order, a > inside one", `<input value="T*!$" title="a > b" id="i0327">`],
    ["single quotes", `<input id='i0327' value='T*!$'/>`],
    ["no quotes", `<input id=i0327 value=T*!$>`],
    ["upper case", `<INPUT ID="i0327" VALUE="T*!$">`],
    ["several lines", `<input\n id="i0327"\n\tvalue="T*!$"\n>`],
    ["entities", `<input id="i0327" value="&#84;&#x2a;&#33;&dollar;">`],
    ["in a script", `<script>var d={sFTTag:'<input id="i0327" value="T*!$"/>'}</script>`],
    ["as JSON", `<script>d={"sFTTag":"\\u003cinput id=\\"i0327\\" value=\\"T*!$\\"\\/\\u003e"}</script>`],
    [
      "after a comment and a template",
      `<!--<input id=i0327 value=no>--><template><input id=i0327 value=no></template><input id=i0327 value=T*!$>`,
    ],
    [
      "beside another form's",
      `<form><input id=i0327 value=no></form><form><input type=password><input id=i0327 value=T*!$></form>`,
    ],
    [
      "after a script with a stray quote",
      `<script>// don't\nx={a:'<input id="i0327" value="T*!$">'}</script>`,
    ],
  ])("%s", (_spelling, html) => {
    expect(token(html)).toBe("T*!$");
  });

  test.each([
    ["only in a comment", `<!-- <input id="i0327" value="T"> -->`],
    ["empty", `<input id="i0327" value="">`],
    ["under another id", `<input id="i0328" name="PPFT" value="T">`],
    ["in no page at all", ""],
  ])("%s is none", (_spelling, html) => {
    expect(token(html)).toBeUndefined();
  });
});

describe("the address to post to", () => {
  test.each([
    ["a member", `var d={a:1,urlPost:'https://b.example/p?x=1&y=2'}`, "https://b.example/p?x=1&y=2"],
    ["a variable", `var urlPost = "https://b.example/p";`, "https://b.example/p"],
    ["JSON", `d={"urlPost":"https:\\/\\/b.example\\/p?x=1\\u0026y=2"}`, "https://b.example/p?x=1&y=2"],
    ["entities", `d={urlPost:'/p?x=1&amp;y=2'}`, "/p?x=1&y=2"],
    ["the second name", `d={postTo:'/q'}`, "/q"],
    ["the first name first", `d={postTo:'/q',urlPost:'/p'}`, "/p"],
    ["no such member", `d={urlPosted:'/p', xurlPost_:'/p'}`, undefined],
    ["a comment", `// urlPost:'/no'\nd={urlPost:'/p'}`, "/p"],
    ["an empty one", `d={urlPost:''}`, undefined],
  ])("%s", (_spelling, script, expected) => {
    expect(address(script)).toBe(expected);
  });
});

describe("a page of a provider", () => {
  test.each([
    ["captcha", `<div class="g-captcha"></div><form><input type=password></form>`],
    ["captcha", `<iframe src="https://x.example/Captcha/frame"></iframe>`],
    ["second-factor", `<form><input name="otc"></form>`],
    ["second-factor", `<form><input autocomplete="one-time-code"></form>`],
    ["login", `<form><input name=u><input type=PASSWORD></form>`],
    ["interstitial", `<form action=/on method=post><input type=hidden name=a value=b></form>`],
    ["unknown", `<form action=/on><input name=a></form>`],
    ["unknown", `<form><input type=hidden></form><form><input type=hidden></form>`],
    ["unknown", `<p>Hello</p>`],
  ])("is told to be a %s", (kind, html) => {
    expect(kindOf(readPage(html))).toBe(kind);
  });

  test("that sends itself on gives its hidden fields and its way", () => {
    const page = readPage(
      `<form action="/on?wa=1" METHOD="POST"><input type=hidden name=code value="a&amp;b"></form>`,
    );
    expect(onwardForm(page)).toMatchObject({
      action: "/on?wa=1",
      method: "post",
      inputs: [{ name: "code", value: "a&b" }],
    });
  });
});

describe("texts of a script", () => {
  test("are read as JavaScript reads them", () => {
    const json = fc.dictionary(fc.stringMatching(/^[a-z]{1,9}$/), fc.string(), { noNullPrototype: true });
    fc.assert(
      fc.property(json, (values) => {
        const found = scriptTexts(`var d = ${JSON.stringify(values)};`).filter(
          ({ key }) => key !== undefined,
        );
        const read = Object.fromEntries(found.map(({ key, text }) => [key ?? "", text]));
        expect(read).toEqual(values);
      }),
    );
  });

  test("of any other kind neither throw nor take long", () => {
    fc.assert(fc.property(anyText(), (script) => void scriptTexts(script)));
    const hostile = ["'", '"', "/", "\\", "/*", "\\u", "a:"];
    const slow = hostile.filter((part) => !isLinear((size) => scriptTexts(part.repeat(size)), 400_000));
    expect(slow).toEqual([]);
  });

  test("of any depth are read in time that grows with the length alone", () => {
    const parts = ["<div>", "<b>", "<a>", "<table>", "<form>", "<input>"];
    const slow = parts.filter((part) => !isLinear((size) => readPage(part.repeat(size)), 80_000));
    expect(slow).toEqual([]);
  });

  test("any bytes are a page", () => {
    fc.assert(
      fc.property(anyText(), (html) => {
        expect(["captcha", "second-factor", "login", "interstitial", "unknown"]).toContain(
          kindOf(readPage(html)),
        );
      }),
    );
  });
});
