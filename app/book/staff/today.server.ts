import { BOOK_PAGE, shortHash } from "~/book/book";
import { summarizeBook } from "~/book/book.server";
import { business } from "~/business/business.server";
import type { TodayArgs, TodaySection } from "~/staff/today/section";
import { dayInTimeZone, formatCount } from "~/values/format";
import { listDueForms, listUnnamed } from "./book.server";

/** The book's last hash, to write down in the evening, and forms that the state waits for. */
export async function loadBookToday({ now }: TodayArgs): Promise<TodaySection> {
  const [{ last, today }, unnamed, forms] = await Promise.all([
    summarizeBook(dayInTimeZone(business.timeZone, now)),
    listUnnamed(),
    listDueForms(),
  ]);
  const due = forms?.total ?? 0;
  return {
    title: "Book",
    items: [
      ...(last && today > 0
        ? [
            {
              to: BOOK_PAGE,
              label: `${formatCount(today)} ${today === 1 ? "line" : "lines"} today`,
              note: `to prove later that none was changed, write down ${shortHash(last.hash)}`,
            },
          ]
        : []),
      ...(unnamed.total > 0
        ? [
            {
              to: `${BOOK_PAGE}#to-whom`,
              label: `${formatCount(unnamed.total)} ${unnamed.total === 1 ? "car" : "cars"} gone`,
              note: "the book doesn't say who took them",
            },
          ]
        : []),
      ...(forms && due > 0
        ? [
            {
              to: `${BOOK_PAGE}#due`,
              label: `${formatCount(due)} ${forms.name} to send`,
              note: forms.late > 0 ? `${formatCount(forms.late)} late` : "",
              tone: forms.late > 0 ? ("late" as const) : undefined,
            },
          ]
        : []),
    ].map(({ note, ...item }) => ({ ...item, ...(note ? { note } : {}) })) as TodaySection["items"],
  };
}
