import { fileURLToPath } from "node:url";

/** The folder of package.json, with a trailing slash. */
export const packageRoot: string = fileURLToPath(new URL("../../", import.meta.url));
