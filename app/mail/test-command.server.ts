import { engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { refreshSettings } from "~/settings/store.server";
import { emailSchema } from "~/values/email";
import { print, printError } from "~/values/terminal";
import { isMailOn } from "./settings.server";
import { sendTestMail } from "./test.server";

const HELP =
  "npm run mail:test -- <address> sends one message through the mail server and prints what the server answered.";
const address = emailSchema({ missing: HELP, malformed: HELP });

/**
 * Runs `npm run mail:test` with its arguments.
 * @returns the exit status: 0 sent, 1 failed, 2 usage error
 */
export async function runMailTestCommand(args: string[]): Promise<number> {
  const given = address.safeParse(args[0]);
  if (!given.success || args.length > 1) {
    console.error(HELP);
    return 2;
  }
  await migrate(engine);
  await refreshSettings();
  if (!isMailOn()) {
    printError("Email is off: enter a mail server in Settings, under Email, or set SMTP_URL and MAIL_FROM.");
    return 1;
  }
  const to = given.data;
  const tested = await sendTestMail(to);
  if (tested.ok) print(`Sent to ${to}. The server answered: ${tested.answer}`);
  else printError(`Not sent to ${to}: ${tested.problem}`);
  return tested.ok ? 0 : 1;
}
