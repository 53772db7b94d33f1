import { describe, expect, it } from "vitest";

import { readTokenAnswer } from "../../../src/platform/oauth/token-answer.ts";
import type { OAuthProfile } from "../../../src/platform/profile/schema.ts";
import { profileAt } from "../../support/token-platform.ts";

const AT = 1_800_000_000_000;
const profile = profileAt("http://127.0.0.1:4000");
const { oauth: plain } = profile.signIn;
if (plain === undefined) throw new Error("the profile has OAuth");
const oauth: OAuthProfile = {
  ...plain,
  members: { ...plain.members, account: "membership_id" },
  errors: {
    ended: ["AuthorizationCodeInvalid"],
    wait: ["RefreshTokenNotYetValid"],
    maintenance: ["SystemDisabled"],
    throttled: ["2201"],
  },
};

function read(status: number, body: unknown, headers: Record<string, string> = {}, its = profile) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return readTokenAnswer(its, oauth, { status, headers, body: Buffer.from(text) }, AT);
}

describe("an answer of a token endpoint", () => {
  it("gives tokens, their ends and the account", () => {
    const answer = read(200, {
      access_token: "a",
      token_type: "bearer",
      expires_in: 3600,
      refresh_token: "r",
      refresh_expires_in: "60",
      membership_id: "4611686018427387905",
    });
    if (answer.kind !== "tokens") throw new Error(answer.kind);
    const { access, refresh, ...rest } = answer.granted;
    expect([access.reveal(), refresh?.reveal()]).toEqual(["a", "r"]);
    expect(rest).toEqual({
      at: AT,
      accessEnds: AT + 3_600_000,
      refreshEnds: AT + 60_000,
      account: "4611686018427387905",
    });
  });

  it.each<[string, number, unknown, string, string?]>([
    ["a code that is over", 400, { error: "invalid_grant" }, "ended"],
    [
      "its reason in the description",
      500,
      { error: "server_error", error_description: "AuthorizationCodeInvalid" },
      "ended",
    ],
    ["an API's error", 400, { error: { code: "AuthorizationCodeInvalid" } }, "ended", "error.code"],
    [
      "the usual error of a service whose API has another",
      400,
      { error: "invalid_grant" },
      "ended",
      "error.code",
    ],
    ["a wrong secret", 401, { error: "invalid_client" }, "client"],
    ["a secret refused in words of its own", 401, { message: "No" }, "client"],
    ["a proxy's refusal", 401, "<html>Sign in to the proxy</html>", "unclear"],
    ["a firewall's refusal", 403, "error code: 1020", "unclear"],
    ["a body that is a page", 200, "<html>", "unclear"],
    ["a token no header can hold", 200, { access_token: "a\r\nx: y" }, "unclear"],
    ["a token of another kind", 200, { access_token: "a", token_type: "mac" }, "unclear"],
    ["tokens under an error's status", 500, { access_token: "a" }, "unclear"],
    ["an error nobody knows", 400, { error: "server_error" }, "unclear"],
  ])("tells %s", (_, status, body, ...[kind, error = "error"]) => {
    const { envelope } = profile;
    const its = { ...profile, envelope: { ...envelope, alternative: { ...envelope.alternative, error } } };
    expect(read(status, body, {}, its).kind).toBe(kind);
  });

  it.each([
    [
      "maintenance in the description",
      400,
      { error: "invalid_grant", error_description: "SystemDisabled" },
      "platform-maintenance",
    ],
    [
      "a refresh token that isn't valid yet",
      400,
      { error: "invalid_grant", error_description: "RefreshTokenNotYetValid" },
      "platform-unavailable",
    ],
    ["throttling by the envelope's code", 200, { ErrorCode: 2201 }, "platform-throttled"],
    ["a 503", 503, "", "platform-maintenance"],
    ["a 429", 429, {}, "platform-throttled"],
  ])("ends no link for %s", (_, status, body, code) => {
    expect(read(status, body)).toMatchObject({ kind: "not-now", code });
  });

  it("waits as long as it is asked to", () => {
    expect(read(429, {}, { "retry-after": "7" })).toMatchObject({ retryAfterMs: 7_000 });
  });
});
