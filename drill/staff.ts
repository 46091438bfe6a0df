import { newVisitor, PASSWORD } from "./site";

/** Signs in: the token for the API and the cookies for pages; `token` is undefined if that was refused. */
export async function signIn(url: string, { password = PASSWORD, from = newVisitor() } = {}) {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...from },
    body: JSON.stringify({ username: "drill", password }),
  });
  const { accessToken } = (await answer.json()) as { accessToken?: string };
  return {
    status: answer.status,
    retryAfter: Number(answer.headers.get("Retry-After")),
    token: accessToken,
    cookie: answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(";")[0])
      .join("; "),
  };
}

/** Uploads a picture through the API. */
export function uploadPicture(url: string, token: string, bytes: Buffer): Promise<Response> {
  const body = new FormData();
  body.set("image", new Blob([new Uint8Array(bytes)]), "picture");
  const headers = { Authorization: `Bearer ${token}`, ...newVisitor() };
  return fetch(`${url}/api/admin/upload`, { method: "POST", headers, body });
}
