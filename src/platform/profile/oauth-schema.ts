import { z } from "zod";

import { count, flag, memberPath, template, text, texts, textsByName } from "./leaves.ts";

export const tokenWords = z.strictObject({
  members: z
    .strictObject({
      access: memberPath.default("access_token").describe("Path of the access token in the answer."),
      expires: memberPath.default("expires_in").describe("Path of the seconds it lives."),
      refresh: memberPath.default("refresh_token").describe("Path of the refresh token."),
      refreshExpires: memberPath.default("refresh_expires_in").describe("Path of the seconds that lives."),
      account: memberPath
        .optional()
        .describe(
          "Path of the account's id, where the answer has it; `access_token#sub` for a claim inside a token that is a JWT.",
        ),
    })
    .prefault({}),
  errors: z
    .strictObject({
      ended: texts.describe("Errors that end a link, beside `invalid_grant`: codes, names or descriptions."),
      wait: texts.describe("Errors of a refresh token that isn't valid yet."),
      maintenance: texts.describe("Errors of maintenance."),
      throttled: texts.describe("Errors that ask to slow down."),
    })
    .prefault({}),
});

/** The keys for the application's own token (RFC 6749, 4.4). */
export const clientCredentials = z.strictObject({
  tokenUrl: template.describe("Address that gives tokens; may use the hosts."),
  clientId: z.string().min(1).max(200).describe("Your application's id."),
  clientAuth: z
    .enum(["post", "basic"])
    .default("post")
    .describe("How `PLATFORM_CLIENT_SECRET` is sent: in the form, or as HTTP Basic."),
  scope: z.string().min(1).optional().describe("The scopes asked for."),
  more: textsByName.describe("Further members of the form, such as `audience`."),
});

/** The keys for OAuth 2: authorization code, and tokens instead of cookies. */
export const oauth = z.strictObject({
  authorizeUrl: template.describe("Address of the page members sign in at; may use the hosts."),
  tokenUrl: template.describe("Address that gives tokens."),
  revokeUrl: template.optional().describe("Address that takes tokens back (RFC 7009), at unlink."),
  clientId: z.string().min(1).max(200).describe("Your application's id."),
  clientAuth: z
    .enum(["post", "basic", "none"])
    .default("post")
    .describe("How `PLATFORM_CLIENT_SECRET` is sent: in the form, as HTTP Basic, or there is none."),
  redirectUri: template.describe(
    "Where members land, as registered; `https://localhost/linked` will do: they copy the address. Not used with `PUBLIC_URL`.",
  ),
  sendRedirectUri: flag.default(true).describe("`false` where the service takes none."),
  scope: z.string().min(1).optional().describe("The scopes asked for, as read-only as there are."),
  pkce: z.enum(["S256", "none"]).default("S256").describe("`none` where the service refuses PKCE."),
  more: textsByName.describe("Further members of the authorize address."),
  issuer: text.optional().describe("What `iss` says in the address members land on, where it is there."),
  ...tokenWords.shape,
  grantDays: count.optional().describe("Days after which members have to sign in again."),
  refreshAfterSeconds: count.optional().describe("Seconds before which a refresh token isn't valid yet."),
  manageUrl: template
    .optional()
    .describe("Address where members see and remove the applications they let in."),
});
