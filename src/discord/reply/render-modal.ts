import { ComponentType, TextInputStyle } from "discord-api-types/v10";

import { MilepostError } from "../../base/errors.ts";
import type { Markdown } from "../../base/markdown.ts";
import { cutText } from "../../base/text.ts";
import { cutMarkdown } from "./cut-markdown.ts";
import type { Field, FieldTable, GivenFile, ModalView } from "../command/controls.ts";
import type { IncomingComponent, IncomingData, IncomingResolved } from "../interaction/incoming.ts";
import { LIMITS, SNOWFLAKE } from "./limits.ts";
import type { WireComponent } from "./message.ts";
import { cleanLine, textPieces, toEntries } from "./pieces.ts";
import type { SelectEntry } from "./reply.ts";
import { textDisplay } from "./wire.ts";

/** A modal in Discord's wire format. */
export interface WireModal {
  readonly custom_id: string;
  readonly title: string;
  readonly components: readonly WireComponent[];
}

/** All properties a field's look may have; its type decides which apply. */
interface Look {
  readonly label: string;
  readonly description?: string;
  readonly placeholder?: string;
  readonly value?: string;
  readonly entries?: readonly SelectEntry[];
}

/** Renders a modal, cut to Discord's limits. */
export function renderModal<Fields extends FieldTable>(
  fields: Fields,
  view: ModalView<Fields>,
  { customId, unnamed }: { readonly customId: string; readonly unnamed: string },
): WireModal {
  // A view has a look for each field: its type says so.
  const looks = view.fields as Readonly<Record<string, Look>>;
  const parts = Object.entries(fields).map(([name, field]) =>
    labelled(name, field, { look: looks[name] ?? { label: name }, unnamed }),
  );
  const intro = parts.length < LIMITS.modalParts ? introOf(view.intro) : [];
  return {
    custom_id: customId,
    title: cleanLine(view.title, LIMITS.modalTitle) ?? unnamed,
    components: [...intro, ...parts],
  };
}

function introOf(intro: Markdown | undefined): WireComponent[] {
  const shown = textPieces(cutMarkdown(intro?.toString() ?? "", LIMITS.text));
  return shown.map(({ text }) => textDisplay(text));
}

interface Shown {
  readonly look: Look;
  readonly unnamed: string;
}

function labelled(name: string, field: Field, { look, unnamed }: Shown): WireComponent {
  const description = cleanLine(look.description ?? "", LIMITS.fieldDescription);
  return {
    type: ComponentType.Label,
    label: cleanLine(look.label, LIMITS.fieldLabel) ?? unnamed,
    ...(description !== undefined && { description }),
    component: input(name, field, { look, unnamed }),
  };
}

function input(name: string, field: Field, { look, unnamed }: Shown): WireComponent {
  const placeholder = cleanLine(look.placeholder ?? "", LIMITS.fieldPlaceholder);
  const common = {
    custom_id: name,
    required: field.required === true,
    ...(placeholder !== undefined && { placeholder }),
  };
  switch (field.type) {
    case "line":
    case "paragraph": {
      const maxLength = field.maxLength ?? LIMITS.fieldText;
      const value = cutText((look.value ?? "").toWellFormed(), maxLength);
      return {
        type: ComponentType.TextInput,
        style: field.type === "line" ? TextInputStyle.Short : TextInputStyle.Paragraph,
        ...common,
        max_length: maxLength,
        ...(value !== "" && { value }),
      };
    }
    case "radio": {
      const options = optionsOf(look.entries ?? [], unnamed);
      return { type: ComponentType.RadioGroup, custom_id: name, required: common.required, options };
    }
    case "file":
      return {
        type: ComponentType.FileUpload,
        custom_id: name,
        required: common.required,
        ...(field.endings !== undefined && field.endings.length > 0 && { file_types: [...field.endings] }),
      };
    case "channel":
    case "role": {
      const isKnown = look.value !== undefined && SNOWFLAKE.test(look.value);
      const defaults = isKnown ? [{ id: look.value, type: field.type }] : [];
      return {
        type: field.type === "channel" ? ComponentType.ChannelSelect : ComponentType.RoleSelect,
        ...common,
        // Else phones keep one that was chosen before: discord-api-docs, issue 8272.
        ...(!common.required && { min_values: 0 }),
        ...(field.type === "channel" && field.types !== undefined && { channel_types: field.types }),
        ...(defaults.length > 0 && { default_values: defaults }),
      };
    }
  }
}

function optionsOf(entries: readonly SelectEntry[], unnamed: string): WireComponent["options"] {
  const options = toEntries(entries.slice(0, LIMITS.radioEntries), unnamed).map(({ chosen, ...entry }) =>
    chosen === true ? { ...entry, default: true } : entry,
  );
  if (options.length < 2)
    throw new MilepostError("internal", { reason: "nothing to choose from in a modal" });
  return options;
}

/**
 * Returns the submitted values, validated, since a client may send anything. Throws "bad-input" with the field's name,
 * never with its value.
 */
export function readFields(
  fields: FieldTable,
  { components = [], resolved }: Pick<IncomingData, "components" | "resolved">,
): Record<string, FieldValue> {
  const inputs = components.flatMap(inputsIn);
  const values: Record<string, FieldValue> = {};
  for (const [name, field] of Object.entries(fields)) {
    const given = inputs.find(({ custom_id }) => custom_id === name);
    values[name] =
      field.type === "file" ? readFile(given, resolved?.attachments) : readField(name, field, given);
  }
  return values;
}

type FieldValue = string | GivenFile | undefined;

function readFile(
  given: IncomingComponent | undefined,
  files: IncomingResolved["attachments"] = {},
): GivenFile | undefined {
  const [id] = given?.values ?? [];
  const {
    url,
    size,
    filename: name = "",
  } = (id !== undefined && Object.hasOwn(files, id) ? files[id] : undefined) ?? {};
  return url === undefined || size === undefined ? undefined : { name, url, size };
}

function inputsIn({ component, components, ...own }: IncomingComponent): IncomingComponent[] {
  if (component !== undefined) return inputsIn(component);
  return components === undefined ? [own] : components.flatMap(inputsIn);
}

function readField(
  name: string,
  field: Exclude<Field, { type: "file" }>,
  given: IncomingComponent | undefined,
): string | undefined {
  const value = given?.value ?? given?.values?.[0];
  if (value === undefined || value === null || value === "") {
    if (field.required === true) throw badField(name, "missing");
    return undefined;
  }
  if (typeof value !== "string") throw badField(name, "not a text");
  const isEntity = field.type === "channel" || field.type === "role";
  if (isEntity && !SNOWFLAKE.test(value)) throw badField(name, `not a ${field.type}`);
  const isText = field.type === "line" || field.type === "paragraph";
  const max = isText ? (field.maxLength ?? LIMITS.fieldText) : LIMITS.selectText;
  if (value.length > max) throw badField(name, "too long");
  return value.toWellFormed();
}

function badField(path: string, reason: string): MilepostError {
  return new MilepostError("bad-input", { path, reason });
}
