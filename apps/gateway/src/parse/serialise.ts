/**
 * Serialises forwarded heads from their parsed parts, so that nothing unparsed passes through
 * (spec/gateway#request-heads). Leaves out `Proxy-*`, hop-by-hop fields, and anything about the
 * client.
 */
import type { Field } from "./fields.ts";
import { withDashes, isNotForwarded } from "./fields.ts";
import type { RequestHead } from "./http-head.ts";
import type { ResponseHead } from "./http-response.ts";

/**
 * Fields in which an earlier proxy may have disclosed the client's address
 * (spec/gateway#authentication, spec/quality#g12).
 */
const clientAddressFields: ReadonlySet<string> = new Set(["forwarded", "via", "x-real-ip"]);

function leaksClient(lower: string): boolean {
  const name = withDashes(lower);
  return clientAddressFields.has(name) || name.startsWith("x-forwarded-");
}

/**
 * Serialises an absolute-form request for the origin: origin-form, `Host` from the URI, new
 * framing. It has the client's HTTP version, so that an origin never sends chunks to a 1.0 client.
 */
export function serialiseRequest(head: RequestHead, options: { keepAlive: boolean }): Buffer {
  const { host, kind, port } = head.target;
  const spelled = kind === "ipv6" ? `[${host}]` : host;
  let text = `${head.method} ${head.path} HTTP/1.${head.minor}\r\n`;
  text += `Host: ${port === 80 ? spelled : `${spelled}:${port}`}\r\n`;
  text += passingFields(head.fields, (lower) => {
    if (lower === "expect" && !head.expectContinue) return false;
    return !leaksClient(lower) && !isNotForwarded(lower, head.hopFields);
  });
  if (head.body.kind === "length") text += `Content-Length: ${head.body.length}\r\n`;
  if (head.body.kind === "chunked") text += "Transfer-Encoding: chunked\r\n";
  text += connectionField(head.minor, options.keepAlive);
  return Buffer.from(`${text}\r\n`, "latin1");
}

/**
 * Serialises a response for the client. `minor` is the client's HTTP version: a 1.0 client gets a
 * chunked body unframed, up to the end of the connection.
 */
export function serialiseResponse(
  head: ResponseHead,
  going: { keepAlive: boolean; minor: 0 | 1 },
): Buffer {
  const untilClose = head.body.kind === "close" || (head.body.kind === "chunked" && !going.minor);
  let text = `HTTP/1.1 ${head.status} ${head.reasonPhrase}\r\n`;
  text += passingFields(head.fields, (lower) => !isNotForwarded(lower, head.hopFields));
  if (head.body.kind === "length") text += `Content-Length: ${head.body.length}\r\n`;
  else if (head.body.kind === "chunked" && going.minor) text += "Transfer-Encoding: chunked\r\n";
  else if (head.body.kind === "none" && head.statedLength !== null) {
    text += `Content-Length: ${head.statedLength}\r\n`;
  }
  if (!head.interim) text += connectionField(going.minor, going.keepAlive && !untilClose);
  return Buffer.from(`${text}\r\n`, "latin1");
}

function passingFields(fields: readonly Field[], passes: (lower: string) => boolean): string {
  let text = "";
  for (const field of fields) {
    if (passes(field.lower)) text += `${field.name}: ${field.value}\r\n`;
  }
  return text;
}

function connectionField(minor: 0 | 1, keepAlive: boolean): string {
  if (!keepAlive) return "Connection: close\r\n";
  return minor === 1 ? "" : "Connection: keep-alive\r\n";
}
