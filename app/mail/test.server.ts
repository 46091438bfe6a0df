import { randomUUID } from "node:crypto";
import { business } from "~/business/business.server";
import { mailDomain } from "./settings.server";
import { renderMail } from "./template.server";
import { createMailTransport, deliver, toProblem } from "./transport.server";

type TestedMail = { ok: true; answer: string } | { ok: false; problem: string };

/**
 * Sends a test message without the outbox, so that the person who asked sees what the server answered.
 * @param timeoutMs how long to wait for it, if not as long as for any message
 */
export async function sendTestMail(
  to: string,
  { timeoutMs }: { timeoutMs?: number } = {},
): Promise<TestedMail> {
  const message = renderMail({
    subject: `Test message from ${business.name}`,
    paragraphs: ["This is a test. Email from the website arrives."],
    facts: [],
  });
  try {
    const answer = await deliver(
      await createMailTransport(),
      {
        ...message,
        messageId: `<${randomUUID()}@${mailDomain()}>`,
        to,
        replyTo: null,
        unsubscribeUrl: null,
      },
      timeoutMs === undefined ? {} : { timeoutMs },
    );
    return { ok: true, answer };
  } catch (error) {
    return { ok: false, problem: toProblem(error) };
  }
}
