import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { freePort } from "../../../scripts/free-port.mjs";
import { openBrowser, visit } from "../../support/browser";
import { startCommand } from "../../support/command";

const PASSWORD = "correct horse battery";

test("a passkey is added, signs in alone, and signs nobody in once it is removed", async () => {
  const port = await freePort();
  const PUBLIC_URL = `http://localhost:${port}`;
  const DATA_DIR = mkdtempSync(path.join(tmpdir(), "yard-passkeys-"));
  const site = await startCommand({ DATA_DIR, PORT: String(port), PUBLIC_URL, ADMIN_PASSWORD: PASSWORD });
  try {
    const { page, context } = await visit(await openBrowser());
    const devtools = await context.newCDPSession(page);
    await devtools.send("WebAuthn.enable");
    const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    const signIn = async () => {
      await page.goto(`${PUBLIC_URL}/login`);
      await page.getByLabel("Username").fill("admin");
      await page.getByLabel("Password").fill(PASSWORD);
      await page.getByRole("button", { name: "Login" }).click();
    };
    await signIn();
    await page.waitForURL(/\/admin/);
    await page.goto(`${PUBLIC_URL}/admin/account/second-factor`);
    const passkeys = page.getByRole("region", { name: "Passkeys" });
    await passkeys.getByLabel("Name of a New Passkey").fill("Front desk");
    await passkeys.getByLabel("Current Password").fill("not this one");
    await passkeys.getByRole("button", { name: "Add a Passkey" }).click();
    await passkeys.getByText("That's not your current password").waitFor();
    await passkeys.getByLabel("Current Password").fill(PASSWORD);
    await passkeys.getByRole("button", { name: "Add a Passkey" }).click();
    await passkeys.locator("strong", { hasText: "Front desk" }).waitFor();
    const codes = (await page.locator("#recovery-codes").inputValue()).split("\n");
    expect(codes).toHaveLength(10);

    // Those that count are shown: new ones in place of the old ones, and still after a wrong password.
    const card = page.getByRole("region", { name: "Recovery Codes" });
    const shown = async () => (await page.locator("#recovery-codes").inputValue()).split("\n");
    await card.getByLabel("Current Password").fill(PASSWORD);
    await card.getByRole("button", { name: "Make New Codes" }).click();
    await expect.poll(shown).not.toEqual(codes);
    const [code = "", ...others] = await shown();
    expect(others).toHaveLength(9);
    await card.getByLabel("Current Password").fill("not this one");
    await card.getByRole("button", { name: "Make New Codes" }).click();
    await page.getByText("That's not your current password").waitFor();
    expect(await shown()).toEqual([code, ...others]);

    // The password alone no longer does it; the passkey alone does.
    await context.clearCookies();
    await signIn();
    await page.getByRole("heading", { name: "Enter a Code" }).waitFor();
    await page.getByLabel("Code", { exact: true }).fill(code);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("timer").waitFor();
    await context.clearCookies();
    await page.goto(`${PUBLIC_URL}/login?redirectTo=%2Fadmin%2Fparts`);
    await page.getByRole("button", { name: "Sign In with a Passkey" }).click();
    await page.waitForURL(/\/admin\/parts/);

    // A recorded answer signs nobody in a second time. Said on a public page: a staff page follows the new session by itself.
    await page.goto(`${PUBLIC_URL}/contact`);
    const replayed = await page.evaluate(async () => {
      const post = (body: object) =>
        fetch("/login/passkey", {
          method: "POST",
          body: new URLSearchParams({ json: JSON.stringify(body) }),
        });
      const { options } = await (await post({})).json();
      const bytes = (text: string) =>
        Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
      const made = (await navigator.credentials.get({
        publicKey: { ...options, challenge: bytes(options.challenge), allowCredentials: [] },
      })) as PublicKeyCredential;
      const response = (made as unknown as { toJSON(): object }).toJSON();
      return [(await post({ response })).status, (await post({ response })).status];
    });
    expect(replayed).toEqual([200, 401]);

    await page.goto(`${PUBLIC_URL}/admin/account/second-factor`);
    await passkeys.getByText("Remove Front desk").click();
    await passkeys.locator("details").getByLabel("Current Password").fill(PASSWORD);
    await passkeys.getByRole("button", { name: "Remove Passkey" }).click();
    await page.getByText("The passkey is removed.").waitFor();
    await context.clearCookies();
    await page.goto(`${PUBLIC_URL}/login`);
    await page.getByRole("button", { name: "Sign In with a Passkey" }).click();
    await page.getByText("That passkey doesn't sign anybody in here").waitFor();
    await devtools.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId });
  } finally {
    await site.stop();
  }
});
