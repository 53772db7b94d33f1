import type { CodeClass, Profile } from "../../platform/profile/schema.ts";
import type { Refusal } from "./refusal.ts";
import { isBag, setAt } from "./wire/paths.ts";

export type EnvelopeKind = Profile["envelope"]["kind"];
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}
export interface Trouble {
  readonly code: number | string | null;
  readonly name: string;
  readonly message: string;
  readonly throttleSeconds?: number;
}

/** Default status and name of each class of error. */
const CLASSES: Readonly<Record<CodeClass, readonly [status: number, name: string]>> = {
  maintenance: [503, "SystemDisabled"],
  signIn: [401, "WebAuthRequired"],
  throttled: [429, "ThrottleLimitExceeded"],
  key: [401, "ApiKeyInvalid"],
  notFound: [404, "NotFound"],
  private: [403, "PrivacyRestriction"],
  transient: [500, "InternalError"],
};

/** Makes answers and errors in the profile's envelope. */
export class Envelope {
  readonly #profile: Profile;
  readonly #hidesStatus: boolean;

  constructor(profile: Profile, hidesStatus: boolean) {
    this.#profile = profile;
    this.#hidesStatus = hidesStatus;
  }

  success(kind: EnvelopeKind, value: unknown): Answer {
    if (kind === "bare") return { status: 200, body: value };
    const [code = 1] = this.#profile.envelope.okCodes;
    const body = this.trouble({ code, name: "Success", message: "Ok" });
    const { response } = this.#profile.envelope.members;
    // With an empty path the payload's members are beside the code.
    if (response === "") return { status: 200, body: isBag(value) ? { ...body, ...value } : value };
    setAt(body, response, value);
    return { status: 200, body };
  }

  refusal(kind: EnvelopeKind, refusal: Refusal): Answer {
    const { codeClass, preferred, message } = refusal;
    const status = this.statusOf(codeClass);
    if (kind === "bare") return { status, body: this.alternative(codeClass, message) };
    const body = this.trouble({
      code: this.codeOf(codeClass, preferred),
      name: CLASSES[codeClass][1],
      message,
    });
    return { status: this.#hidesStatus && codeClass !== "key" ? 200 : status, body };
  }

  /** Returns an error as `{error, error_description}`, by the profile's names. */
  alternative(codeClass: CodeClass, description: string): unknown {
    const { alternative } = this.#profile.envelope;
    const body: Record<string, unknown> = {};
    setAt(body, alternative.error, alternative.classes[codeClass]?.[0] ?? CLASSES[codeClass][1]);
    setAt(body, alternative.description, description);
    return body;
  }

  /** Returns the profile's code for a class of errors: `preferred` if it is one, else the first. */
  codeOf(codeClass: CodeClass, preferred?: number): number | string {
    const codes = this.#profile.envelope.classes[codeClass] ?? [];
    return codes.find((code) => code === preferred) ?? codes[0] ?? preferred ?? 3;
  }

  statusOf(codeClass: CodeClass): number {
    return this.#profile.envelope.statuses[codeClass]?.[0] ?? CLASSES[codeClass][0];
  }

  trouble(trouble: Trouble): Record<string, unknown> {
    const { members } = this.#profile.envelope;
    const body: Record<string, unknown> = {};
    // A profile without success codes has no envelope around successes.
    if (trouble.code === null) return body;
    setAt(body, members.code, trouble.code);
    setAt(body, members.throttleSeconds, trouble.throttleSeconds ?? 0);
    setAt(body, members.status, trouble.name);
    setAt(body, members.message, trouble.message);
    setAt(body, members.data, {});
    return body;
  }
}
