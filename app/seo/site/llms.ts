import { business } from "~/business/business.server";
import { hoursInSentences, postalAddress } from "~/business/links";
import { config } from "~/config.server";
import { fileRoute } from "~/seo/file.server";

const HOUR = 3600;

/** The pages that answer most questions, with what is on them. */
const PAGES = [
  ["/parts", "Used parts on the shelf, with prices, and recently dismantled vehicles"],
  ["/parts/find", "Search of used parts by part, year, make and model"],
  ["/partsrequest", "Ask for a part that is not listed"],
  ["/inventory", "Pre-owned vehicles for sale, with prices"],
  ["/sell-your-car", "Offer a car to sell, and get a price for it"],
  ["/repair", "Repair services and how to ask for a callback"],
  ["/contact", "Address, phone, hours and a map"],
  ["/about", "History and people"],
  ["/privacy-policy", "Privacy policy"],
] as const;

/** GET /llms.txt: what this site is, for programs that read it on someone's behalf (llmstxt.org). */
const file = fileRoute(async () => ({
  body: describeSite(config.PUBLIC_URL ?? ""),
  type: "text/plain; charset=utf-8",
  maxAge: HOUR,
}));

export const loader = file.loader;
export const action = file.action;

function describeSite(site: string): string {
  const { name, tagline, phone, email, warranty } = business;
  return `# ${name}

> ${tagline}. An auto recycler in ${business.address.city}, ${business.address.state}: used parts, repairs and pre-owned vehicles.

- Address: ${postalAddress(business)}
- Phone: ${phone}
- Email: ${email}
- Hours: ${hoursInSentences(business)}
- ${warranty.newParts}
- ${warranty.usedParts}

Prices and stock change every day: quote them with the page they are from.

## Pages

${PAGES.map(([path, about]) => `- [${about}](${site}${path})`).join("\n")}

## Data

- [Public API, as OpenAPI](${site}/api/openapi.json)
${site ? `- [Every public page](${site}/sitemap.xml)\n` : ""}`;
}
