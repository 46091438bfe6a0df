import fresh from "fresh";

/**
 * True if `If-None-Match` contains this ETag, so the client's copy is current. The comparison is weak, because a compressing
 * proxy may have weakened the tag. Other headers are ignored, because `fetch` adds `Cache-Control: no-cache` to every
 * conditional request.
 */
export function matchesEtag(ifNoneMatch: string | null | undefined, etag: string): boolean {
  return fresh({ "if-none-match": ifNoneMatch ?? undefined }, { etag });
}
