import { createHash } from "node:crypto";

import { escapeHtml } from "../../../base/html.ts";
import type { Messages } from "../../../messages/catalog.ts";
import { inName } from "../../kit/view/view-context.ts";

export type SignInPage =
  | {
      readonly kind: "begin";
      readonly platform: string;
      readonly member: string;
      readonly address: string;
      /** The host it leads to. */
      readonly host: string;
    }
  | { readonly kind: "linked"; readonly name: string | undefined; readonly member: string }
  | { readonly kind: "failed"; readonly why: keyof Messages["link"]["signIn"]["address"] }
  /** Unknown: begun in another browser, or long ago. */
  | { readonly kind: "elsewhere" };

/** Returns the page as HTML that loads, sends and runs nothing. */
export function signInPage(page: SignInPage, messages: Messages): string {
  const { title, lines, link } = wordsOf(page, messages);
  return `<!doctype html>
<html lang="${escapeHtml(messages.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join("\n")}
${link === undefined ? "" : `<p><a href="${escapeHtml(link.address)}">${escapeHtml(link.label)}</a></p>`}
</main>
</body>
</html>
`;
}

interface Words {
  readonly title: string;
  readonly lines: readonly string[];
  readonly link?: { readonly address: string; readonly label: string };
}

function wordsOf(page: SignInPage, { link }: Messages): Words {
  const { signIn, done } = link;
  switch (page.kind) {
    case "begin": {
      const platform = inName(page.platform);
      const { address, host } = page;
      return {
        title: signIn.guide.title(platform),
        lines: [signIn.page.whose(platform, page.member), signIn.page.notYou],
        link: { address, label: signIn.guide.open(host) },
      };
    }
    case "linked": {
      const { name } = page;
      return {
        title: name === undefined ? done.unnamed : done.title(inName(name)),
        lines: [signIn.page.done(page.member), signIn.page.close],
      };
    }
    case "failed":
      return { title: signIn.address[page.why].title, lines: [signIn.page.back] };
    case "elsewhere":
      return { title: signIn.page.elsewhere.title, lines: [signIn.page.elsewhere.next] };
  }
}

const STYLE = `:root{color-scheme:light dark}
body{font:1.1rem/1.5 system-ui,sans-serif;margin:0;padding:2rem 1rem;overflow-wrap:anywhere}
main{max-width:36rem;margin:auto}h1{font-size:1.5rem}
a{display:inline-block;padding:.6rem 1.2rem;border:2px solid;border-radius:.4rem;font-weight:600}`;

/** The content security policy of these pages: their own style and nothing else. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");
