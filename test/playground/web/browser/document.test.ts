import { describe, expect, it } from "vitest";

import { readDocument } from "../../../../src/playground/web/browser/document.ts";
import { isLinear } from "../../../support/processor-time.ts";

const BASE = new URL("http://site.test/en/page?x=1");
const read = (html: string) => readDocument(html, BASE);

describe("what is read of a site's page", () => {
  it("is text, links with whole addresses, and problems; never markup", () => {
    const { title, blocks } = read(
      `<title>T</title><h1>One &amp; two</h1><p>See <a href="?out=1">there</a> &lt;b&gt;</p>
       <p class="problem">No</p><script>alert(1)</script><style>p{}</style><template><p>t</p></template>`,
    );
    expect(title).toBe("T");
    expect(blocks).toEqual([
      { kind: "heading", inlines: [{ text: "One & two" }] },
      {
        kind: "text",
        inlines: [
          { text: "See " },
          { text: "there", address: "http://site.test/en/page?out=1" },
          { text: " <b>" },
        ],
      },
      { kind: "problem", inlines: [{ text: "No" }] },
    ]);
  });

  it("is a form's address and inputs in any spelling; only what people fill in is shown", () => {
    const { forms, blocks } = read(
      `<FORM METHOD=Post ACTION='/go?a=1&amp;b=2'><INPUT TYPE=HIDDEN NAME=t VALUE='&quot;x'>
       <label>Code <input name=otc autocomplete="one-time-code" required></label><button>Go</button></FORM>`,
    );
    expect(forms).toEqual([
      {
        action: new URL("http://site.test/go?a=1&b=2"),
        method: "POST",
        inputs: [
          { name: "t", type: "hidden", value: '"x' },
          { name: "otc", type: "text", value: "" },
        ],
      },
    ]);
    expect(blocks).toMatchObject([{ kind: "form", form: 0, button: "Go", fields: [{ label: "Code" }] }]);
  });

  it("sends itself on only when a script says so and nothing is to be filled in", () => {
    const hidden = `<form method=post action=/n id=f><input type=hidden name=c value=1></form>`;
    expect(read(`${hidden}<script>document.f.submit();</script>`).sendsItselfOn).toBe(true);
    expect(read(hidden).sendsItselfOn).toBe(false);
    const asks = `<form><input name=q></form><script>f.submit()</script>`;
    expect(read(asks).sendsItselfOn).toBe(false);
  });

  it("is bounded, however deep and long the page is", () => {
    const { blocks } = read(`${"<div>".repeat(5_000)}<p>deep</p>${"<p>x</p>".repeat(60_000)}`);
    expect(read(`<p>${"<span>".repeat(100_000)}deep</p>`).blocks).toEqual([]);
    expect(blocks.length).toBeLessThanOrEqual(20_000);
    const slow = ["<div>", "<p>x</p>", "<span>"].filter(
      (part) => !isLinear((size) => read(`<p>${part.repeat(size)}`), 80_000),
    );
    expect(slow).toEqual([]);
  });
});
