/** What the guard looks at; header names in lower case, as Node gives them. */
export interface GuardedRequest {
  method: string;
  headers: Record<string, string | string[] | undefined>;
}

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * True where a request that changes something may have been sent by another site (decisions, section 9).
 * `Sec-Fetch-Site` speaks first, then `Origin`; where a browser sent neither, a session cookie is only
 * honoured with a JSON body, which no foreign form can declare.
 * @param ownOrigin the outside address of this site (PUBLIC_URL), where it is known
 */
export function isForeignWrite(request: GuardedRequest, ownOrigin?: string): boolean {
  if (SAFE_METHODS.has(request.method)) return false;
  const fetchSite = header(request, "sec-fetch-site");
  if (fetchSite !== undefined) return fetchSite !== "same-origin" && fetchSite !== "none";
  const origin = header(request, "origin");
  if (origin !== undefined) return !isOwnOrigin(origin, header(request, "host"), ownOrigin);
  return header(request, "cookie") !== undefined && !isJson(header(request, "content-type"));
}

/** True for a declared JSON body, whatever its parameters. */
export function isJson(contentType: string | undefined): boolean {
  return mediaType(contentType) === "application/json";
}

/** The media type alone, in lower case: `text/html; charset=utf-8` → `text/html`. */
export function mediaType(contentType: string | undefined): string {
  return (contentType ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}

function isOwnOrigin(origin: string, host: string | undefined, ownOrigin: string | undefined): boolean {
  if (!URL.canParse(origin)) return false;
  if (origin === ownOrigin) return true;
  const sender = new URL(origin).host;
  // Our name under another scheme: without https anybody on the way can write into the page that sent this.
  if (ownOrigin !== undefined && sender === new URL(ownOrigin).host) return false;
  // At home, by address or name, there is no PUBLIC_URL to compare with; a browser cannot be made to forge Host.
  return host !== undefined && sender === host.toLowerCase();
}

function header(request: GuardedRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
