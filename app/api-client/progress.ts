/**
 * A `fetch` that says how much of the body is on its way, from 0 to 1, which the browser's own does not: by
 * XMLHttpRequest, for a call or two with a large body.
 */
export function fetchWithProgress(onProgress: (sent: number) => void): typeof fetch {
  return (address, { method = "GET", headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const call = new XMLHttpRequest();
      const abort = () => call.abort();
      signal?.addEventListener("abort", abort, { once: true });
      call.upload.onprogress = ({ loaded, total, lengthComputable }) => {
        if (lengthComputable && total > 0) onProgress(loaded / total);
      };
      call.onload = () => resolve(answerOf(call));
      call.onerror = () => reject(new TypeError("Failed to fetch"));
      call.onabort = () => reject(signal?.reason);
      call.onloadend = () => signal?.removeEventListener("abort", abort);
      call.open(method, String(address));
      for (const [name, value] of new Headers(headers)) call.setRequestHeader(name, value);
      call.send(body as XMLHttpRequestBodyInit | null | undefined);
    });
}

function answerOf(call: XMLHttpRequest): Response {
  const { responseText, status, statusText } = call;
  const headers = new Headers();
  for (const line of call.getAllResponseHeaders().trim().split("\r\n")) {
    const [name = "", value = ""] = line.split(/: ?(.*)/s);
    if (name) headers.append(name, value);
  }
  // A status that has no body takes none.
  return new Response(responseText || null, { status, statusText, headers });
}
