import { randomUUID } from "node:crypto";

let visitors = 0;

/**
 * Sends the form on /repair, from another address each time, so that no limit is reached.
 * @returns the answer, with the form again if nothing was stored
 */
export async function sendCallback(url: string): Promise<Response> {
  visitors += 1;
  const fields = {
    name: "Ann Lee",
    contactMethod: "phone",
    phone: "5555550101",
    description: "Brakes squeal",
  };
  const body = new URLSearchParams({ ...fields, idempotencyKey: randomUUID() });
  return fetch(`${url}/repair`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: url, "X-Forwarded-For": `198.51.100.${visitors}` },
    body,
  });
}
