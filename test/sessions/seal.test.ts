import { createCipheriv, createDecipheriv, createHash, hkdfSync } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { isMilepostError } from "../../src/base/errors.ts";
import {
  keyIdOf,
  openRecord,
  type SealContext,
  sealRecord,
  type SealingKey,
} from "../../src/sessions/seal/seal-record.ts";
import gcmVectors from "./vectors/aes-256-gcm.json" with { type: "json" };
import hkdfVectors from "./vectors/hkdf-sha-512.json" with { type: "json" };

const key: SealingKey = { id: 7, bytes: Buffer.alloc(32, 0x11) };
const context: SealContext = {
  label: "milepost/session/v1",
  origin: "https://portal.test",
  discordId: "123456789012345678",
  rowId: "row-1",
  revision: 3,
};
const plaintext = Buffer.from('{"cookies":"canary"}');
const sealed = sealRecord(key, context, plaintext);

const codeOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return isMilepostError(error) ? error.message : `not ours: ${String(error)}`;
  }
  return "opened";
};

describe("a sealed record", () => {
  it("opens to what was sealed, whatever its bytes and length", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 1_100 }), fc.string(), fc.nat(), (bytes, rowId, revision) => {
        const bound = { ...context, rowId, revision };
        const opened = openRecord([key], bound, sealRecord(key, bound, bytes));
        expect(opened.equals(bytes)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it("shows nothing of its content, and its length in steps of 256 only", () => {
    expect(sealed.includes("canary")).toBe(false);
    const lengths = [0, 1, 255, 256, 511, 512].map((size) => {
      return sealRecord(key, context, Buffer.alloc(size, END)).length - 70 - 16;
    });
    expect(lengths).toEqual([256, 256, 256, 512, 512, 768]);
  });

  it("never repeats itself", () => {
    const twice = [1, 2].map(() => sealRecord(key, context, plaintext).toString("hex"));
    expect(twice[0]?.slice(12, 140)).not.toBe(twice[1]?.slice(12, 140));
  });

  it("refuses every single flipped bit", () => {
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const changed = Buffer.from(sealed);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(codeOf(() => openRecord([key], context, changed))).toBe("unopenable");
    }
  });

  it("refuses every truncation and every extension", () => {
    for (let length = 0; length < sealed.length; length++) {
      expect(codeOf(() => openRecord([key], context, sealed.subarray(0, length)))).toBe("unopenable");
      expect(codeOf(() => openRecord([key], context, sealed.subarray(sealed.length - length)))).toBe(
        "unopenable",
      );
    }
    for (const more of [1, 4, 16, 256]) {
      expect(codeOf(() => openRecord([key], context, Buffer.concat([sealed, Buffer.alloc(more)])))).toBe(
        "unopenable",
      );
    }
  });

  it.each([
    ["kind", { label: "milepost/snapshot/v1" }],
    ["platform", { origin: "https://portal.test:8443" }],
    ["member", { discordId: "123456789012345679" }],
    ["row", { rowId: "row-2" }],
    ["older revision", { revision: 2 }],
    ["newer revision", { revision: 4 }],
  ])("opens in no other place: another %s", (_name, other) => {
    expect(codeOf(() => openRecord([key], { ...context, ...other }, sealed))).toBe("unopenable");
  });

  it("keeps the parts of its context apart, wherever one ends and the next begins", () => {
    const shifted = { ...context, origin: "https://portal.test1", discordId: "23456789012345678" };
    expect(codeOf(() => openRecord([key], shifted, sealed))).toBe("unopenable");
  });

  it("opens under its own key alone, found by its id", () => {
    const other: SealingKey = { id: 8, bytes: Buffer.alloc(32, 0x22) };
    expect(keyIdOf(sealed)).toBe(7);
    expect(openRecord([other, key], context, sealed).equals(plaintext)).toBe(true);
    expect(codeOf(() => openRecord([other], context, sealed))).toBe("unopenable");
    expect(codeOf(() => openRecord([{ ...other, id: 7 }], context, sealed))).toBe("unopenable");
    expect(codeOf(() => openRecord([], context, sealed))).toBe("unopenable");
  });

  it("gives one error for every failure, with nothing in it", () => {
    const errors = [
      () => openRecord([key], context, Buffer.alloc(0)),
      () => openRecord([key], { ...context, revision: 9 }, sealed),
      () => openRecord([], context, sealed),
      () => openRecord([key], context, Buffer.concat([sealed.subarray(0, -1), Buffer.from([0])])),
    ].map(codeOf);
    expect(new Set(errors)).toEqual(new Set(["unopenable"]));
  });

  it("refuses padding that nobody here writes, although the tag is right", () => {
    for (const padded of [
      Buffer.alloc(256),
      Buffer.alloc(256, 1),
      Buffer.concat([Buffer.alloc(256, END), Buffer.alloc(256)]),
      Buffer.concat([Buffer.of(END), Buffer.alloc(255, 1)]),
    ]) {
      expect(codeOf(() => openRecord([key], context, sealAsWritten(padded)))).toBe("unopenable");
    }
    const right = Buffer.alloc(256);
    right[0] = END;
    expect(openRecord([key], context, sealAsWritten(right))).toHaveLength(0);
  });

  it("refuses what is committed to another key, although the tag is right", () => {
    const other = sealAsWritten(Buffer.alloc(256, END), undefined, Buffer.alloc(32, 0x44));
    expect(codeOf(() => openRecord([key], context, other))).toBe("unopenable");
  });

  it("refuses to seal what is far too large", () => {
    expect(() => sealRecord(key, context, Buffer.alloc(4 * 1024 * 1024 + 1))).toThrow(/too large/);
    const largest = sealRecord(key, context, Buffer.alloc(4 * 1024 * 1024));
    expect(openRecord([key], context, largest)).toHaveLength(4 * 1024 * 1024);
  });
});

