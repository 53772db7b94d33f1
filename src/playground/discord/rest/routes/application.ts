import { isRecord, type Json } from "../../json.ts";
import type { Core } from "../../core.ts";
import { userJson } from "../../message/message-json.ts";
import { FaultList } from "../../validation/api-error.ts";
import { checkBody } from "../../validation/schemas.ts";
import { botRoute, ok, tokenRoute, type Request, type Result, type Route } from "../route.ts";

const MOST_DESCRIPTION = 400;

export const applicationRoutes: readonly Route[] = [
  tokenRoute("GET", "/gateway", (core) => ok({ url: gatewayUrl(core) })),
  botRoute("GET", "/gateway/bot", gatewayBot),
  botRoute("GET", "/users/@me", (core) => ok(self(core))),
  botRoute("GET", "/applications/@me", (core) => ok(application(core))),
  botRoute("GET", "/oauth2/applications/@me", (core) => ok(application(core))),
  botRoute("PATCH", "/applications/@me", editApplication),
];

function gatewayUrl(core: Core): string {
  return `${core.site.origin.replace("http", "ws")}/gateway`;
}

function gatewayBot(core: Core): Result {
  const { total, remaining, resetAfterMs } = core.gateway.startLimit();
  const servers = core.world.botGuilds().length;
  return ok({
    url: gatewayUrl(core),
    shards: Math.max(1, Math.ceil(servers / 2500)),
    session_start_limit: {
      total,
      remaining,
      reset_after: resetAfterMs,
      max_concurrency: core.gateway.maxConcurrency,
    },
  });
}

function self(core: Core): Json {
  return { ...userJson(core.world.bot), verified: true, mfa_enabled: true, email: null, flags: 0 };
}

function application(core: Core): Json {
  const { application, bot } = core.world;
  return {
    id: application.id,
    name: application.name,
    icon: null,
    description: application.description,
    summary: "",
    type: null,
    bot: userJson(bot),
    bot_public: application.isPublic,
    bot_require_code_grant: false,
    tags: application.tags,
    custom_install_url: application.customInstallUrl,
    install_params: application.installParams,
    integration_types_config: application.integrationTypesConfig,
    flags: application.flags,
    verify_key: core.endpoint.verifyKey,
    approximate_guild_count: core.world.botGuilds().length,
    approximate_user_install_count: [...core.world.users.values()].filter((user) => user.hasInstalled).length,
    owner: null,
    team: null,
    redirect_uris: [],
    interactions_endpoint_url: application.interactionsEndpointUrl,
    role_connections_verification_url: null,
  };
}

async function editApplication(core: Core, request: Request): Promise<Result> {
  const body = request.record();
  const faults = new FaultList();
  // Bots send a text; the published schema knows only the localized form.
  const { description, ...rest } = body;
  await checkBody("ApplicationFormPartialSchema", typeof description === "string" ? rest : body, faults);
  if (typeof description === "string" && description.length > MOST_DESCRIPTION) {
    faults.tooLong(["description"], MOST_DESCRIPTION);
  }
  for (const name of ["bot_public", "bot_require_code_grant"]) {
    if (body[name] !== undefined && typeof body[name] !== "boolean") {
      faults.add([name], "BOOLEAN_TYPE_CONVERT");
    }
  }
  faults.throwIfAny();
  const { interactions_endpoint_url: url } = body;
  if (typeof url === "string" && url !== core.endpoint.url && !(await core.endpoint.isVerified(url))) {
    faults.add(["interactions_endpoint_url"], "APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID");
  }
  faults.throwIfAny();
  applyEdit(core, body);
  return ok(application(core));
}

/** Permissions may be sent as a number, and are returned as text. */
function kept(config: unknown): unknown {
  if (!isRecord(config) || !isRecord(config["oauth2_install_params"])) return {};
  const { permissions, ...params } = config["oauth2_install_params"];
  return { oauth2_install_params: { ...params, permissions: String(permissions) } };
}

function applyEdit(core: Core, body: Json): void {
  const { application } = core.world;
  const { description, tags } = body;
  if (typeof description === "string") application.description = description;
  if (isRecord(description)) application.description = String(description["default"]);
  if (typeof body["bot_public"] === "boolean") application.isPublic = body["bot_public"];
  if (Array.isArray(tags)) application.tags = tags.map(String);
  if (body["install_params"] !== undefined) application.installParams = body["install_params"];
  if (isRecord(body["integration_types_config"])) {
    application.integrationTypesConfig = Object.fromEntries(
      Object.entries(body["integration_types_config"]).map(([way, config]) => [way, kept(config)]),
    );
  }
  const { custom_install_url: address, interactions_endpoint_url: endpoint } = body;
  if (address === null || typeof address === "string") application.customInstallUrl = address;
  if (endpoint === null || typeof endpoint === "string") application.interactionsEndpointUrl = endpoint;
}
