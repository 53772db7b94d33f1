import { describe, expect, it } from "vitest";

import { readPaste } from "../../../src/sessions/paste/read-paste.ts";
import { forms, values, wanted } from "./forms.ts";

describe("a paste", () => {
  it.each(Object.entries(forms).map(([name, [form, write]]) => [name, form, write] as const))(
    "is read from: %s",
    (_name, form, write) => {
      const reading = readPaste(write(values), wanted, { cutAt: 100_000 });
      expect(reading).toMatchObject({ kind: "cookies", isComplete: true });
      const cookies = reading.kind === "cookies" ? [...reading.cookies] : [];
      expect(Object.fromEntries(cookies.map(([name, value]) => [name, value.reveal()]))).toEqual(values);
      expect(reading).toMatchObject({ form, missing: [] });
    },
  );
});
