import { enableCompileCache } from "node:module";

import { requireRecentNode } from "./node-version.js";

requireRecentNode();
enableCompileCache?.();
await import("./main.ts");
