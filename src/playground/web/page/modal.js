import { fill, freshId, h } from "./dom.js";
import { icon } from "./icons.js";
import { markdown } from "./markdown/build.js";
import { makeControl, TYPE } from "./modal-control.js";

/** @import { SeenModal, ModalValue } from "../../discord/local-api.ts" */
/**
 * @typedef {object} ModalHow
 * @property {string} app
 * @property {import("./components/components.js").Controls["view"]} view
 * @property {import("./components/components.js").Controls["entities"]} entities
 * @property {(values: Record<string, ModalValue>) => Promise<string | undefined>} submit gives what went wrong
 */
/** @typedef {{key: string, read: () => ModalValue | undefined, problem: () => string | undefined, error: HTMLElement}} Field */

/**
 * Opens a form of the bot.
 * @param {SeenModal} seen
 * @param {ModalHow} how
 */
export function openModal(seen, how) {
  const { modal } = seen;
  /** @type {Field[]} */
  const fields = [];
  const titleId = freshId("modal-title");
  const problem = h("div.modal-problem", { role: "alert" });
  const submit = h("button.button.button-primary", { type: "submit" }, "Submit");
  const close = () => dialog.close();
  const form = h(
    "form",
    { method: "dialog", novalidate: true, onsubmit: send },
    head(titleId, modal.title, close),
    h(
      "div.modal-body",
      {},
      warning(how.app),
      modal.components.map((component) => part(component, how, fields)),
      problem,
    ),
    h("footer", {}, h("button.button.button-plain", { type: "button", onclick: close }, "Cancel"), submit),
  );
  const dialog = h("dialog.modal", { "aria-labelledby": titleId, onclose: () => dialog.remove() }, form);
  document.body.append(dialog);
  dialog.showModal();
  const first = dialog.querySelector(".field :is(input, textarea, button)");
  if (first instanceof HTMLElement) first.focus({ preventScroll: true });

  /** @param {Event} event */
  async function send(event) {
    event.preventDefault();
    if (!areRight(fields)) return;
    submit.disabled = true;
    const failure = await how.submit(valuesOf(fields));
    submit.disabled = false;
    if (failure === undefined) dialog.close();
    else fill(problem, failure);
  }
}

/**
 * @param {string} id
 * @param {string} title
 * @param {() => void} close
 */
function head(id, title, close) {
  return h(
    "header",
    {},
    h("h2", { id }, title),
    h("button.icon-button", { type: "button", "aria-label": "Close", onclick: close }, icon("close")),
  );
}

/** @param {string} app */
function warning(app) {
  return h(
    "div.modal-warning",
    {},
    `This form will be submitted to ${app}. Do not share passwords or other sensitive information.`,
  );
}

/** @param {readonly Field[]} fields */
function areRight(fields) {
  let isRight = true;
  for (const field of fields) {
    const why = field.problem();
    fill(field.error, why);
    isRight &&= why === undefined;
  }
  return isRight;
}

/** @param {readonly Field[]} fields */
function valuesOf(fields) {
  /** @type {Record<string, ModalValue>} */
  const values = {};
  for (const field of fields) {
    const value = field.read();
    if (value !== undefined) values[field.key] = value;
  }
  return values;
}

/**
 * @param {any} component a top-level part of a modal
 * @param {ModalHow} how
 * @param {Field[]} fields
 * @returns {HTMLElement}
 */
function part(component, how, fields) {
  if (component.type === TYPE.TEXT) return markdown(component.content, how.view);
  if (component.type === TYPE.ROW) {
    return h(
      "div",
      {},
      component.components.map((/** @type {any} */ inner) =>
        labelled({ label: inner.label ?? "", component: inner }, how, fields),
      ),
    );
  }
  if (component.type === TYPE.LABEL) return labelled(component, how, fields);
  return h("p.unknown-component", {}, `This page can't show a component of type ${component.type}.`);
}

/**
 * @param {{label: string, description?: string, component: any}} label
 * @param {ModalHow} how
 * @param {Field[]} fields
 */
function labelled(label, how, fields) {
  const control = label.component;
  const id = freshId("field");
  const isRequired = control.required !== false && control.type !== TYPE.CHECKBOX;
  const error = h("div.field-error", { id: `${id}-error`, role: "alert" });
  const made = makeControl(control, { id, label: label.label, how, isRequired });
  fields.push({ key: control.custom_id, error, ...made.field });
  return h(
    "div.field",
    {},
    h(
      "label.field-label",
      { for: id },
      label.label,
      isRequired && h("span.required", { "aria-hidden": "true" }, " *"),
    ),
    label.description && h("div.field-description", {}, label.description),
    made.element,
    error,
  );
}
