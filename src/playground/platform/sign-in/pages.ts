import { escapeHtml } from "../../../base/html.ts";
import type { Content } from "../respond.ts";

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 26rem; margin: 3rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; } label { display: block; margin: 0.8rem 0; }
input:not([type=checkbox]) { display: block; width: 100%; box-sizing: border-box; padding: 0.5rem; font: inherit; }
button { padding: 0.5rem 1.2rem; font: inherit; } .problem { color: #c0392b; } .hint { opacity: 0.75; font-size: 0.9rem; }`;

/** Returns a page of the service or a provider. `body` is HTML. */
export function page(status: number, title: string, body: string, headers: Content["headers"] = {}): Content {
  const text = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>
${body}
</main></body></html>
`;
  return { status, type: "text/html; charset=utf-8", body: Buffer.from(text), headers };
}

export function redirect(location: string, headers: Content["headers"] = {}): Content {
  return { status: 302, type: "text/html", body: Buffer.alloc(0), headers: { location, ...headers } };
}

interface LoginForm {
  readonly action: string;
  /** Names of the inputs for login, password and staying signed in. */
  readonly fields: { readonly login: string; readonly password: string; readonly stay: string };
  /** HTML with hidden inputs. */
  readonly hidden: string;
  readonly hint: string;
  readonly problem?: string;
}

export function loginForm({ action, fields, hidden, hint, problem }: LoginForm): string {
  const warning = problem === undefined ? "" : `<p class="problem" role="alert">${escapeHtml(problem)}</p>\n`;
  return `${warning}<form method="post" action="${escapeHtml(action)}">
${hidden}
<label>E-mail <input name="${fields.login}" type="email" autocomplete="username" required autofocus></label>
<label>Password <input name="${fields.password}" type="password" autocomplete="current-password" required></label>
<label><input name="${fields.stay}" type="checkbox" value="1"> Stay signed in</label>
<button>Sign in</button>
</form>
<p class="hint">${hint}</p>`;
}

export const captchaPage = (): Content =>
  page(
    200,
    "One more step",
    `<p>Show that you are a person.</p>
<div class="captcha-box" id="captcha"><form method="post"><label>Type the letters you see <input name="captcha_answer"></label><button>Go on</button></form></div>`,
  );

export const secondFactorPage = (): Content =>
  page(
    200,
    "Enter your code",
    `<p>We sent a code to your phone.</p>
<form method="post"><label>Code <input name="otc" inputmode="numeric" autocomplete="one-time-code"></label><button>Go on</button></form>`,
  );

export const unknownPage = (): Content =>
  page(200, "Our terms have changed", `<p>Please read them.</p><a href="/terms">The terms</a>`);

export function problemPage(text: string): Content {
  return page(400, "That did not work", `<p class="problem">${text}</p>`);
}
