import { ENTITIES, stringChoices, TYPE } from "./components/components.ts";
import { select } from "./components/select.ts";
import { h } from "./dom.ts";
import type { Controls } from "./components/components.ts";
import type { ModalValue } from "../../discord/local-api.ts";

export interface ControlHow {
  entities: Controls["entities"];
  /** Returns the file's id. */
  upload: (file: File) => Promise<string>;
}
type Around = { id: string; label: string; how: ControlHow; isRequired: boolean };
export type ControlField = {
  read: () => ModalValue | undefined;
  problem: () => string | undefined;
};

export function makeControl(control: any, around: Around): { element: HTMLElement; field: ControlField } {
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
