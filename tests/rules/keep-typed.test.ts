import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/*
 * Remix puts an error in a page's place if a form's connection is lost. A `clientAction` keeps the page instead, with what was typed
 * (app/staff/forms/keep-typed.ts); nothing else says of a page that it has none.
 */

/** Their forms are sent by the browser itself, which keeps what was typed. */
const PLAIN_FORMS = [
  "alerts/site/alerts/route.tsx",
  "backup/staff/delete.tsx",
  "backup/staff/download.tsx",
  "backup/staff/restore.tsx",
  "history/staff/trash/remove.tsx",
  "import/staff/start.tsx",
  "parts/staff/teardown/route.tsx",
  "purchases/staff/delete-seller-id.tsx",
];

const NO_FORM = /action = (noStaffAction|staffAction\(notFound\))|noAction\(\)/;
/** Pages that ship no React. */
const STATIC = /handle.* = .*(STATIC|static: true)/;

const pages = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".tsx"))
  .map((file) => ({ file: file.replaceAll(path.sep, "/"), code: readFileSync(`app/${file}`, "utf8") }))
  .filter(({ code }) => /^export default/m.test(code) && /^export .*\baction\b/m.test(code));

test("a page whose form can lose its connection has a clientAction", () => {
  const without = pages.filter(
    ({ code }) => ![/clientAction/, NO_FORM, STATIC].some((has) => has.test(code)),
  );
  expect(without.map(({ file }) => file).sort()).toEqual(PLAIN_FORMS);
});

test("a page with keepTyped asks for the answer that came last", () => {
  const wrong = pages.filter(
    ({ code }) => /keepTyped/.test(code) && /useActionData|key \} = useLocation/.test(code),
  );
  expect(wrong.map(({ file }) => file)).toEqual([]);
});
