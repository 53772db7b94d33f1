import { withoutEndSlashes } from "../../../base/address.ts";
import { matcher } from "../routes.ts";
import type { SignInContext } from "./context.ts";
import type { ProviderId } from "./tokens.ts";

/** A sign-in's locale and provider. */
export interface Asked {
  readonly locale: string;
  readonly provider: ProviderId;
}

/** Reads and writes the profile's path of E1. */
export class SignInPaths {
  readonly #template: string;
  readonly #context: SignInContext;

  constructor(context: SignInContext) {
    this.#context = context;
    const prefix = withoutEndSlashes(new URL(context.hosts.portal).pathname);
    this.#template = prefix + context.profile.signIn.path;
  }

  read(pathname: string): Asked | undefined {
    const { providers, locale } = this.#context.profile;
    const match = matcher(this.#template, "[^/]+");
    const given = match(pathname) ?? match(pathname.replace(/\/$/, ""));
    const id = given?.["provider"] ?? "";
    const found = Object.entries(providers).find(
      ([, { signInId, aliases }]) => signInId === id || aliases.includes(id),
    );
    if (given === undefined || found === undefined) return undefined;
    // The schema allows only providers' ids as keys.
    return { locale: given["locale"] ?? locale.default, provider: found[0] as ProviderId };
  }

  write({ locale, provider }: Asked, instead: string): string {
    const id = this.#context.profile.providers[provider]?.signInId;
    if (id === undefined) return instead;
    return this.#template.replaceAll("{locale}", locale).replaceAll("{provider}", id);
  }
}
