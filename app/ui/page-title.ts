import type { MetaDescriptor } from "@remix-run/node";
import type { Business } from "~/models/business";

/**
 * The title and description of a page, for its `meta`: "Contact | Name of the business". `matches` are those
 * that Remix gives to `meta`; the business comes from the root's data.
 */
export function pageTitle(
  title: string,
  matches: readonly { id: string; data?: unknown }[],
  description?: string,
): MetaDescriptor[] {
  const root = matches.find((match) => match.id === "root")?.data as { business?: Business } | undefined;
  const name = root?.business?.name;
  return [
    { title: name ? `${title} | ${name}` : title },
    ...(description ? [{ name: "description", content: description }] : []),
  ];
}
