import { h } from "../dom.js";
import { icon } from "../icons.js";
import { highlight } from "./highlight.js";
import { parse, parseFlat } from "./parse.js";
import { showTime } from "../time.js";

/** @import { Inline } from "./inline.js" */
/** @import { Block } from "./parse.js" */
/**
 * What names and times are shown by, and what a press on a mention does.
 * @typedef {object} View
 * @property {string} locale
 * @property {() => number} now
 * @property {(id: string) => string | undefined} userName
 * @property {(id: string) => {name: string, color: number} | undefined} role
 * @property {(id: string) => string | undefined} channelName
 * @property {(id: string) => void} openChannel
 * @property {(name: string) => void} openCommand
 */

/**
 * Discord's markdown as elements.
 * @param {string} source
 * @param {View} view
 * @param {{flat?: boolean}} [how] flat: no headings, lists or quotes
 */
export function markdown(source, view, { flat = false } = {}) {
  const blocks = flat ? parseFlat(source) : parse(source);
  return h(
    "div.markdown",
    {},
    blocks.map((block) => blockElement(block, view)),
  );
}

/**
 * @param {Block} block
 * @param {View} view
 * @returns {HTMLElement}
 */
function blockElement(block, view) {
  switch (block.type) {
    case "heading":
      return h(
        "div",
        { class: `heading-${block.level}`, role: "heading", "aria-level": block.level + 2 },
        inline(block.children, view),
      );
    case "subtext":
      return h("small.subtext", {}, inline(block.children, view));
    case "quote":
      return h(
        "blockquote",
        {},
        block.blocks.map((inner) => blockElement(inner, view)),
      );
    case "code":
      return h("pre", { tabindex: "0" }, h("code", {}, codePieces(block)));
    case "list":
      return listElement(block, view);
    default:
      return h("p", {}, inline(block.children, view));
  }
}

/** @param {Extract<Block, {type: "code"}>} code */
function codePieces({ text, language }) {
  return highlight(text, language).map((piece) =>
    piece.kinds.length === 0
      ? piece.text
      : h("span", { class: piece.kinds.map((kind) => `code-${kind}`).join(" ") }, piece.text),
  );
}

/**
 * @param {Extract<Block, {type: "list"}>} list
 * @param {View} view
 */
function listElement(list, view) {
  const items = list.items.map((blocks) =>
    h(
      "li",
      {},
      blocks.map((block) => blockElement(block, view)),
    ),
  );
  return list.isOrdered ? h("ol", { start: list.start }, items) : h("ul", {}, items);
}

/**
 * @param {readonly Inline[]} nodes
 * @param {View} view
 * @returns {(Node | string)[]}
 */
function inline(nodes, view) {
  return nodes.map((node) => inlineElement(node, view));
}

const TAGS = /** @type {const} */ ({ strong: "strong", em: "em", underline: "u", strike: "s" });

/**
 * @param {Inline} node
 * @param {View} view
 * @returns {Node | string}
 */
function inlineElement(node, view) {
  switch (node.type) {
    case "text":
      return node.text;
    case "break":
      return h("br");
    case "code":
      return h("code", {}, node.text);
    case "spoiler":
      return spoiler(inline(node.children, view));
    case "link":
      return h(
        "a",
        { href: node.url, title: node.title, target: "_blank", rel: "noopener noreferrer nofollow" },
        inline(node.children, view),
      );
    case "time":
      return timeElement(node.at, node.style, view);
    case "mention":
      return mention(node, view);
    case "command":
      return h(
        "button.mention",
        { type: "button", onclick: () => view.openCommand(node.name) },
        `/${node.name}`,
      );
    case "everyone":
      return h("span.mention", {}, `@${node.name}`);
    case "emoji":
      return h("span.emoji", {}, `:${node.name}:`);
    default:
      return h(TAGS[node.type], {}, inline(node.children, view));
  }
}

/** @param {(Node | string)[]} children */
function spoiler(children) {
  const show = (/** @type {Event} */ event) => {
    const target = /** @type {HTMLElement} */ (event.currentTarget);
    target.classList.add("shown");
    target.removeAttribute("role");
    target.removeAttribute("tabindex");
    target.removeAttribute("aria-label");
  };
  const onkeydown = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Enter" || event.key === " ") show(event);
  };
  return h(
    "span.spoiler",
    { role: "button", tabindex: "0", "aria-label": "Spoiler: show it", onclick: show, onkeydown },
    children,
  );
}

/**
 * @param {number} at
 * @param {string} style
 * @param {View} view
 */
function timeElement(at, style, view) {
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

/**
 * @param {Extract<Inline, {type: "mention"}>} node
 * @param {View} view
 */
function mention(node, view) {
  if (node.kind === "channel") {
    const name = view.channelName(node.id);
    if (name === undefined) return h("span.mention", {}, icon("lock", 14), "No Access");
    return h(
      "button.mention",
      { type: "button", onclick: () => view.openChannel(node.id) },
      icon("hash", 14),
      name,
    );
  }
  if (node.kind === "role") {
    const role = view.role(node.id);
    const element = h("span.mention", {}, `@${role?.name.replace(/^@/, "") ?? "unknown-role"}`);
    if (role !== undefined && role.color !== 0) {
      element.classList.add("role-colored", "role-mention");
      element.style.setProperty("--role", `#${role.color.toString(16).padStart(6, "0")}`);
    }
    return element;
  }
  return h("span.mention", {}, `@${view.userName(node.id) ?? "unknown-user"}`);
}

/**
 * Brings every relative time below an element up to date.
 * @param {ParentNode} root
 * @param {{locale: string, now: () => number}} view
 */
export function refreshTimes(root, { locale, now }) {
  for (const element of root.querySelectorAll("time[data-style=R]")) {
    const shown = showTime(Number(element.getAttribute("data-at")), "R", { locale, now: now() });
    if (element.textContent !== shown) element.textContent = shown;
  }
}
