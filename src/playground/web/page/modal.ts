import { fill, freshId, h } from "./dom.ts";
import { focusWithin } from "./focus.ts";
import { iconButton } from "./icons.ts";
import { markdown } from "./markdown/build.ts";
import { TYPE } from "./components/components.ts";
import { type ControlField, type ControlHow, makeControl } from "./modal-control.ts";
import type { SeenModal, ModalValue } from "../../discord/local-api.ts";
import type { Controls } from "./components/components.ts";

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
