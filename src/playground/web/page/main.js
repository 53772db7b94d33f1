import { App } from "./app.js";
import { applyTheme } from "./frame.js";

applyTheme();
const app = new App();
app.start().catch((error) => {
  app.frame.showBanner(
    `The playground can't be reached: ${error instanceof Error ? error.message : "unknown reason"}`,
  );
});
