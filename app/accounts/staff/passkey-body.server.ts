import { z } from "zod";
import { readForm } from "~/http/form.server";

const bodySchema = z.object({
  password: z.string().default(""),
  name: z.string().default(""),
  redirectTo: z.string().default(""),
  /** What the browser's authenticator says, which is checked with its challenge. */
  response: z.unknown().optional(),
});

/**
 * What a page's script has posted: JSON in a field of a form, because pages take forms alone.
 * @throws Response 400 for anything else
 */
export async function readPasskeyBody(request: Request): Promise<z.infer<typeof bodySchema>> {
  const posted = (await readForm(request, ["json"])).get("json");
  const body = bodySchema.safeParse(parseJson(String(posted ?? "")));
  if (!body.success) throw Response.json({ error: NOT_OURS }, { status: 400 });
  return body.data;
}

const NOT_OURS = "That isn't what the page sends. Please load it again.";

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
