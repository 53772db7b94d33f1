/** A key of a profile as people write it: `operations["user.byId"].path`, `hosts.allow[0]`. */
export function keyPath(path: readonly PropertyKey[]): string {
  let text = "";
  for (const step of path) {
    if (typeof step === "number") text += `[${step}]`;
    else if (/^[A-Za-z_$][\w$]*$/.test(String(step))) text += text === "" ? String(step) : `.${String(step)}`;
    else text += `["${String(step)}"]`;
  }
  return text;
}
