import { ButtonStyle, ComponentType } from "discord-api-types/v10";

import type { WireComponent } from "./message.ts";
import type { CleanEntities, CleanSelect, Control, Media, Piece } from "./pieces.ts";
import type { RenderContext } from "./render-context.ts";
import { LIMITS } from "./limits.ts";
import type { ActionCall, ActionState } from "./reply.ts";

/** The prefix of URLs that point to an attachment. */
export const ATTACHED = "attachment://";

/** Writes pieces as Discord's components and numbers the controls. */
export class Wire {
  readonly #context: RenderContext;
  readonly #waiting: Promise<void>[] = [];
  #controls = 0;
  #hasPrimary = false;

  constructor(context: RenderContext) {
    this.#context = context;
  }

  /** Resolves when every control has its custom id. */
  async settled(): Promise<void> {
    if (this.#waiting.length > 0) await Promise.all(this.#waiting);
  }

  piece(piece: Piece): WireComponent {
    switch (piece.type) {
      case "text":
        return textDisplay(piece.text);
      case "section":
        return {
          type: ComponentType.Section,
          components: [textDisplay(piece.text)],
          accessory:
            piece.beside.type === "media"
              ? { type: ComponentType.Thumbnail, ...mediaItem(piece.beside) }
              : this.#button(piece.beside),
        };
      case "gallery":
        return { type: ComponentType.MediaGallery, items: piece.items.map(mediaItem) };
      case "divider":
        return { type: ComponentType.Separator };
      case "row":
        return {
          type: ComponentType.ActionRow,
          components: piece.controls.map((control) => this.#button(control)),
        };
      case "select":
        return { type: ComponentType.ActionRow, components: [this.#select(piece.select)] };
      case "file":
        return { type: ComponentType.File, file: { url: `${ATTACHED}${piece.name}` } };
    }
  }

  #button(control: Control): WireComponent {
    if (control.type === "link") {
      const { label, url } = control;
      return { type: ComponentType.Button, style: ButtonStyle.Link, label, url };
    }
    const isPrimary = control.style === "primary";
    const style = isPrimary && this.#hasPrimary ? "secondary" : control.style;
    this.#hasPrimary ||= isPrimary;
    return this.#identified(control.press, {
      type: ComponentType.Button,
      style: STYLES[style],
      label: control.label,
      ...(control.emoji !== undefined && { emoji: control.emoji }),
      ...(control.disabled && { disabled: true }),
    });
  }

  #select(select: CleanSelect | CleanEntities): WireComponent {
    const { placeholder, least, most } = select;
    const { choices, choose } =
      select.type === "texts" ? shortened(select) : { choices: select, choose: select.choose };
    const counts = { ...(least !== 1 && { min_values: least }), ...(most !== 1 && { max_values: most }) };
    return this.#identified(choose, { ...choicesOf(choices), placeholder, ...counts });
  }

  #identified(call: ActionCall, component: WireComponent): WireComponent {
    const id = this.#context.customId(call, this.#controls);
    this.#controls += 1;
    if (typeof id === "string") component["custom_id"] = id;
    else this.#waiting.push(id.then((kept) => void (component["custom_id"] = kept)));
    return component;
  }
}

/**
 * Returns a select whose values Discord accepts: a longer one is in the state of the call, and what stands for it is the
 * name it has there.
 */
function shortened(select: CleanSelect): { readonly choices: CleanSelect; readonly choose: ActionCall } {
  const kept: Record<string, string> = {};
  const entries = select.entries.map((entry, index) => {
    if (entry.value.length <= LIMITS.selectText && !entry.value.startsWith(STAND_IN)) return entry;
    const value = `${STAND_IN}${index}`;
    kept[value] = entry.value;
    return { ...entry, value };
  });
  const { choose } = select;
  return { choices: { ...select, entries }, choose: { ...choose, state: { ...choose.state, ...kept } } };
}

const STAND_IN = "~";

/** Returns the value that was picked, from a select's state where another one stood for it. */
export function valueIn(state: ActionState, picked: string): string {
  const kept = picked.startsWith(STAND_IN) ? state[picked] : undefined;
  return typeof kept === "string" ? kept : picked;
}

const STYLES = {
  primary: ButtonStyle.Primary,
  secondary: ButtonStyle.Secondary,
  danger: ButtonStyle.Danger,
} as const;

const ENTITIES = {
  channels: { component: ComponentType.ChannelSelect, entity: "channel" },
  roles: { component: ComponentType.RoleSelect, entity: "role" },
  people: { component: ComponentType.UserSelect, entity: "user" },
} as const;

function choicesOf(select: CleanSelect | CleanEntities): WireComponent {
  if (select.type === "texts") {
    const options = select.entries.map(({ chosen, ...entry }) =>
      chosen === true ? { ...entry, default: true } : entry,
    );
    return { type: ComponentType.StringSelect, options };
  }
  const { type, chosen, channelTypes } = select;
  const { component, entity } = ENTITIES[type];
  return {
    type: component,
    ...(chosen.length > 0 && { default_values: chosen.map((id) => ({ id, type: entity })) }),
    ...(channelTypes !== undefined && { channel_types: channelTypes }),
  };
}

export function textDisplay(content: string): WireComponent {
  return { type: ComponentType.TextDisplay, content };
}

function mediaItem({ url, description }: Media) {
  return { media: { url }, ...(description !== undefined && { description }) };
}
