import { md } from "../../base/markdown.ts";
import { LIMITS } from "./limits.ts";
import type { WireAttachment, WireFile } from "./message.ts";
import { cleanLine, mediaOf, type Piece, textPieces } from "./pieces.ts";
import type { Attachment, Drawn, Picture } from "./reply.ts";

/** Collects a message's files within Discord's limits. */
export class Attachments {
  readonly files: WireFile[] = [];
  readonly entries: WireAttachment[] = [];
  #bytes = 0;

  /** Attaches a file; returns what `tooLarge` says where it doesn't fit. */
  addFile(file: Attachment, tooLarge: (name: string) => string): Piece[] {
    const name = this.#add(file.name, file.bytes, file.description);
    if (name !== undefined) return [{ type: "file", name }];
    return textPieces(md`${tooLarge(cleanLine(file.name, LIMITS.fileName) ?? "")}`.toString());
  }

  /** Attaches a drawn picture; returns its text where it was not drawn or doesn't fit. */
  addPicture({ alt, twin }: Picture, drawn: Drawn | undefined): Piece[] {
    const name = drawn && this.#add(drawn.name, drawn.bytes, alt);
    if (name === undefined) return textPieces(twin.toString());
    return [{ type: "gallery", items: [mediaOf(`attachment://${name}`, alt)] }];
  }

  #add(wanted: string, bytes: Uint8Array, description: string | undefined): string | undefined {
    const isTooMuch =
      bytes.length > LIMITS.attachmentBytes || this.#bytes + bytes.length > LIMITS.attachmentsBytes;
    if (isTooMuch || bytes.length === 0 || this.files.length === LIMITS.attachments) return undefined;
    const name = fileName(wanted, this.files.length);
    const alt = cleanLine(description ?? "", LIMITS.altText);
    this.#bytes += bytes.length;
    this.entries.push({
      id: String(this.files.length),
      filename: name,
      ...(alt !== undefined && { description: alt }),
    });
    this.files.push({ id: String(this.files.length), name, bytes });
    return name;
  }
}

/** Returns a file name of characters Discord keeps, numbered so that no two are equal. */
function fileName(wanted: string, index: number): string {
  const safe = wanted.replaceAll(/[^A-Za-z0-9._-]+/g, "-").replaceAll(/^[.-]+|[.-]+$/g, "");
  const short = safe.slice(-LIMITS.fileName + 4) || "file";
  return index === 0 ? short : `${index}-${short}`;
}
