import { parseArgs, type ParseArgsConfig } from "node:util";

type Parsed<Options extends NonNullable<ParseArgsConfig["options"]>> = ReturnType<
  typeof parseArgs<{ args: string[]; allowPositionals: true; options: Options }>
>;

/**
 * Reads a subcommand's options, and exactly so many or between so many words beside them. Returns undefined where it was
 * called in another way; the words that are wrong are never repeated, as they may be secret.
 */
export function readArguments<const Options extends NonNullable<ParseArgsConfig["options"]>>(
  args: readonly string[],
  options: Options,
  words: { readonly least: number; readonly most: number } = { least: 0, most: 0 },
): Parsed<Options> | undefined {
  try {
    const parsed = parseArgs({ args: [...args], allowPositionals: true, options });
    const count = parsed.positionals.length;
    return count >= words.least && count <= words.most ? parsed : undefined;
  } catch {
    return undefined;
  }
}
