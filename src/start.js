// Default imports alone: a name an old Node's module lacks would end it before the sentence that says so.
import nodeModule from "node:module";

import { requireRecentNode } from "./node-version.js";

requireRecentNode();
nodeModule.enableCompileCache?.();
await import("./main.ts");
