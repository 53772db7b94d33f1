import type { Core } from "../../core.ts";
import type { Json } from "../../json.ts";
import { userJson } from "../../message/message-json.ts";
import { FaultList, known, refusal } from "../../validation/api-error.ts";
import { readImage } from "../../validation/read-image.ts";
import type { AppEmoji } from "../../world/world.ts";
import { botRoute, NO_CONTENT, ok, type Request, type Result, type Route } from "../route.ts";

/** Discord's limit for an application. */
const MOST = 2_000;
const MOST_BYTES = 256 * 1024;
const NAME = /^\w{2,32}$/;
/** https://discord.com/developers/docs/resources/emoji#application-owned-emoji */
export const emojiRoutes: readonly Route[] = [
  botRoute("GET", "/applications/:application/emojis", list),
  botRoute("POST", "/applications/:application/emojis", create),
  botRoute("GET", "/applications/:application/emojis/:emoji", (core, request) =>
    ok(emojiJson(core, found(core, request))),
  ),
  botRoute("PATCH", "/applications/:application/emojis/:emoji", rename),
  botRoute("DELETE", "/applications/:application/emojis/:emoji", remove),
];

function list(core: Core, request: Request): Result {
  mustBeOwn(core, request);
  return ok({ items: [...core.world.emojis.values()].map((emoji) => emojiJson(core, emoji)) });
}

function create(core: Core, request: Request): Result {
  mustBeOwn(core, request);
  const body = request.record();
  const faults = new FaultList();
  checkFields(body, ["name", "image"], faults);
  const { contentType, bytes } = readImage(body, faults);
  faults.throwIfAny();
  if (bytes.length > MOST_BYTES) throw refusal("FailedToResizeAssetBelowTheMaximumSize");
  if (core.world.emojis.size >= MOST) throw refusal("MaximumNumberOfEmojisReached");
  const emoji = { id: core.world.ids.next(), name: String(body["name"]), contentType, bytes };
  core.world.emojis.set(emoji.id, emoji);
  return { status: 201, body: emojiJson(core, emoji) };
}

function rename(core: Core, request: Request): Result {
  const emoji = found(core, request);
  const body = request.record();
  const faults = new FaultList();
  checkFields(body, ["name"], faults);
  faults.throwIfAny();
  emoji.name = String(body["name"]);
  return ok(emojiJson(core, emoji));
}

function remove(core: Core, request: Request): Result {
  core.world.emojis.delete(found(core, request).id);
  return NO_CONTENT;
}

/** Requires these fields and refuses all others. */
function checkFields(body: Json, names: readonly string[], faults: FaultList): void {
  for (const name of names) {
    if (body[name] === undefined) faults.required([name]);
    else if (typeof body[name] !== "string") faults.add([name], "STRING_TYPE_CONVERT");
  }
  for (const name of Object.keys(body)) if (!names.includes(name)) faults.add([name], "UNKNOWN_FIELD");
  const { name } = body;
  if (typeof name !== "string") return;
  if (name.length < 2 || name.length > 32) faults.badLength(["name"], 2, 32);
  else if (!NAME.test(name)) faults.add(["name"], "STRING_TYPE_REGEX");
}

function found(core: Core, request: Request): AppEmoji {
  mustBeOwn(core, request);
  return known(core.world.emojis.get(request.param("emoji")), "UnknownEmoji");
}

function mustBeOwn({ world }: Core, request: Request): void {
  if (request.param("application") !== world.application.id) throw refusal("UnknownApplication");
}

function emojiJson({ world }: Core, { id, name, contentType }: AppEmoji): Json {
  return {
    id,
    name,
    roles: [],
    user: userJson(world.bot),
    require_colons: true,
    managed: false,
    animated: contentType === "image/gif",
    available: true,
  };
}
