/** Where the first link of a page leads whose words begin with these. */
export function linkTo(page: string, said: string): string | undefined {
  return [...page.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/gs)]
    .find(([, , inside = ""]) =>
      inside
        .replace(/<[^>]+>/g, "")
        .trim()
        .startsWith(said),
    )?.[1]
    ?.replaceAll("&amp;", "&");
}
