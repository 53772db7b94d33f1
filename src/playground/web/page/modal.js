import { stringChoices } from "./components/components.js";
import { select } from "./components/select.js";
import { fill, freshId, h } from "./dom.js";
import { icon } from "./icons.js";
import { markdown } from "./markdown/build.js";

/** @typedef {import("../../discord/local-api.ts").SeenModal} SeenModal */
/** @typedef {import("../../discord/local-api.ts").ModalValue} ModalValue */
/**
 * @typedef {object} ModalHow
 * @property {string} app
 * @property {import("./components/components.js").Controls["view"]} view
 * @property {import("./components/components.js").Controls["entities"]} entities
 * @property {(values: Record<string, ModalValue>) => Promise<string | undefined>} submit gives what went wrong
 */
/** @typedef {{key: string, read: () => ModalValue | undefined, problem: () => string | undefined, error: HTMLElement}} Field */

const TYPE = {
  ROW: 1,
  STRING_SELECT: 3,
  INPUT: 4,
  USER: 5,
  ROLE: 6,
  MENTIONABLE: 7,
  CHANNEL: 8,
  TEXT: 10,
  LABEL: 18,
  RADIO: 21,
  CHECKBOX_GROUP: 22,
  CHECKBOX: 23,
};
const KINDS = /** @type {Readonly<Record<number, "user" | "role" | "mentionable" | "channel">>} */ ({
  5: "user",
  6: "role",
  7: "mentionable",
  8: "channel",
});

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
  const form = h(
    "form",
    { method: "dialog", novalidate: true, onsubmit: send },
    h(
      "header",
      {},
      h("h2", { id: titleId }, modal.title),
      h(
        "button.icon-button",
        { type: "button", "aria-label": "Close", onclick: () => dialog.close() },
        icon("close"),
      ),
    ),
    h(
      "div.modal-warning",
      {},
      `This form will be submitted to ${how.app}. Do not share passwords or other sensitive information.`,
    ),
    h(
      "div.modal-body",
      {},
      modal.components.map((component) => part(component, how, fields)),
    ),
    problem,
    h(
      "footer",
      {},
      h("button.button.button-plain", { type: "button", onclick: () => dialog.close() }, "Cancel"),
      submit,
    ),
  );
  const dialog = h("dialog.modal", { "aria-labelledby": titleId, onclose: () => dialog.remove() }, form);
  document.body.append(dialog);
  dialog.showModal();

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

/** @typedef {{id: string, label: string, how: ModalHow, isRequired: boolean}} Around */

/**
 * @param {any} control
 * @param {Around} around
 * @returns {{element: HTMLElement, field: Pick<Field, "read" | "problem">}}
 */
function makeControl(control, around) {
  switch (control.type) {
    case TYPE.INPUT:
      return textInput(control, around);
    case TYPE.CHECKBOX:
      return checkbox(control, around);
    case TYPE.RADIO:
    case TYPE.CHECKBOX_GROUP:
      return group(control, around);
    default:
      return selectControl(control, around);
  }
}

/**
 * @param {any} control
 * @param {Around} around
 */
function textInput(control, { id, isRequired }) {
  const props = {
    id,
    placeholder: control.placeholder,
    maxlength: control.max_length ?? 4000,
    "aria-describedby": `${id}-error`,
    "aria-required": String(isRequired),
    value: control.value ?? "",
  };
  const input =
    control.style === 2
      ? h("textarea.text-input", { ...props, rows: 4 })
      : h("input.text-input", { type: "text", ...props });
  const problem = () => {
    const length = input.value.length;
    if (length === 0) return isRequired ? "This field is required." : undefined;
    const min = control.min_length ?? 0;
    return length < min ? `Must be at least ${min} characters long.` : undefined;
  };
  return { element: input, field: { read: () => input.value, problem } };
}

/**
 * @param {any} control
 * @param {Around} around
 */
function selectControl(control, { label, how, isRequired }) {
  const kind = KINDS[control.type];
  const choices = kind === undefined ? stringChoices(control) : how.entities(kind, control);
  let values = choices.filter((choice) => choice.isDefault).map((choice) => choice.value);
  const element = select({
    label,
    placeholder: control.placeholder ?? "Make a selection",
    choices,
    min: isRequired ? (control.min_values ?? 1) : 0,
    max: control.max_values ?? 1,
    onChoose: (chosen) => (values = chosen),
  });
  return {
    element,
    field: {
      read: () => values,
      problem: () => (isRequired && values.length === 0 ? "This field is required." : undefined),
    },
  };
}

/**
 * @param {any} control
 * @param {Around} around
 */
function checkbox(control, { id }) {
  const input = h("input", { type: "checkbox", id, checked: control.default === true });
  return { element: input, field: { read: () => input.checked, problem: () => undefined } };
}

/**
 * Radio buttons, or check boxes of which several may be chosen.
 * @param {any} control
 * @param {Around} around
 */
function group(control, { id, label, isRequired }) {
  const isRadio = control.type === TYPE.RADIO;
  const inputs = control.options.map((/** @type {any} */ option) => ({
    input: h("input", {
      type: isRadio ? "radio" : "checkbox",
      name: id,
      value: option.value,
      checked: option.default === true,
    }),
    option,
  }));
  const rows = inputs.map((/** @type {any} */ { input, option }) =>
    h(
      "label.choice-row",
      {},
      input,
      h("span", {}, option.label, option.description && h("small", {}, option.description)),
    ),
  );
  const chosen = () =>
    inputs
      .filter((/** @type {any} */ each) => each.input.checked)
      .map((/** @type {any} */ each) => each.option.value);
  const element = h("div", { role: isRadio ? "radiogroup" : "group", "aria-label": label, id }, rows);
  const problem = () => (isRequired && chosen().length === 0 ? "This field is required." : undefined);
  return { element, field: { read: () => (isRadio ? (chosen()[0] ?? "") : chosen()), problem } };
}
