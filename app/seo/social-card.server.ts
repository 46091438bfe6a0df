import { business } from "~/business/business.server";
import { type CardText, renderSocialCard } from "./draw-social-card.server";

let rendered: (CardText & { card: Promise<Buffer<ArrayBuffer>> }) | undefined;

/** The social card of this site's business. Rendered once for what it says, unless that fails. */
export async function socialCard(): Promise<Buffer<ArrayBuffer>> {
  const { name, tagline } = business;
  if (rendered?.name !== name || rendered.tagline !== tagline)
    rendered = { name, tagline, card: renderSocialCard(business) };
  const current = rendered;
  try {
    return await current.card;
  } catch (error) {
    if (rendered === current) rendered = undefined;
    throw error;
  }
}
