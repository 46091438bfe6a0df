import { beforeAll, expect, it } from "vitest";
import { expectFocus, openBrowser, toast, waitForHydration } from "../../support/browser";
import { visitAsStaff } from "../../support/every-page";
import { type Site, startSite } from "../../support/site";
import { PASSWORD } from "../../support/staff";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});

it.each([true, false])(
  "one's email address is changed with one's password; a wrong one loses nothing else that was typed (script: %s)",
  async (script) => {
    const { page } = await visitAsStaff(await openBrowser(), site, { script });
    await page.goto(`${site.url}/admin/account`);
    if (script) await waitForHydration(page);
    const card = page.getByRole("region", { name: "Email Address" });
    const [email, password] = [card.getByLabel("Email"), card.getByLabel("Your Current Password")];
    const save = card.getByRole("button", { name: "Save Email" });
    await email.fill("ann@yard.example");
    await password.fill("not this one");
    await save.click();
    await card.getByRole("alert").waitFor();
    if (script) await expectFocus(card.getByRole("alert"));
    expect(await card.innerText()).toContain("That's not your current password");
    expect([await email.inputValue(), await password.inputValue()]).toEqual(["ann@yard.example", ""]);
    await password.fill(PASSWORD);
    await save.click();
    await toast(page, "Email address saved").waitFor();
    expect([await email.inputValue(), await password.inputValue()]).toEqual(["ann@yard.example", ""]);
    expect(await card.getByRole("alert").count()).toBe(0);
  },
);
