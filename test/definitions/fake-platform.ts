import { MilepostError } from "../../src/base/errors.ts";
import type { DefinitionsClient } from "../../src/definitions/record.ts";
import type { Definition } from "../../src/platform/resources/definitions.ts";

type Table = Readonly<Record<string, Definition>>;

export function named(name: string, more: object = {}): Definition {
  return {
    displayProperties: { name, description: `About ${name}`, icon: `/icons/${name}.png`, hasIcon: true },
    ...more,
  };
}

/** A platform that serves definitions from memory, counts its calls, and fails when told to. */
export class FakePlatform implements DefinitionsClient {
  version = "v1";
  /** By address, `en/item`; what follows a question mark makes it another one. */
  files: Record<string, Table> = {};
  /** Addresses the manifest has and nothing answers at. */
  absent = new Set<string>();
  /** By platform locale, then table. */
  singles: Record<string, Record<string, Table>> = {};
  operations = new Set(["definitions.manifest", "definitions.one"]);
  calls: string[] = [];
  failure: MilepostError | undefined;
  /** Held back until it resolves. */
  gate: Promise<void> = Promise.resolve();
  inFlight = 0;
  mostInFlight = 0;

  offers(operation: string): boolean {
    return this.operations.has(operation);
  }

  imageUrl(path: string | null | undefined): string | undefined {
    return path?.startsWith("/") ? `https://content.example${path}` : undefined;
  }

  async definitionsManifest({ locale }: { locale?: string }) {
    await this.#called(`manifest ${locale}`);
    const files: Record<string, Record<string, string>> = {};
    for (const address of Object.keys(this.files)) {
      const [fileLocale = "", table = ""] = address.split(/[/?]/);
      (files[fileLocale] ??= {})[table] = address;
    }
    return dated({ version: this.version, files });
  }

  async definitionsFile({ address }: { address: string }) {
    await this.#called(`file ${address}`);
    if (this.absent.has(address)) throw new MilepostError("not-found", { operation: "definitions.file" });
    return this.files[address] ?? {};
  }

  async definitionsOne({ table, hash, locale = "" }: { table: string; hash: number; locale?: string }) {
    await this.#called(`one ${locale}/${table}/${hash}`);
    const found = this.singles[locale]?.[table]?.[String(hash)];
    if (found === undefined) throw new MilepostError("not-found", { operation: "definitions.one" });
    return dated(found);
  }

  count(start: string): number {
    return this.calls.filter((call) => call.startsWith(start)).length;
  }

  async #called(call: string): Promise<void> {
    this.calls.push(call);
    this.inFlight += 1;
    this.mostInFlight = Math.max(this.mostInFlight, this.inFlight);
    try {
      await this.gate;
      if (this.failure !== undefined) throw this.failure;
    } finally {
      this.inFlight -= 1;
    }
  }
}

function dated<T>(data: T) {
  return { data, at: 0, isStale: false };
}
