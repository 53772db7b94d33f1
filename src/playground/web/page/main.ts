import { App } from "./app.ts";
import { installBrowser } from "./browser/install.ts";
import { listenForMenus } from "./menu-events.ts";
import { applyTheme } from "./place.ts";

applyTheme();
const app = new App();
installBrowser(app);
listenForMenus();
app.start().catch((error) => {
  app.frame.showBanner(
    `The playground can't be reached: ${error instanceof Error ? error.message : "unknown reason"}`,
  );
});
