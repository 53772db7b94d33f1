/**
 * Makes elements. Text becomes text nodes and attributes are set one by one: nothing here reads markup, so
 * what a bot or a platform writes can't become part of the page.
 */

/** @typedef {Node | string | number | null | undefined | false} Child */

/** Properties that are set on the element itself; everything else becomes an attribute. */
const PROPERTIES = new Set(["value", "checked", "disabled", "indeterminate", "inert", "hidden", "selected"]);

/**
 * `h("button.primary", {"aria-label": "Send", onclick: send}, "Send")`. Names that begin with "on" are
 * listeners; `undefined`, `null` and `false` leave an attribute out; `true` sets it empty.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T | `${T}.${string}`} selector
 * @param {Record<string, unknown>} [props]
 * @param {...(Child | readonly Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(selector, props = {}, ...children) {
  const [tag = "div", ...classes] = selector.split(".");
  const element = document.createElement(tag);
  if (classes.length > 0) element.className = classes.join(" ");
  for (const [name, value] of Object.entries(props)) setProp(element, name, value);
  element.append(...nodes(children));
  return /** @type {HTMLElementTagNameMap[T]} */ (element);
}

/**
 * Puts other children into an element.
 * @param {Element} element
 * @param {...(Child | readonly Child[])} children
 */
export function fill(element, ...children) {
  element.replaceChildren(...nodes(children));
}

/**
 * Listeners for a press with either button: a right press on somebody is about them, not about what they wrote.
 * @param {() => void} act
 */
export function onEitherPress(act) {
  return {
    onclick: act,
    oncontextmenu: (/** @type {MouseEvent} */ event) => {
      event.preventDefault();
      event.stopPropagation();
      act();
    },
  };
}

let lastId = 0;

/**
 * An id no other element has.
 * @param {string} prefix
 */
export function freshId(prefix) {
  lastId += 1;
  return `${prefix}-${lastId}`;
}

/**
 * @param {HTMLElement} element
 * @param {string} name
 * @param {unknown} value
 */
function setProp(element, name, value) {
  if (value === undefined || value === null || value === false) return;
  if (name.startsWith("on")) {
    element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
  } else if (name === "style") {
    for (const [key, text] of Object.entries(/** @type {Record<string, string>} */ (value)))
      element.style.setProperty(key, text);
  } else if (PROPERTIES.has(name)) {
    Object.assign(element, { [name]: value });
  } else {
    element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * @param {readonly (Child | readonly Child[])[]} children
 * @returns {(Node | string)[]}
 */
function nodes(children) {
  return /** @type {readonly Child[]} */ (children.flat())
    .filter((child) => child !== null && child !== undefined && child !== false && child !== "")
    .map((child) => (child instanceof Node ? child : String(child)));
}
