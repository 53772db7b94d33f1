import { fill, freshId, h } from "./dom.ts";
import { focusWithin } from "./focus.ts";
import { iconButton } from "./icons.ts";
import { markdown } from "./markdown/build.ts";
import { type Controls, ENTITIES, stringChoices, TYPE } from "./components/components.ts";
import type { ModalValue, SeenModal } from "../../discord/local-api.ts";
import { select } from "./components/select.ts";

interface ModalHow extends ControlHow {
  app: string;
  view: Controls["view"];
  /** Returns the problem, if any. */
  submit: (values: Record<string, ModalValue>) => Promise<string | undefined>;
}
type Field = ControlField & { key: string; error: HTMLElement };

export function openModal(seen: SeenModal, how: ModalHow) {
  const { modal } = seen;
  const fields: Field[] = [];
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
      warning(how.app),
      modal.components.map((component) => part(component, how, fields)),
      problem,
    ),
    h("footer", h("button.button.button-plain", { onclick: close }, "Cancel"), submit),
  );
  // The message is drawn anew while the form is open: the browser would find nothing to go back to.
  const opener = focusWithin(document.body);
  const onclose = () => {
    dialog.remove();
    opener?.restore();
  };
  const dialog = h("dialog.modal", { "aria-labelledby": titleId, onclose }, form);
  document.body.append(dialog);
  dialog.showModal();
  const first = dialog.querySelector(".field :is(input, textarea, button)");
  if (first instanceof HTMLElement) first.focus({ preventScroll: true });

  async function send(event: Event) {
    event.preventDefault();
    if (!areRight(fields)) return;
    submit.disabled = true;
    const failure = await how.submit(valuesOf(fields));
    submit.disabled = false;
    if (failure === undefined) dialog.close();
    else fill(problem, failure);
  }
}

function head(id: string, title: string, close: () => void) {
  return h("header", h("h2", { id }, title), iconButton("Close", "close", close));
}

function warning(app: string) {
  return h(
    "div.modal-warning",
    `This form will be submitted to ${app}. Do not share passwords or other sensitive information.`,
  );
}

function areRight(fields: readonly Field[]) {
  let isRight = true;
  for (const field of fields) {
    const why = field.problem();
    fill(field.error, why);
    isRight &&= why === undefined;
  }
  return isRight;
}

function valuesOf(fields: readonly Field[]) {
  const values: Record<string, ModalValue> = {};
  for (const field of fields) {
    const value = field.read();
    if (value !== undefined) values[field.key] = value;
  }
  return values;
}

function part(component: any, how: ModalHow, fields: Field[]): HTMLElement {
  if (component.type === TYPE.TEXT) return markdown(component.content, how.view);
  if (component.type === TYPE.ROW) {
    return h(
      "div",
      component.components.map((inner: any) =>
        labelled({ label: inner.label ?? "", component: inner }, how, fields),
      ),
    );
  }
  if (component.type === TYPE.LABEL) return labelled(component, how, fields);
  return h("p.unknown-component", `This page can't show a component of type ${component.type}.`);
}

function labelled(
  label: { label: string; description?: string; component: any },
  how: ModalHow,
  fields: Field[],
) {
  const control = label.component;
  const id = freshId("field");
  const isRequired = control.required !== false && control.type !== TYPE.CHECKBOX;
  const error = h("div.field-error", { id: `${id}-error`, role: "alert" });
  const made = makeControl(control, { id, label: label.label, how, isRequired });
  fields.push({ key: control.custom_id, error, ...made.field });
  return h(
    "div.field",
    h(
      "label.field-label",
      { for: id },
      label.label,
      isRequired && h("span.required", { "aria-hidden": "true" }, " *"),
    ),
    label.description && h("div.field-description", label.description),
    made.element,
    error,
  );
}

interface ControlHow {
  entities: Controls["entities"];
  /** Returns the file's id. */
  upload: (file: File) => Promise<string>;
}
type Around = { id: string; label: string; how: ControlHow; isRequired: boolean };
type ControlField = {
  read: () => ModalValue | undefined;
  problem: () => string | undefined;
};

function makeControl(control: any, around: Around): { element: HTMLElement; field: ControlField } {
  switch (control.type) {
    case TYPE.INPUT:
      return textInput(control, around);
    case TYPE.CHECKBOX:
      return checkbox(control, around);
    case TYPE.FILE_UPLOAD:
      return fileInput(control, around);
    case TYPE.RADIO:
    case TYPE.CHECKBOX_GROUP:
      return group(control, around);
    default:
      return selectControl(control, around);
  }
}

function textInput(control: any, { id, isRequired }: Around) {
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

function selectControl(control: any, { label, how, isRequired }: Around) {
  const kind = ENTITIES[control.type];
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

/** Files are uploaded when chosen, as in Discord's client. */
function fileInput(control: any, { id, how, isRequired }: Around) {
  const input = h("input", { type: "file", id, multiple: (control.max_values ?? 1) > 1 });
  let ids: string[] = [];
  let problem: string | undefined;
  let turn = 0;
  input.onchange = async () => {
    const mine = ++turn;
    [ids, problem] = [[], "The file is being sent."];
    try {
      const sent = await Promise.all([...(input.files ?? [])].map(how.upload));
      if (mine === turn) [ids, problem] = [sent, undefined];
    } catch (error) {
      if (mine === turn) problem = error instanceof Error ? error.message : "The file could not be sent.";
    }
  };
  const missing = () => (isRequired && ids.length === 0 ? "This field is required." : undefined);
  return { element: input, field: { read: () => ids, problem: () => problem ?? missing() } };
}

function checkbox(control: any, { id }: Around) {
  const input = h("input", { type: "checkbox", id, checked: control.default === true });
  return { element: input, field: { read: () => input.checked, problem: () => undefined } };
}

/** Returns radio buttons, or check boxes for several values. */
function group(control: any, { id, label, isRequired }: Around) {
  const isRadio = control.type === TYPE.RADIO;
  const inputs = control.options.map((option: any) => ({
    input: h("input", {
      type: isRadio ? "radio" : "checkbox",
      name: id,
      value: option.value,
      checked: option.default === true,
    }),
    option,
  }));
  const rows = inputs.map(({ input, option }: any) =>
    h(
      "label.choice-row",
      input,
      h("span", option.label, option.description && h("small", option.description)),
    ),
  );
  const chosen = () => inputs.filter((each: any) => each.input.checked).map((each: any) => each.option.value);
  const element = h("div", { role: isRadio ? "radiogroup" : "group", "aria-label": label, id }, rows);
  const problem = () => (isRequired && chosen().length === 0 ? "This field is required." : undefined);
  return { element, field: { read: chosen, problem } };
}
