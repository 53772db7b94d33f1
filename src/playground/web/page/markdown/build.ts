import { emojiElement } from "../emoji.ts";
import { h, hexColor, showRole } from "../dom.ts";
import { icon } from "../icons.ts";
import { highlight } from "./highlight.ts";
import { linkTo, type OwnAddress } from "./link.ts";
import { parse, parseFlat, type Block } from "./parse.ts";
import { showTime } from "../time.ts";
import type { Inline } from "./inline.ts";

export interface View {
  locale: string;
  now: () => number;
  userName: (id: string) => string | undefined;
  role: (id: string) => { name: string; color: number } | undefined;
  channelName: (id: string) => string | undefined;
  own: OwnAddress;
  openChannel: (id: string) => void;
  openCommand: (name: string) => void;
}

/** Returns Discord's markdown as elements; `flat`: without headings, lists or quotes. */
export function markdown(source: string, view: View, { flat = false }: { flat?: boolean } = {}) {
  const blocks = flat ? parseFlat(source) : parse(source);
  return h(
    "div.markdown",
    blocks.map((block) => blockElement(block, view)),
  );
}

function blockElement(block: Block, view: View): HTMLElement {
  switch (block.type) {
    case "heading":
      return h(
        "div",
        { class: `heading-${block.level}`, role: "heading", "aria-level": block.level + 2 },
        inline(block.children, view),
      );
    case "subtext":
      return h("small.subtext", inline(block.children, view));
    case "quote":
      return h(
        "blockquote",
        block.blocks.map((inner) => blockElement(inner, view)),
      );
    case "code":
      return h("pre", { tabindex: "0" }, h("code", codePieces(block)));
    case "list":
      return listElement(block, view);
    default:
      return h("p", inline(block.children, view));
  }
}

function codePieces({ text, language }: Extract<Block, { type: "code" }>) {
  return highlight(text, language).map((piece) =>
    piece.kinds.length === 0
      ? piece.text
      : h("span", { class: piece.kinds.map((kind) => `code-${kind}`).join(" ") }, piece.text),
  );
}

function listElement(list: Extract<Block, { type: "list" }>, view: View) {
  const items = list.items.map((blocks) =>
    h(
      "li",
      blocks.map((block) => blockElement(block, view)),
    ),
  );
  return list.isOrdered ? h("ol", { start: list.start }, items) : h("ul", items);
}

function inline(nodes: readonly Inline[], view: View): (Node | string)[] {
  return nodes.map((node) => inlineElement(node, view));
}

const TAGS = { strong: "strong", em: "em", underline: "u", strike: "s" } as const;

function inlineElement(node: Inline, view: View): Node | string {
  switch (node.type) {
    case "text":
      return node.text;
    case "break":
      return h("br");
    case "code":
      return h("code", node.text);
    case "spoiler":
      return spoiler(inline(node.children, view));
    case "link":
      return h("a", { ...linkTo(node.url, view.own), title: node.title }, inline(node.children, view));
    case "time":
      return timeElement(node.at, node.style, view);
    case "mention":
      return mention(node, view);
    case "command":
      return h("button.mention", { onclick: () => view.openCommand(node.name) }, `/${node.name}`);
    case "everyone":
      return h("span.mention", `@${node.name}`);
    case "emoji":
      return emojiElement(node);
    default:
      return h(TAGS[node.type], {}, inline(node.children, view));
  }
}

function spoiler(children: (Node | string)[]) {
  const show = (event: Event) => {
    const target = event.currentTarget as HTMLElement;
    target.classList.add("shown");
    target.removeAttribute("role");
    target.removeAttribute("tabindex");
    target.removeAttribute("aria-label");
  };
  const onkeydown = (event: KeyboardEvent) => {
    if (event.key === "Enter" || event.key === " ") show(event);
  };
  return h(
    "span.spoiler",
    { role: "button", tabindex: "0", "aria-label": "Spoiler: show it", onclick: show, onkeydown },
    children,
  );
}

function timeElement(at: number, style: string, view: View) {
  const { locale } = view;
  const now = view.now();
  return h(
    "time",
    {
      datetime: new Date(at).toISOString(),
      title: showTime(at, "F", { locale, now }),
      "data-at": at,
      "data-style": style,
    },
    showTime(at, style, { locale, now }),
  );
}

function mention(node: Extract<Inline, { type: "mention" }>, view: View) {
  if (node.kind === "channel") {
    const name = view.channelName(node.id);
    if (name === undefined) return h("span.mention", icon("lock", 14), "No Access");
    return h("button.mention", { onclick: () => view.openChannel(node.id) }, icon("hash", 14), name);
  }
  if (node.kind === "role") {
    const role = view.role(node.id);
    const element = h("span.mention", `@${role?.name.replace(/^@/, "") ?? "unknown-role"}`);
    if (!role?.color) return element;
    element.classList.add("role-mention");
    showRole(element, hexColor(role.color));
    return element;
  }
  return h("span.mention", `@${view.userName(node.id) ?? "unknown-user"}`);
}

/** Updates every relative time below an element. */
export function refreshTimes(root: ParentNode, { locale, now }: { locale: string; now: () => number }) {
  for (const element of root.querySelectorAll("time[data-style=R]")) {
    const shown = showTime(Number(element.getAttribute("data-at")), "R", { locale, now: now() });
    if (element.textContent !== shown) element.textContent = shown;
  }
}
