/** What stays as English has it: names of files, and what is read by programs. By path, with all below it. */
const UNTRANSLATED: readonly string[] = [
  "language",
  "account.data.fileName",
  "link.browser.fileName",
  "link.form.placeholder",
  "runtime.application",
];

export function isTranslated(path: string): boolean {
  return !UNTRANSLATED.some((one) => path === one || path.startsWith(`${one}.`));
}
