import { noStaffAction, staffLoader } from "~/accounts/require-staff.server";
import { business } from "~/business/business.server";
import { findKnownData } from "~/customers/known-data.server";
import { toHtmlFile, toJsonFile } from "~/customers/known-data-file.server";
import { downloadResponse } from "~/http/download.server";
import { dayInTimeZone } from "~/values/format";
import { requireCustomer } from "./loaders.server";

const FILES = {
  "data.json": { type: "application/json; charset=utf-8", toText: toJsonFile },
  "page.html": { type: "text/html; charset=utf-8", toText: toHtmlFile },
} as const;

/** All that is known about a customer, as a file. */
export const loader = staffLoader(async (args) => {
  const { file = "" } = args.params;
  const { item: customer } = await requireCustomer(args);
  const known = await findKnownData(customer._id);
  if (!known || !isFile(file)) throw new Response(null, { status: 404 });
  const { type, toText } = FILES[file];
  const end = file.split(".")[1];
  return downloadResponse(oneLine(toText(known, args.now)), {
    client: args.context.client,
    fileName: `customer-data-${dayInTimeZone(business.timeZone, args.now)}.${end}`,
    type,
  });
});

export const action = noStaffAction;

function isFile(file: string): file is keyof typeof FILES {
  return Object.hasOwn(FILES, file);
}

async function* oneLine(text: string): AsyncGenerator<string> {
  yield text;
}
