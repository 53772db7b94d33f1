import type { ProviderId } from "./tokens.ts";
import type { SignInContext } from "./context.ts";

interface Asked {
  readonly locale: string;
  readonly provider: ProviderId;
}

/** E1's path of a profile, read and written. */
export class SignInPaths {
  readonly #pattern: RegExp;
  readonly #names: readonly string[];
  readonly #template: string;
  readonly #context: SignInContext;

  constructor(context: SignInContext) {
    const prefix = new URL(context.hosts.portal).pathname.replace(/\/+$/, "");
    const parts = (prefix + context.profile.signIn.path).split(/\{([A-Za-z]+)\}/);
    this.#context = context;
    this.#template = prefix + context.profile.signIn.path;
    this.#names = parts.filter((_, index) => index % 2 === 1);
    const source = parts.map((part, index) =>
      index % 2 === 1 ? "([^/]+)" : part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`),
    );
    this.#pattern = new RegExp(`^${source.join("")}/?$`);
  }

  read(pathname: string): Asked | undefined {
    const match = this.#pattern.exec(pathname);
    if (match === null) return undefined;
    const given = Object.fromEntries(this.#names.map((name, index) => [name, match[index + 1] ?? ""]));
    const id = given["provider"] ?? "";
    const found = Object.entries(this.#context.profile.providers).find(
      ([, { signInId, aliases }]) => signInId === id || aliases.includes(id),
    );
    if (found === undefined) return undefined;
    // The keys are the providers: the schema knows no others.
    return {
      locale: given["locale"] ?? this.#context.profile.locale.default,
      provider: found[0] as ProviderId,
    };
  }

  write({ locale, provider }: Asked, instead: string): string {
    const id = this.#context.profile.providers[provider]?.signInId;
    if (id === undefined) return instead;
    return this.#template.replaceAll("{locale}", locale).replaceAll("{provider}", id);
  }
}
