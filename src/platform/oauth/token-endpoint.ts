import { Secret } from "../../base/secret.ts";
import type { RawAnswer, Send } from "../http/request.ts";
import type { Hosts } from "../profile/hosts.ts";
import { oauthAddress } from "../profile/oauth-addresses.ts";
import type { OAuthProfile } from "../profile/schema.ts";

/** How the application identifies itself to a token endpoint. */
export interface OAuthApplication extends Pick<OAuthProfile, "clientId" | "clientAuth"> {
  readonly secret: Secret | undefined;
}

export interface TokenForm {
  readonly operation: string;
  /** May contain host parameters. */
  readonly url: string;
  readonly form: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/** A token endpoint's answer is small. */
const MOST_BYTES = 64 * 1024;

/** Posts a form with the application's credentials to a token endpoint, once. */
export async function postTokenForm(
  { hosts, send }: { readonly hosts: Hosts; readonly send: Send },
  { clientId, clientAuth, secret }: OAuthApplication,
  { operation, url, form, signal }: TokenForm,
): Promise<{ readonly payload: RawAnswer; readonly at: number }> {
  const known = Object.entries(form).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const body = new URLSearchParams(Object.fromEntries(known));
  if (clientAuth !== "basic") body.set("client_id", clientId);
  if (clientAuth === "post" && secret !== undefined) body.set("client_secret", secret.reveal());
  const { payload, at } = await send({
    operation,
    class: "token",
    method: "POST",
    url: oauthAddress(url, hosts),
    body: body.toString(),
    ...(clientAuth === "basic" && { authorization: basic(clientId, secret) }),
    envelope: "bare",
    maxBytes: MOST_BYTES,
    signal,
  });
  // A "token" answer is returned unread.
  return { payload: payload as RawAnswer, at };
}

/** RFC 6749, 2.3.1: both parts are form-encoded first. */
function basic(clientId: string, secret: Secret | undefined): Secret {
  const encoded = [clientId, secret?.reveal() ?? ""].map((part) =>
    new URLSearchParams({ p: part }).toString().slice(2),
  );
  return new Secret(`Basic ${Buffer.from(encoded.join(":")).toString("base64")}`);
}
