/** A `mailto:` URL. */
export function mailto(email: string, subject = ""): string {
  // An email address may contain `?` and `&`, which would start the query.
  const to = `mailto:${encodeURIComponent(email).replace("%40", "@")}`;
  return subject ? `${to}?subject=${encodeURIComponent(subject)}` : to;
}
