import { randomUUID } from "node:crypto";
import { business } from "~/business/business.server";
import { config } from "~/config.server";
import { emailSchema } from "~/values/email";
import { mailDomain } from "./outbox.server";
import { renderMail } from "./template.server";
import { createMailTransport, deliver } from "./transport.server";

const HELP =
  "npm run mail:test -- <address> sends one message through SMTP_URL and prints what the server answered.";
const address = emailSchema({ missing: HELP, malformed: HELP });

/**
 * Runs `npm run mail:test` with its arguments. The message bypasses the outbox, so that the answer can be printed.
 * @returns the exit status: 0 sent, 1 failed, 2 usage error
 */
export async function runMailTestCommand(args: string[]): Promise<number> {
  const given = address.safeParse(args[0]);
  if (!given.success || args.length > 1) {
    console.error(HELP);
    return 2;
  }
  if (config.SMTP_URL === undefined) {
    console.error("Email is off: set SMTP_URL and MAIL_FROM (see the README).");
    return 1;
  }
  const to = given.data;
  const message = renderMail({
    subject: `Test message from ${business.name}`,
    paragraphs: ["This is a test. Email from the website arrives."],
    facts: [],
  });
  try {
    const answer = await deliver(await createMailTransport(), {
      ...message,
      messageId: `<${randomUUID()}@${mailDomain()}>`,
      to,
      replyTo: null,
      unsubscribeUrl: null,
    });
    console.log(`Sent to ${to}. The server answered: ${answer}`);
    return 0;
  } catch (error) {
    console.error(`Not sent to ${to}: ${(error as Error).message}`);
    return 1;
  }
}
