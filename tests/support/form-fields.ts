/** The fields of the form with this id, as a browser without script would send them. */
export function fieldsOf(page: string, id: string): Record<string, string> {
  const start = page.indexOf(`id="${id}"`);
  const form = page.slice(start, page.indexOf("</form>", start));
  const attribute = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
  const fields: Record<string, string> = {};
  for (const [tag] of form.matchAll(/<input [^>]*>/g)) {
    if (attribute(tag, "type") === "checkbox" && !/ checked=""/.test(tag)) continue;
    fields[attribute(tag, "name") ?? ""] = decode(attribute(tag, "value") ?? "");
  }
  for (const [, tag = "", text = ""] of form.matchAll(/<textarea ([^>]*)>([\s\S]*?)<\/textarea>/g))
    fields[attribute(` ${tag}`, "name") ?? ""] = decode(text);
  for (const [, tag = "", options = ""] of form.matchAll(/<select ([^>]*)>([\s\S]*?)<\/select>/g)) {
    const chosen = /<option [^>]*selected=""[^>]*>/.exec(options)?.[0] ?? "";
    fields[attribute(` ${tag}`, "name") ?? ""] = decode(attribute(chosen, "value") ?? "");
  }
  return fields;
}

/** Where the form with this id posts to. */
export function actionOf(page: string, id: string): string {
  const [tag = ""] = [...page.matchAll(/<form\b[^>]*>/g)]
    .map(([form]) => form)
    .filter((form) => form.includes(` id="${id}"`));
  return decode(/ action="([^"]*)"/.exec(tag)?.[1] ?? "");
}

function decode(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

/** The fields of a page that no form would send: each says it belongs to one which the page doesn't have. */
export function fieldsWithoutForm(page: string): string[] {
  const forms = new Set([...page.matchAll(/<form\b[^>]* id="([^"]*)"/g)].map(([, id]) => id));
  return [...page.matchAll(/<(?:input|textarea|select|button)\b[^>]* form="([^"]*)"[^>]*>/g)]
    .filter(([, form]) => !forms.has(form))
    .map(([tag]) => tag);
}
