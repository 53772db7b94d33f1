import { toInt64 } from "../../../base/int64.ts";
import { clip } from "../../../base/text.ts";

const TYPED_LENGTH = 100;

/** Returns the character meant by an id, a label or its beginning, or a number in the list. */
export function ownCharacterFor<
  Character extends { readonly id: string; readonly label?: string | undefined },
>(characters: readonly Character[], typed: string): Character | undefined {
  const wanted = fold(clip(typed, TYPED_LENGTH));
  if (wanted === "") return undefined;
  const id = typed.trim();
  return (
    characters.find((one) => one.id === id || one.id === toInt64(id)) ??
    characters.find(({ label = "" }) => fold(label) === wanted) ??
    characters.find(({ label = "" }) => fold(label).startsWith(wanted)) ??
    (/^\d$/.test(wanted) ? characters[Number(wanted) - 1] : undefined)
  );
}

function fold(text: string): string {
  return text.normalize("NFKC").trim().toLowerCase();
}
