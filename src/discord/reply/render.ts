import type { Markdown } from "../../base/markdown.ts";
import type { runtime } from "../../messages/en/runtime.ts";
import { Attachments } from "./attachments.ts";
import { fitComponents, fitTexts, tidy } from "./fit.ts";
import { BUTTON_STYLE, COMPONENT, FLAG, type Rendered, type WireComponent } from "./message.ts";
import {
  type CleanEntities,
  type CleanSelect,
  type Control,
  type Media,
  type Piece,
  textPieces,
  toPieces,
} from "./pieces.ts";
import type { ActionCall, Block, Reply } from "./reply.ts";

export interface RenderContext {
  readonly texts: typeof runtime;
  /** Stands above the card, within the same limits. */
  readonly lead?: Markdown | undefined;
  /** The custom id of the control with this number in its message. */
  customId(call: ActionCall, index: number): string | Promise<string>;
  readonly signal: AbortSignal;
  readonly drawWithinMs: number;
  /** Told when a picture was replaced by its text twin. */
  readonly onPictureFailed: (error: unknown) => void;
}

const ACCENT = { plain: undefined, good: 0x3b_a5_5d, notice: 0xe0_a0_30, alert: 0xd8_3c_3e } as const;

/**
 * Makes a Components V2 message of any Reply and keeps every limit of Discord: what doesn't fit is shortened or
 * left out, never refused.
 */
export async function render(reply: Reply, context: RenderContext): Promise<Rendered> {
  const attachments = new Attachments();
  const given = await collect(reply.blocks, attachments, context);
  const lead = context.lead?.toString() ?? "";
  const fitted = tidy(fitTexts(fitComponents(tidy(given), lead === "" ? 0 : 1), lead.length));
  const pieces = fitted.length === 0 ? textPieces(context.texts.nothingToShow) : fitted;
  const components = new Wire(context);
  const children = pieces.map((piece) => components.piece(piece));
  await components.settled();
  const shown = new Set(pieces.flatMap(attachmentNames));
  const accent = ACCENT[reply.tone ?? "plain"];
  const card = {
    type: COMPONENT.container,
    ...(accent !== undefined && { accent_color: accent }),
    components: children,
  };
  // A card around buttons alone would look empty under what is said above it.
  const isBare = lead !== "" && pieces.every(({ type }) => type === "row");
  return {
    body: {
      flags: FLAG.componentsV2,
      components: [...(lead === "" ? [] : [text(lead)]), ...(isBare ? children : [card])],
      attachments: attachments.entries.filter(({ filename }) => shown.has(filename)),
      allowed_mentions: { parse: [] },
    },
    files: attachments.files.filter(({ name }) => shown.has(name)),
  };
}

async function collect(
  blocks: readonly Block[],
  attachments: Attachments,
  context: RenderContext,
): Promise<Piece[]> {
  const { signal, drawWithinMs: withinMs, onPictureFailed: onFailure, texts } = context;
  const pieces: Piece[] = [];
  for (const block of blocks) {
    if (block.type === "picture") {
      pieces.push(...(await attachments.addPicture(block.picture, { signal, withinMs, onFailure })));
    } else if (block.type === "file") {
      pieces.push(...attachments.addFile(block.file, texts.fileTooLarge));
    } else {
      pieces.push(...toPieces(block, texts.unnamed));
    }
  }
  return pieces;
}

const ATTACHED = "attachment://";

function attachmentNames(piece: Piece): string[] {
  if (piece.type === "file") return [piece.name];
  if (piece.type !== "gallery") return [];
  return piece.items.flatMap(({ url }) => (url.startsWith(ATTACHED) ? [url.slice(ATTACHED.length)] : []));
}

/** Writes pieces as components, and numbers the controls on the way. */
class Wire {
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
        return text(piece.text);
      case "section":
        return {
          type: COMPONENT.section,
          components: [text(piece.text)],
          accessory: piece.beside.type === "media" ? thumbnail(piece.beside) : this.#button(piece.beside),
        };
      case "gallery":
        return { type: COMPONENT.mediaGallery, items: piece.items.map(mediaItem) };
      case "divider":
        return { type: COMPONENT.separator };
      case "row":
        return {
          type: COMPONENT.actionRow,
          components: piece.controls.map((control) => this.#button(control)),
        };
      case "select":
        return { type: COMPONENT.actionRow, components: [this.#select(piece.select)] };
      case "file":
        return { type: COMPONENT.file, file: { url: `${ATTACHED}${piece.name}` } };
    }
  }

  #button(control: Control): WireComponent {
    if (control.type === "link") {
      const { label, url } = control;
      return { type: COMPONENT.button, style: BUTTON_STYLE.link, label, url };
    }
    const isPrimary = control.style === "primary";
    const style = isPrimary && this.#hasPrimary ? "secondary" : control.style;
    this.#hasPrimary ||= isPrimary;
    return this.#identified(control.press, {
      type: COMPONENT.button,
      style: BUTTON_STYLE[style],
      label: control.label,
      ...(control.disabled && { disabled: true }),
    });
  }

  #select(select: CleanSelect | CleanEntities): WireComponent {
    const { placeholder, choose, least, most } = select;
    const counts = { ...(least !== 1 && { min_values: least }), ...(most !== 1 && { max_values: most }) };
    return this.#identified(choose, { ...choicesOf(select), placeholder, ...counts });
  }

  #identified(call: ActionCall, component: WireComponent): WireComponent {
    const id = this.#context.customId(call, this.#controls);
    this.#controls += 1;
    if (typeof id === "string") component["custom_id"] = id;
    else this.#waiting.push(id.then((kept) => void (component["custom_id"] = kept)));
    return component;
  }
}

const ENTITIES = {
  channels: { component: COMPONENT.channelSelect, entity: "channel" },
  roles: { component: COMPONENT.roleSelect, entity: "role" },
  people: { component: COMPONENT.userSelect, entity: "user" },
} as const;

function choicesOf(select: CleanSelect | CleanEntities): WireComponent {
  if (select.type === "texts") {
    const options = select.entries.map(({ chosen, ...entry }) =>
      chosen === true ? { ...entry, default: true } : entry,
    );
    return { type: COMPONENT.stringSelect, options };
  }
  const { type, chosen, channelTypes } = select;
  const { component, entity } = ENTITIES[type];
  return {
    type: component,
    ...(chosen.length > 0 && { default_values: chosen.map((id) => ({ id, type: entity })) }),
    ...(channelTypes !== undefined && { channel_types: channelTypes }),
  };
}

function text(content: string): WireComponent {
  return { type: COMPONENT.textDisplay, content };
}

function thumbnail(media: Media): WireComponent {
  return { type: COMPONENT.thumbnail, ...mediaItem(media) };
}

function mediaItem({ url, description }: Media) {
  return { media: { url }, ...(description !== undefined && { description }) };
}
