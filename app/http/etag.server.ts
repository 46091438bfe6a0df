import fresh from "fresh";

/**
 * True if `If-None-Match` contains this ETag, so the client's copy is current. The comparison is weak, because a compressing
 * proxy may have weakened the tag. Other headers are ignored, because `fetch` adds `Cache-Control: no-cache` to every
 * conditional request.
 */
export function matchesEtag(ifNoneMatch: string | null | undefined, etag: string): boolean {
  return fresh({ "if-none-match": ifNoneMatch ?? undefined }, { etag });
}

/** What `If-Match` of a write asks for: one of these versions, or any stored version if none is named. */
type IfMatch = { ok: true; versions: readonly string[] | undefined } | { ok: false };

/**
 * Reads `If-Match` (RFC 9110, section 13.1.1). `*` is any stored version. A weak tag matches nothing, because the comparison is strong. Not
 * ok where it is neither `*` nor a list of tags.
 */
export function readIfMatch(header: string | null): IfMatch {
  const text = header?.trim();
  if (text === undefined || text === "*") return { ok: true, versions: undefined };
  const element = /(?:(?<weak>W\/)?"(?<version>[\x21\x23-\x7e\x80-\xff]*)"\s*)?(?:,\s*|$)/y;
  const versions: string[] = [];
  let tags = 0;
  while (element.lastIndex < text.length) {
    const groups = element.exec(text)?.groups;
    if (!groups) return { ok: false };
    const { weak, version } = groups;
    if (version === undefined) continue;
    tags += 1;
    if (!weak) versions.push(version);
  }
  return tags > 0 ? { ok: true, versions } : { ok: false };
}
