import { type ConfigData, HtmlValidate, StaticConfigLoader } from "html-validate";
import { beforeAll, expect, test } from "vitest";
import { PUBLIC_STATES, type Samples, STAFF_STATES, storeSamples } from "../../support/every-page";
import { fieldsWithoutForm } from "../../support/form-fields";
import { type Site, startSite } from "../../support/site";
import { signedIn } from "../../support/staff";

const RULES: ConfigData = {
  root: true,
  extends: ["html-validate:recommended", "html-validate:document"],
  rules: {
    // React writes them like this, and browsers read them all the same.
    "attr-case": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    "void-style": "off",
    // A matter of taste: an input without a type is a text field.
    "no-implicit-input-type": "off",
    "tel-non-breaking": "off",
    // Ids are made of the fields' names, which have dots.
    "valid-id": ["error", { relaxed: true }],
    // Our own files need no hash.
    "require-sri": ["error", { target: "crossorigin" }],
    // A table that CSS shows as cards keeps its meaning by its roles only.
    "no-redundant-role": "off",
    // The menu is there for wide and for narrow screens; nobody sees both. On the shown page axe checks it.
    "unique-landmark": "off",
    // Lists may have names.
    "aria-label-misuse": ["error", { allowAnyNamable: true }],
    // What a field suggests while somebody types is a listbox: a select cannot follow the words.
    "prefer-native-element": ["error", { exclude: ["listbox"] }],
    // Several of one name are how a form sends a list.
    "form-dup-name": "off",
  },
};

let site: Site;
let samples: Samples;
let cookie: string;
const checker = new HtmlValidate(new StaticConfigLoader(RULES));
beforeAll(async () => {
  site = await startSite();
  samples = await storeSamples(site);
  cookie = (await signedIn()).cookie;
});

test.each([...PUBLIC_STATES, ...STAFF_STATES])(
  "%s is valid HTML, and its forms send their fields",
  async (_name, path) => {
    const address = path(samples);
    const headers = address.startsWith("/admin") ? { Cookie: cookie } : undefined;
    const html = await (await site.fetch(address, { headers })).text();
    expect(html).toMatch(/<\/html>$/);
    const { results } = await checker.validateString(html);
    const problems = results.flatMap(({ messages }) =>
      messages.map(
        ({ ruleId, message, line, column, selector }) =>
          `${ruleId}: ${message} (${line}:${column}, ${selector})`,
      ),
    );
    expect(problems).toEqual([]);
    expect(fieldsWithoutForm(html)).toEqual([]);
  },
);
