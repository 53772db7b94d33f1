import { MessageFlags } from "discord-api-types/v10";

import { isRecord, type Json, listOf } from "../json.ts";
import { channelPermissions, has, Permission } from "../world/permissions.ts";
import type { World } from "../world/world.ts";
import { type FileStore, keepFile, type StoredFile } from "./file-store.ts";
import { mentionsOf, shownText } from "./mentions.ts";
import { fileUrl, type Site } from "./message-json.ts";
import type { MessageStore, StoredMessage } from "./message-store.ts";

/** A file of a multipart body; `key` is the n of `files[n]`. */
export interface Upload {
  readonly key: string;
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface Draft {
  readonly body: Json;
  readonly uploads: readonly Upload[];
}

interface WriterParts {
  readonly world: World;
  readonly files: FileStore;
  readonly messages: MessageStore;
  readonly site: Site;
}

/** Makes and edits messages from validated bodies. */
export class MessageWriter {
  readonly #parts: WriterParts;

  constructor(parts: WriterParts) {
    this.#parts = parts;
  }

  /** Makes, stores and returns a message from the body. `given` takes precedence over the body. */
  create(
    draft: Draft,
    given: Pick<StoredMessage, "channelId" | "authorId" | "type" | "flags"> & Partial<StoredMessage>,
  ): StoredMessage {
    const { body } = draft;
    const files = this.#storeFiles(draft, []);
    const content = typeof body["content"] === "string" ? body["content"].trim() : "";
    const components = this.#components(listOf(body["components"]), { ...given, files });
    const message: StoredMessage = {
      id: this.#parts.world.ids.next(),
      createdAt: this.#parts.world.clock.now(),
      content,
      embeds: this.#mayEmbed(given) ? this.#embeds(listOf(body["embeds"]), { ...given, files }) : [],
      components,
      files,
      mentions: this.#mentions(body, shownText(content, components), given),
      isPinned: false,
      version: 0,
      ...given,
    };
    this.#parts.messages.add(message);
    const channel = this.#parts.world.channels.get(given.channelId);
    if (channel !== undefined && message.ownerId === undefined) channel.lastMessageId = message.id;
    return message;
  }

  /** Edits a message. What the body doesn't name stays. */
  edit(message: StoredMessage, draft: Draft, options: { readonly isFirstContent?: boolean } = {}): void {
    const { body } = draft;
    const kept = Array.isArray(body["attachments"]) ? keptFiles(message, body["attachments"]) : message.files;
    // Removed files are kept for clients that are loading them, until the store is full.
    const files = this.#storeFiles(draft, kept);
    message.files = files;
    if (body["content"] !== undefined)
      message.content = typeof body["content"] === "string" ? body["content"].trim() : "";
    const place = { channelId: message.channelId, files };
    if (body["embeds"] !== undefined && this.#mayEmbed(message))
      message.embeds = this.#embeds(listOf(body["embeds"]), place);
    if (body["components"] !== undefined)
      message.components = this.#components(listOf(body["components"]), place);
    if (typeof body["flags"] === "number") message.flags = changedFlags(message.flags, body["flags"]);
    message.mentions = this.#mentions(body, shownText(message.content, message.components), message);
    if (options.isFirstContent !== true) message.editedAt = this.#parts.world.clock.now();
  }

  #storeFiles(draft: Draft, kept: readonly StoredFile[]): readonly StoredFile[] {
    const described = new Map(listOf(draft.body["attachments"]).map((entry) => [String(entry["id"]), entry]));
    const fresh = draft.uploads.map((upload): StoredFile => {
      const id = this.#parts.world.ids.next();
      const about = described.get(upload.key);
      const name = safeName(typeof about?.["filename"] === "string" ? about["filename"] : upload.name);
      const description = about?.["description"];
      const file = keepFile(this.#parts.files, id, name, upload.bytes);
      return typeof description === "string" ? { ...file, description } : file;
    });
    return [...kept, ...fresh];
  }

  #mentions(body: Json, text: string, message: { readonly channelId: string; readonly authorId: string }) {
    const channel = this.#parts.world.channels.get(message.channelId);
    const permissions =
      channel === undefined ? 0n : channelPermissions(this.#parts.world, channel, message.authorId);
    const everyone = has(permissions, Permission.MentionEveryone);
    const roles = channel && this.#parts.world.guildOf(channel)?.roles;
    const role = (id: string) =>
      roles?.has(id) === true && (everyone || roles.get(id)?.isMentionable === true);
    return mentionsOf(text, body["allowed_mentions"], { everyone, role });
  }

  /** Without Embed Links Discord drops embeds silently, except in replies to commands. */
  #mayEmbed({ channelId, authorId, origin }: Partial<StoredMessage> & Author): boolean {
    const channel = this.#parts.world.channels.get(channelId);
    if (channel === undefined || origin !== undefined) return true;
    return has(channelPermissions(this.#parts.world, channel, authorId), Permission.EmbedLinks);
  }

  #embeds(embeds: readonly Json[], place: Place): readonly Json[] {
    return embeds.map((embed) => {
      const shown: Record<string, unknown> = { ...embed, type: "rich" };
      for (const name of ["image", "thumbnail"]) {
        const medium = shown[name];
        if (isRecord(medium)) shown[name] = this.#medium(medium, place);
      }
      return shown;
    });
  }

  #components(components: readonly Json[], place: Place): readonly Json[] {
    const taken = new Set<number>();
    collectIds(components, taken);
    let last = 0;
    const number = (): number => {
      do last += 1;
      while (taken.has(last));
      return last;
    };
    const finish = (component: Json): Json => {
      const own = typeof component["id"] === "number" && component["id"] > 0 ? component["id"] : number();
      return this.#component({ ...component, id: own }, place, finish);
    };
    return components.map(finish);
  }

