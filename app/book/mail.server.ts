import { business } from "~/business/business.server";
import { db, transaction } from "~/db/connection.server";
import { queueMailToList } from "~/mail/outbox.server";
import { isMailOn, notifiedAddresses } from "~/mail/settings.server";
import { renderMail } from "~/mail/template.server";
import { daysAfter } from "~/values/days";
import { dayInTimeZone, formatCount, formatDay } from "~/values/format";
import { BOOK_PAGE } from "./book";
import { findLastLineOf } from "./book.server";

/**
 * Mails the last hash of yesterday's lines to the staff, once a day, so that it is kept out of reach of anyone who changes the database.
 * Does nothing if mail is off, or yesterday had no line.
 */
export async function mailBookHash(now: Date): Promise<void> {
  if (!isMailOn() || notifiedAddresses().length === 0) return;
  const day = daysAfter(dayInTimeZone(business.timeZone, now), -1);
  await transaction(async () => {
    const sent = await db
      .selectFrom("outbox")
      .select("id")
      .where("causeKind", "=", "book")
      .where("causeId", "=", day)
      .executeTakeFirst();
    const last = sent ? undefined : await findLastLineOf(day);
    if (!last) return;
    const date = formatDay(`${day}T00:00:00.000Z`);
    const mail = renderMail({
      subject: `The book's last hash of ${date}`,
      paragraphs: [
        `The last line of the book of ${date} is line ${formatCount(last.sequence)}. Its hash is:`,
        last.hash,
        `Keep this email. The Book's page (${BOOK_PAGE}) and "npm run book -- verify" tell whether it is still a line of the book; if not, lines before it were changed.`,
      ],
      facts: [],
    });
    await queueMailToList("notify", { ...mail, cause: { kind: "book", id: day } }, now);
  });
}
