import { parse } from "node-html-parser";
import type { Site } from "./site";

/** What the head of a page says of it. */
export interface Head {
  status: number;
  robotsHeader: string | null;
  titles: string[];
  descriptions: (string | undefined)[];
  canonicals: (string | undefined)[];
  robots: (string | undefined)[];
  /** Open Graph and Twitter, by name. */
  shared: Record<string, string>;
  /** The address of each link by its relation. */
  links: { rel: string; href: string; sizes?: string | undefined; type?: string | undefined }[];
  things: Thing[];
  /** The page's visible words on one line. */
  words: string;
  html: string;
}

export type Thing = Record<string, unknown> & { "@type": string | string[] };

/** A page as a crawler reads it. */
export async function headOf(site: Site, path: string, cookie = ""): Promise<Head> {
  const answer = await site.fetch(path, { headers: { Cookie: cookie } });
  const html = await answer.text();
  const page = parse(html);
  const metas = page.querySelectorAll("head meta").map((meta) => ({
    name: meta.getAttribute("name") ?? meta.getAttribute("property") ?? "",
    content: meta.getAttribute("content"),
  }));
  const named = (name: string) => metas.filter((meta) => meta.name === name).map(({ content }) => content);
  const links = page.querySelectorAll("head link").map((link) => ({
    rel: link.getAttribute("rel") ?? "",
    href: link.getAttribute("href") ?? "",
    sizes: link.getAttribute("sizes"),
    type: link.getAttribute("type"),
  }));
  const blocks = page.querySelectorAll('script[type="application/ld+json"]').map(({ rawText }) => rawText);
  return {
    status: answer.status,
    robotsHeader: answer.headers.get("X-Robots-Tag"),
    titles: page.querySelectorAll("head title").map(({ text }) => text),
    descriptions: named("description"),
    canonicals: links.filter(({ rel }) => rel === "canonical").map(({ href }) => href),
    robots: named("robots"),
    shared: Object.fromEntries(
      metas
        .filter(({ name }) => /^(og|twitter):/.test(name))
        .map(({ name, content }) => [name, content ?? ""]),
    ),
    links,
    things: blocks.flatMap((block) => (JSON.parse(block) as { "@graph": Thing[] })["@graph"]),
    words: page.querySelector("body")?.structuredText.replace(/\s+/g, " ") ?? "",
    html,
  };
}

/** The one thing of a type; fails where there is none. */
export function thingOf(head: Head, type: string): Thing {
  const thing = head.things.find((one) => [one["@type"]].flat().includes(type));
  if (!thing) throw new Error(`The page has no ${type}.`);
  return thing;
}