  #component(component: Json, place: Place, finish: (component: Json) => Json): Json {
    const done: Record<string, unknown> = { ...component };
    if (Array.isArray(done["components"])) done["components"] = listOf(done["components"]).map(finish);
    if (isRecord(done["accessory"])) done["accessory"] = finish(done["accessory"]);
    for (const name of ["media", "file"]) {
      const medium = done[name];
      if (isRecord(medium)) done[name] = this.#medium(medium, place);
    }
    if (isRecord(component["file"])) Object.assign(done, this.#fileFacts(component["file"], place));
    if (Array.isArray(done["items"])) {
      done["items"] = listOf(done["items"]).map((item) => ({
        ...item,
        media: isRecord(item["media"]) ? this.#medium(item["media"], place) : item["media"],
      }));
    }
    return done;
  }

  #fileFacts(medium: Json, place: Place): Json {
    const file = referenced(medium["url"], place.files);
    return file === undefined ? {} : { name: file.name, size: file.size };
  }

  #medium(medium: Json, place: Place): Json {
    const file = referenced(medium["url"], place.files);
    if (file === undefined) return { ...medium, proxy_url: medium["url"] };
    const url = fileUrl(place, file, this.#parts.site);
    const size = file.width === undefined ? {} : { width: file.width, height: file.height };
    return {
      ...medium,
      url,
      proxy_url: url,
      content_type: file.contentType,
      attachment_id: file.id,
      // The alt text of an embed's picture is that of its file.
      ...(file.description !== undefined && { description: file.description }),
      ...size,
    };
  }
}

type Author = Pick<StoredMessage, "channelId" | "authorId">;

interface Place {
  readonly channelId: string;
  readonly files: readonly StoredFile[];
}

function referenced(url: unknown, files: readonly StoredFile[]): StoredFile | undefined {
  if (typeof url !== "string" || !url.startsWith("attachment://")) return undefined;
  return files.find((file) => file.name === url.slice("attachment://".length));
}

function keptFiles(message: StoredMessage, listed: readonly unknown[]): readonly StoredFile[] {
  const ids = new Set(listed.map((entry) => (isRecord(entry) ? String(entry["id"]) : "")));
  return message.files.filter((file) => ids.has(file.id));
}

/** An edit sets or clears SUPPRESS_EMBEDS, and only sets IS_COMPONENTS_V2. */
function changedFlags(before: number, asked: number): number {
  const { IsComponentsV2, SuppressEmbeds } = MessageFlags;
  return (before & ~SuppressEmbeds) | (asked & (SuppressEmbeds | IsComponentsV2));
}

function collectIds(components: readonly Json[], into: Set<number>): void {
  for (const component of components) {
    if (typeof component["id"] === "number") into.add(component["id"]);
    if (Array.isArray(component["components"])) collectIds(listOf(component["components"]), into);
    if (isRecord(component["accessory"])) collectIds([component["accessory"]], into);
  }
}

/** Returns the name Discord gives an uploaded file. */
export function safeName(name: string): string {
  const safe = name.replaceAll(/[^\w.-]+/g, "_");
  return safe === "" ? "file" : safe;
}
