import { z } from "zod";

import { cookieName, flag, headerName, headerValue, template, text, texts } from "./leaves.ts";
import { oauth } from "./oauth-schema.ts";

/** What people call each login provider's account, by the contract's provider name. */
export const PROVIDER_TITLES = { ProviderA: "console account", ProviderB: "desktop account" } as const;

export const hosts = z.strictObject({
  portal: template.describe("Origin of the site, maybe with a path: https, or http on loopback only."),
  api: template.default("{portal}/Platform").describe("Base of the API; may use `{portal}`."),
  content: template
    .default("{portal}")
    .describe("Base of pictures and definition files; may use `{portal}` and `{api}`."),
  more: z
    .record(
      z.string().regex(/^[a-z][A-Za-z0-9]*$/, "not a name: letters and digits, such as account"),
      template,
    )
    .default({})
    .describe(
      "Further hosts of the API by name, such as `account`: then an operation's `path` may begin with `{account}/`. They " +
        "get the key and members' tokens, as `hosts.api` does. `{membershipType.name}` (or `.value`) in one is the " +
        "account's, of those in `enums.MembershipType`: `https://{membershipType.name}.api.example`.",
    ),
  providers: z
    .strictObject({ ProviderA: template.optional(), ProviderB: template.optional() })
    .prefault({})
    .describe("Origins of the login providers `ProviderA` and `ProviderB`, maybe with a path."),
  allow: z
    .array(template)
    .default([])
    .describe(
      "Further origins a sign-in, pictures and definition files may lead to. Nothing else is ever asked.",
    ),
  links: z
    .array(template)
    .default([])
    .describe(
      "Further origins that texts and buttons may link to. Links anywhere else are shown as their words alone.",
    ),
});

const cookie = z.strictObject({ name: cookieName });
const cookieThatMayLack = cookie.extend({ required: flag.default(true) });

export const cookies = z.strictObject({
  csrf: cookie
    .optional()
    .describe(
      'The cookie whose value is repeated in the CSRF header: `{"name": ...}`; left out where there is none.',
    ),
  session: cookie.describe("The session cookie."),
  device: cookieThatMayLack
    .optional()
    .describe('A cookie of the device: `{"name": ..., "required": false}` where private calls do without.'),
  account: cookieThatMayLack.optional().describe("A cookie that holds the account's identifier, likewise."),
});

const memberKey = z.strictObject({
  header: headerName
    .default("Authorization")
    .describe("Header a member's own key goes in, in place of the application's."),
  value: headerValue.default("Bearer {key}").describe("What it holds; `{key}` is the member's."),
  scope: z
    .string()
    .min(1)
    .optional()
    .describe(
      "What the key has to be allowed, as the service calls it and as little as there is; members read it first.",
    ),
  manageUrl: template.describe("Address where members make and delete their keys; may use the hosts."),
});

export const signIn = z.strictObject({
  path: template
    .default("/{locale}/User/SignIn/{provider}")
    .describe(
      "Path that starts and ends a sign-in, with `{locale}` and `{provider}`. Without `providers`, the path of the page " +
        "people sign in at, such as `/account/login`. A private call that is redirected there is one of an ended session.",
    ),
  returnQuery: text.default("bru").describe("Query member of the return path."),
  codeQuery: text.default("code").describe("Query member of the grant code."),
  successQuery: z
    .array(z.string())
    .default(["code", "wa=wsignin1.0"])
    .describe("What the last address's query begins with after success."),
  registerSegment: text
    .default("/Register")
    .describe('Part of the path that means "this account is not registered".'),
  oauth: oauth.optional().describe("OAuth 2, beside cookies or in their place: see OAuth."),
  key: memberKey
    .optional()
    .describe("Keys that members make for themselves at the service: see Members' own keys."),
});

export const provider = z.strictObject({
  signInId: text.describe("The provider's name in the sign-in path, such as `ProviderAid`."),
  aliases: texts.describe("Other names of it that `milepost sign-in` takes."),
  membershipType: z.int().describe("Its number in game paths."),
  authorizeUrl: template.describe(
    "Address of its authorization page, on its provider's origin; may use `{ProviderA}` and the other hosts.",
  ),
  loginUrl: template.describe("Address the login form is posted to, on the same origin."),
  clientId: text.optional().describe("The service's client id at the provider."),
  scope: text.optional().describe("The scope asked for."),
  grantHeader: headerName.optional().describe("Header the grant code may come in; case does not matter."),
  tokenInputId: text.optional().describe("Id of the hidden input that holds the form's token."),
  tokenField: text.optional().describe("Name the token is posted under."),
  postAddressKeys: z
    .array(z.string())
    .default(["urlPost"])
    .describe("Names of the script value that holds the address to post to."),
  sessionCookie: cookieName.optional().describe("The provider's own session cookie."),
});

export const providerId = z.enum(["ProviderA", "ProviderB"]);
