import { App } from "./app.js";
import { installBrowser } from "./browser/install.js";
import { listenForMenus } from "./menu-events.js";
import { applyTheme } from "./theme.js";

applyTheme();
const app = new App();
installBrowser(app);
listenForMenus();
app.start().catch((error) => {
  app.frame.showBanner(
    `The playground can't be reached: ${error instanceof Error ? error.message : "unknown reason"}`,
  );
});
