import { parse, type DefaultTreeAdapterTypes } from "parse5";

import type { LookAt, PagePreview } from "./discord/message/previews.ts";
import { fetchPage } from "./web/browser/fetch-page.ts";

const MOST_TEXT = 350;

/** Returns a function that reads a page's preview from its Open Graph tags. It asks only the given origins. */
export function createLinkPreviewer(origins: () => readonly string[]): LookAt {
  const isOurs = (url: string) => URL.canParse(url) && origins().includes(new URL(url).origin);
  return async (url) => {
    if (!isOurs(url)) return undefined;
    const { pathname, search } = new URL(url);
    // Calls that control the platform are no pages.
    if (pathname.startsWith("/_control/")) return undefined;
    const html = await fetchHtml(`${new URL(url).origin}${pathname}${search}`);
    const preview = html === undefined ? undefined : read(html);
    const isImageOurs = preview?.imageUrl !== undefined && isOurs(preview.imageUrl);
    if (preview === undefined || isImageOurs) return preview;
    const { imageUrl: _, ...rest } = preview;
    return rest;
  };
}

async function fetchHtml(url: string): Promise<string | undefined> {
  const answer = await fetchPage({
    url: new URL(url),
    method: "GET",
    headers: [["accept", "text/html"]],
    body: "",
  });
  return answer.status === 200 && answer.isHtml ? answer.text : undefined;
}

/** Reads the tags of https://ogp.me. Without a title there is no preview. */
function read(html: string): PagePreview | undefined {
  const said = new Map<string, string>();
  collect(parse(html), said);
  const title = said.get("og:title");
  if (title === undefined) return undefined;
  const text = said.get("og:description")?.slice(0, MOST_TEXT);
  const imageUrl = said.get("og:image");
  return {
    site: said.get("og:site_name") ?? "",
    title,
    ...(text !== undefined && { text }),
    ...(imageUrl !== undefined && { imageUrl }),
  };
}

function collect(node: DefaultTreeAdapterTypes.Node, said: Map<string, string>): void {
  if ("tagName" in node && node.tagName === "meta") {
    const named = (name: string) => node.attrs.find((attr) => attr.name === name)?.value;
    const [property, content] = [named("property"), named("content")];
    if (property !== undefined && content !== undefined) said.set(property, content);
  }
  if ("childNodes" in node) for (const child of node.childNodes) collect(child, said);
}
