import type { Stopped, StopReason } from "../sign-in/outcome.ts";

const PASTE = "Sign in with your browser instead and paste the cookies: /link shows how.";
const LATER = "Nothing is wrong with what you typed. Try again later.";

/** What happened, and what to do instead, for each way a sign-in can stop. */
const WORDS: Readonly<Record<StopReason, readonly [happened: string, instead: string]>> = {
  rejected: [
    "The login provider did not accept this name and password.",
    "Check them by signing in with your browser. Some providers say the same when they want a second step.",
  ],
  captcha: ["The login provider wants proof that a person is signing in (a captcha).", PASTE],
  "second-factor": ["The login provider asks for a second step: a code or a confirmation.", PASTE],
  "no-form-token": [
    "The login page is not built as expected: its form token is missing. Nothing was sent.",
    PASTE,
  ],
  "unknown-page": ["A page came that this program doesn't know: new terms, perhaps, or a notice.", PASTE],
  "provider-refused": ["The login provider answered with an error page.", PASTE],
  "not-registered": [
    "This account is not registered with the service, so there is no session to get.",
    "Register on the service's site first, or sign in with the account you use there.",
  ],
  maintenance: [
    "The service shows a page instead of the sign-in: it is most likely under maintenance.",
    LATER,
  ],
  unavailable: ["A server on the way is down.", LATER],
  loop: ["The sign-in leads in a circle.", PASTE],
  strayed: [
    "The sign-in led to a host that the profile doesn't name. Nothing was sent there.",
    "If that host is right, add it to the profile's hosts. Otherwise paste the cookies: /link shows how.",
  ],
  "code-refused": [
    "The login provider let you in, but the service did not take its word: the code was used before, or too old.",
    "Try once more. If it stays so, paste the cookies: /link shows how.",
  ],
  "no-cookies": ["The sign-in came to its end, but the service did not set all of its cookies.", PASTE],
  "not-a-session": ["The service set its cookies, but does not take them for a session.", PASTE],
  "too-large": ["An answer was larger than any page of a sign-in should be. It was not read.", PASTE],
  timeout: ["The sign-in took too long.", LATER],
  unreachable: ["A server on the way can't be reached.", "Check your connection, and try again."],
  "not-offered": ["The profile doesn't say all that a sign-in at this provider needs.", PASTE],
};

const STAGES: Readonly<Record<Stopped["stage"], string>> = {
  service: "before the login provider: your password was sent nowhere",
  provider: "at the login provider's page: your password was sent nowhere",
  "after-login": "after your name and password went to the login provider",
  return: "on the way back to the service",
  proof: "when the session was tried",
};

export function explainStop({ reason, stage, host }: Stopped): string {
  const [happened, instead] = WORDS[reason];
  const at = host === "" ? "" : `, at ${host}`;
  return `${happened}\n(It stopped ${STAGES[stage]}${at}.)\n${instead}\n`;
}
