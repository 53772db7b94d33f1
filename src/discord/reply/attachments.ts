import { MilepostError } from "../../base/errors.ts";
import { md, type Markdown } from "../../base/markdown.ts";
import { LIMITS } from "./limits.ts";
import type { WireAttachment, WireFile } from "./message.ts";
import { cleanLine, mediaOf, type Piece, textPieces } from "./pieces.ts";
import type { Attachment, Picture } from "./reply.ts";

interface Drawing {
  readonly signal: AbortSignal;
  readonly withinMs: number;
  /** Told when a picture could not be drawn; its text twin is shown. */
  readonly onFailure: (error: unknown) => void;
}

/** Collects a message's files and keeps Discord's limits on them. */
export class Attachments {
  readonly files: WireFile[] = [];
  readonly entries: WireAttachment[] = [];
  #bytes = 0;

  /** A file of its own, or what `tooLarge` says of it. */
  addFile(file: Attachment, tooLarge: (name: string) => string): Piece[] {
    const name = this.#add(file.name, file.bytes, file.description);
    if (name !== undefined) return [{ type: "file", name }];
    return textPieces(md`${tooLarge(cleanLine(file.name, LIMITS.fileName) ?? "")}`.toString());
  }

  /** A picture of ours, or its text twin where it can't be drawn or attached. */
  async addPicture(picture: Picture, drawing: Drawing): Promise<Piece[]> {
    const drawn = await draw(picture, drawing);
    const name = drawn && this.#add(drawn.name, drawn.bytes, picture.alt);
    if (name === undefined) return twinOf(picture.twin);
    return [{ type: "gallery", items: [mediaOf(`attachment://${name}`, picture.alt)] }];
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

function twinOf(twin: Markdown): Piece[] {
  return textPieces(twin.toString());
}

/** Letters Discord keeps in a file name, and a number where two would be alike. */
function fileName(wanted: string, index: number): string {
  const safe = wanted.replaceAll(/[^A-Za-z0-9._-]+/g, "-").replaceAll(/^[.-]+|[.-]+$/g, "");
  const short = safe.slice(-LIMITS.fileName + 4) || "file";
  return index === 0 ? short : `${index}-${short}`;
}

async function draw(picture: Picture, { signal, withinMs, onFailure }: Drawing) {
  const controller = new AbortController();
  const stop = () => controller.abort(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  const timer = setTimeout(
    () => controller.abort(new MilepostError("internal", { reason: "picture too slow" })),
    withinMs,
  );
  try {
    if (signal.aborted) stop();
    return await Promise.race([picture.draw(controller.signal), rejectOnAbort(controller.signal)]);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    onFailure(error);
    return undefined;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}

/** Rejects with the signal's reason; never settles otherwise. */
export function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const refuse = () => reject(signal.reason as Error);
    if (signal.aborted) refuse();
    else signal.addEventListener("abort", refuse, { once: true });
  });
}
