import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import SqliteDatabase from "better-sqlite3";
import { startMailServer, type TestMailServer } from "../tests/support/smtp";
import type { Outcome } from "./cases";
import { newClock, newFolder, newVisitor, startSite } from "./site";

const KILLS = 100;
const REQUESTS_PER_KILL = 5;
const HOUR_MS = 3_600_000;
const DELIVERY_TIMEOUT_MS = 120_000;

/** The staff's message and the customer's. */
const MAILS_PER_REQUEST = 2;

/** Ends the site without warning a hundred times while part requests come in and mail goes out, and looks for each one's mail. */
export async function mailUnderKills(): Promise<Outcome> {
  const server = await startMailServer();
  const data = newFolder();
  const environment = {
    SMTP_URL: server.url,
    MAIL_FROM: "office@example.com",
    NOTIFY_EMAIL: "office@example.com",
  };
  const acknowledged: string[] = [];
  for (let round = 0; round < KILLS; round++) {
    const site = await startSite(data, environment);
    const sending = Array.from({ length: REQUESTS_PER_KILL }, async () => {
      await sleep(Math.random() * 150);
      return sendPartRequest(site.url);
    });
    await sleep(50 + Math.random() * 350);
    site.kill("SIGKILL");
    await site.ended;
    for (const id of await Promise.all(sending)) if (id) acknowledged.push(id);
  }
  // An hour later, when no message is locked by a process that was killed.
  const site = await startSite(data, { ...environment, ...newClock(HOUR_MS).environment });
  const stored = await waitForDelivery(data);
  site.kill("SIGTERM");
  await site.ended;
  await server.stop();
  return count({ acknowledged, stored, server });
}

function count({
  acknowledged,
  stored,
  server,
}: {
  acknowledged: string[];
  stored: string[];
  server: TestMailServer;
}): Outcome {
  const sent = new Map<string, Set<string>>();
  for (const mail of server.mails) {
    const reference = /PR-\w{6}/.exec(mail.header("subject") ?? "")?.[0] ?? "";
    sent.set(reference, (sent.get(reference) ?? new Set()).add(mail.header("message-id") ?? ""));
  }
  const mailsOf = (id: string) => sent.get(`PR-${id.slice(-6)}`)?.size ?? 0;
  const lost = acknowledged.filter((id) => !stored.includes(id)).length;
  const wrong = stored.filter((id) => mailsOf(id) !== MAILS_PER_REQUEST).length;
  const again = server.mails.length - stored.length * MAILS_PER_REQUEST;
  return {
    happened: `${KILLS} kill -9, ${acknowledged.length} of ${KILLS * REQUESTS_PER_KILL} requests acknowledged, ${lost} lost; ${stored.length} stored, ${wrong} without exactly their two messages; ${again} went out once more`,
    ok: acknowledged.length > 0 && lost === 0 && wrong === 0 && again <= KILLS,
  };
}

/** Sends a part request; its id, or undefined if no answer came. */
async function sendPartRequest(url: string): Promise<string | undefined> {
  try {
    const answer = await fetch(`${url}/api/part-requests`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...newVisitor() },
      body: JSON.stringify({
        vin: "1HGCM82633A004352",
        vehicleInfo: { year: 2003, make: "Honda", model: "Accord" },
        partDetails: { system: "Electrical", component: "Alternator" },
        customerInfo: { name: "Drill", phone: "(555) 555-0101", email: "customer@example.net" },
      }),
    });
    const { _id } = (await answer.json()) as { _id?: string };
    return _id;
  } catch {
    return undefined;
  }
}

/** Waits until the outbox is empty; returns the ids of all requests. */
async function waitForDelivery(dataDir: string): Promise<string[]> {
  const database = new SqliteDatabase(path.join(dataDir, "site.db"), { readonly: true });
  try {
    const waiting = database.prepare("select count(*) from outbox where status <> 'sent'").pluck();
    for (const end = Date.now() + DELIVERY_TIMEOUT_MS; Number(waiting.get()) > 0 && Date.now() < end; )
      await sleep(200);
    return database.prepare("select id from partRequests").pluck().all() as string[];
  } finally {
    database.close();
  }
}
