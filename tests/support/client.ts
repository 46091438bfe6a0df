export type Answer = Response | Error | (() => Response);

export interface Asked {
  url: string;
  init: RequestInit | undefined;
}

/** A fetch that gives one answer after another, the last for ever, and keeps what it was asked. */
export function fetchOf(...answers: Answer[]): { fetch: typeof fetch; asked: Asked[] } {
  const asked: Asked[] = [];
  const send = async (url: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    init?.signal?.throwIfAborted();
    const answer = answers[Math.min(asked.length, answers.length - 1)] as Answer;
    asked.push({ url: String(url), init });
    if (answer instanceof Error) throw answer;
    return answer instanceof Response ? answer.clone() : answer();
  };
  return { fetch: send as typeof fetch, asked };
}

/** The headers of the first call. */
export function headersOf(asked: Asked[]): Headers {
  return new Headers(asked[0]?.init?.headers);
}

export const json = (value: unknown, status = 200) => Response.json(value, { status });
export const text = (body: string, status = 200, init: ResponseInit = {}) =>
  new Response(body, { status, ...init });
export const html = (status = 200) =>
  new Response("<!doctype html><title>Gateway</title>", { status, headers: { "Content-Type": "text/html" } });
export const offline = new TypeError("Failed to fetch");

/** An answer that breaks off. */
export const brokenOff = () =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"vehicleInfo":'));
        controller.error(new TypeError("terminated"));
      },
    }),
  );
