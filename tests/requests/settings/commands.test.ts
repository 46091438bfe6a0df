import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { runScript } from "../../support/command";
import { PASSWORD } from "../../support/staff";

const folder = mkdtempSync(path.join(tmpdir(), "yard-settings-"));
const env = {
  DATA_DIR: path.join(folder, "data"),
  UPLOADS_DIR: path.join(folder, "uploads"),
  INIT_CWD: folder,
};
afterAll(() => rmSync(folder, { recursive: true }));

const settings = (...args: string[]) => runScript("scripts/settings.mjs", { args, env });

test("what is exported or checked is a site that is there, and no other is made", async () => {
  for (const [script, ...args] of [
    ["scripts/settings.mjs", "export"],
    ["scripts/export.mjs"],
    ["scripts/book.mjs", "verify"],
  ] as const) {
    expect(await runScript(script, { args: ["--help"], env })).toMatchObject({ code: 0, errors: "" });
    expect(await runScript(script, { args: [...args], env })).toMatchObject({
      code: 1,
      output: "",
      errors: expect.stringMatching(
        /^There is no site database yet at .*site\.db\. If the site uses another one/,
      ),
    });
  }
  const fits = { args: ["interchange", "--to", path.join(folder, "fits")], env };
  expect(await runScript("scripts/export.mjs", fits)).toMatchObject({ code: 0 });
  expect(existsSync(env.DATA_DIR)).toBe(false);
  expect(
    await runScript("scripts/staff.mjs", { args: ["add", "dana", "--new"], env, input: PASSWORD }),
  ).toMatchObject({ code: 0 });
});

test("exported settings, with the keys of private feeds, are their owner's to read alone, and go back in", async () => {
  const file = path.join(folder, "there.json");
  writeFileSync(file, "{}", { mode: 0o644 });
  for (const name of ["new.json", "there.json"]) {
    expect(await settings("export", name)).toMatchObject({
      code: 0,
      output: `${path.join(folder, name)}\n`,
    });
    expect(statSync(path.join(folder, name)).mode & 0o077, name).toBe(0);
  }
  expect(readFileSync(file, "utf8")).toBe((await settings("export")).output);
  expect(await settings("import", "there.json")).toMatchObject({
    code: 0,
    output: "Nothing has changed.\n",
  });
});
