import { readForm } from "~/http/form.server";

/** What a page's script has posted: JSON in a field of a form, because pages take forms alone. Empty for anything else. */
export async function readPasskeyBody(request: Request): Promise<Record<string, unknown>> {
  const posted = (await readForm(request, ["json"])).get("json");
  try {
    const body: unknown = JSON.parse(String(posted ?? ""));
    return typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