const END = 0x80;

/** MPS1 as its description says, written a second time and from nothing of src. */
function sealAsWritten(padded: Buffer, salt = Buffer.alloc(32, 0x33), commitment?: Buffer): Buffer {
  const first = Buffer.from([1, 1, 0, 0, 0, key.id]);
  const info = Buffer.concat([Buffer.from("milepost/mps1\0"), first]);
  const own = Buffer.from(hkdfSync("sha512", key.bytes, salt, info, 76));
  const header = Buffer.concat([first, salt, commitment ?? own.subarray(44)]);
  const framed = [context.label, context.origin, context.discordId, context.rowId].map((text) =>
    Buffer.concat([Buffer.from([0, 0, 0, text.length]), Buffer.from(text)]),
  );
  const aad = Buffer.concat([header, ...framed, Buffer.from([0, 0, 0, 0, 0, 0, 0, context.revision])]);
  const cipher = createCipheriv("aes-256-gcm", own.subarray(0, 32), own.subarray(32, 44));
  cipher.setAAD(aad);
  return Buffer.concat([header, cipher.update(padded), cipher.final(), cipher.getAuthTag()]);
}

describe("known answers", () => {
  it("are those of a second writing of the format", () => {
    const salt = Buffer.alloc(32, 0x33);
    const padded = Buffer.alloc(256);
    padded.set(plaintext);
    padded[plaintext.length] = END;
    expect(sealRecord(key, context, plaintext, salt).equals(sealAsWritten(padded, salt))).toBe(true);
  });

  it.each([
    ["a session", plaintext, "de49c54b41463464f2e92487941b8207"],
    ["nothing", Buffer.alloc(0), "72b7626ea7d8b5f9d618cbe677e67e11"],
    ["a block", Buffer.alloc(256, 0x61), "4304013436a3a2e1bbdc251f0223cf24"],
  ])("stay the same from version to version: %s", (_name, bytes, expected) => {
    const record = sealRecord(key, context, bytes, Buffer.alloc(32, 0x44));
    expect(createHash("sha256").update(record).digest("hex").slice(0, 32)).toBe(expected);
  });
});

const REFUSED = "refused";
const orRefused = (work: () => string): string => {
  try {
    return work();
  } catch {
    return REFUSED;
  }
};
const hex = (text: string) => Buffer.from(text, "hex");

const openVector = ({ key, iv, aad, ct, tag }: (typeof gcmVectors.tests)[number]) => {
  const decipher = createDecipheriv("aes-256-gcm", hex(key), hex(iv), { authTagLength: 16 });
  decipher.setAAD(hex(aad)).setAuthTag(hex(tag));
  return Buffer.concat([decipher.update(hex(ct)), decipher.final()]).toString("hex");
};

describe("the primitives", () => {
  it("AES-256-GCM agrees with every vector of Wycheproof", () => {
    const answers = gcmVectors.tests.map((one) => orRefused(() => openVector(one)));
    expect(answers).toEqual(gcmVectors.tests.map(({ result, msg }) => (result === "valid" ? msg : REFUSED)));
    expect(answers).toHaveLength(66);
  });

  it("HKDF-SHA-512 agrees with every vector of Wycheproof", () => {
    const answers = hkdfVectors.tests.map(({ ikm, salt, info, size }) =>
      orRefused(() => Buffer.from(hkdfSync("sha512", hex(ikm), hex(salt), hex(info), size)).toString("hex")),
    );
    expect(answers).toEqual(hkdfVectors.tests.map(({ result, okm }) => (result === "valid" ? okm : REFUSED)));
    expect(answers).toHaveLength(79);
  });

  it("GCM takes no shortened tag", () => {
    const short = Buffer.concat([sealed.subarray(0, -16), sealed.subarray(-16, -12)]);
    expect(codeOf(() => openRecord([key], context, short))).toBe("unopenable");
  });
});
