/** The absolute URL of a path on this site; undefined without PUBLIC_URL, since no other source can be trusted. */
export function toAbsoluteUrl(publicUrl: string | undefined, path: string): string | undefined {
  return publicUrl === undefined ? undefined : `${publicUrl}${path}`;
}
