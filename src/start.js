import { builtProgram } from "./built.js";
import { requireRecentNode } from "./node-version.js";

requireRecentNode();
// Not by imports, which read all that a module offers, as streams of `fs`.
const nodeModule = process.getBuiltinModule("node:module");
const url = process.getBuiltinModule("node:url");
/**
 * Compiled code lies beside what it was made from: whoever may write there may change the code anyway. Node's default
 * is in the shared folder for temporary files, where others could plant theirs. A folder that can't be written leaves
 * Node without; NODE_COMPILE_CACHE, set, wins.
 */
const cache = new URL("../node_modules/.cache/milepost", import.meta.url);
nodeModule.enableCompileCache(url.fileURLToPath(cache));
const built = builtProgram();
await (built === undefined ? import("./main.ts") : import(built));
