import { beforeAll, expect, test } from "vitest";
import { removeAdministrator, setPassword } from "~/accounts/administrator.server";
import { hashPassword } from "~/accounts/password.server";
import { COMMAND_LINE } from "~/context.server";
import { as } from "../../support/act";
import { cookiesOf, type Site, startSite } from "../../support/site";
import { administrator, PASSWORD } from "../../support/staff";

let site: Site;
let otherHash: string;
beforeAll(async () => {
  site = await startSite();
  otherHash = await hashPassword("another horse battery");
});

const WAYS: [string, (username: string) => Promise<Response>][] = [
  ["on the page", (username) => site.form("/login", { username, password: PASSWORD })],
  [
    "through the API",
    (username) =>
      site.fetch("/api/auth/login", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ username, password: PASSWORD }),
      }),
  ],
];
const CHANGES: [string, (username: string) => Promise<unknown>][] = [
  ["reset", (username) => as({ ...COMMAND_LINE, now: new Date() }, () => setPassword(username, otherHash))],
  [
    "removed with its account",
    (username) => as({ ...COMMAND_LINE, now: new Date() }, () => removeAdministrator(username)),
  ],
];

for (const [where, signIn] of WAYS) {
  for (const [done, change] of CHANGES) {
    test(`a password that is ${done} while it is being checked opens no session ${where}`, async () => {
      // A little later each time, so that some changes come between the check and the session.
      for (let delay = 0; delay <= 80; delay += 8) {
        const { username } = await administrator();
        const answer = signIn(username);
        await new Promise((resolve) => setTimeout(resolve, delay));
        await change(username);
        const { status, headers } = await answer;
        const page = await site.fetch("/admin", {
          headers: { Cookie: cookiesOf(new Response(null, { headers })) },
        });
        expect([delay, page.status]).toEqual([delay, 303]);
        expect([200, 303, 401]).toContain(status);
      }
    });
  }
}
