/**
 * True where `If-None-Match` names this tag, or any. A proxy that compressed the answer may have marked the tag as weak; it
 * stands for the same content.
 */
export function isKnown(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  const known = ifNoneMatch.split(",").map((tag) => strong(tag.trim()));
  return known.includes("*") || known.includes(strong(etag));
}

function strong(tag: string): string {
  return tag.startsWith("W/") ? tag.slice(2) : tag;
}
