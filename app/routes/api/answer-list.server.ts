import { type Counted, type ListWindow, listWindowSchema } from "~/models/list-window";
import { answerError, answerTagged, sentencesByField, tagged } from "./respond.server";

/**
 * A list of the contract: a plain array, with `X-Total-Count` and, where a part was asked for, `Link` to the others
 * (specification, section 7). 400 where `limit` or `offset` is no such number.
 * @param find the records of that part; other parameters are the list's own, and what it cannot read it ignores
 */
export async function answerList<Record>(
  request: Request,
  find: (params: URLSearchParams, window: ListWindow) => Promise<Counted<Record>>,
): Promise<Response> {
  const url = new URL(request.url);
  const window = listWindowSchema.safeParse(Object.fromEntries(url.searchParams));
  if (!window.success) {
    const fields = sentencesByField(window.error);
    return answerError(400, window.error.issues[0]?.message ?? "The window is not valid.", { fields });
  }
  const { records, total } = await find(url.searchParams, window.data);
  const headers: HeadersInit = { "X-Total-Count": String(total) };
  const links = linksFor(url, window.data, total);
  if (links) headers.Link = links;
  return answerTagged(request, tagged(records, String(total)), headers);
}

/** `</api/retail-vehicles?limit=10&offset=10>; rel="next"`, as RFC 8288 writes it; nothing for a whole list. */
function linksFor(url: URL, { limit, offset = 0 }: ListWindow, total: number): string | undefined {
  if (limit === undefined) return undefined;
  const lastOffset = Math.max(0, (Math.ceil(total / limit) - 1) * limit);
  const places = {
    first: 0,
    prev: offset > 0 ? Math.max(0, Math.min(offset - limit, lastOffset)) : undefined,
    next: offset + limit < total ? offset + limit : undefined,
    last: lastOffset,
  };
  return Object.entries(places)
    .flatMap(([relation, place]) =>
      place === undefined ? [] : [`<${addressAt(url, place)}>; rel="${relation}"`],
    )
    .join(", ");
}

function addressAt(url: URL, offset: number): string {
  const params = new URLSearchParams(url.searchParams);
  params.set("offset", String(offset));
  return `${url.pathname}?${params}`;
}
