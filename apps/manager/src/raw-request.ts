/** Sends the manager requests that no browser or well-behaved program sends. */
import { once } from "node:events";
import { type IncomingMessage, request, type RequestOptions } from "node:http";
import { text } from "node:stream/consumers";

export interface Raw extends RequestOptions {
  body?: string | Buffer;
}
/** Any method, header and body, on its own connection. */
export async function raw(url: string, { body = "", headers = {}, ...options }: Raw = {}) {
  const type = { "content-type": "application/json" };
  const asked = request(url, {
    method: "POST",
    agent: false,
    headers: { ...type, ...(headers as Record<string, string>) },
    ...options,
  });
  asked.on("error", () => {});
  const answered = once(asked, "response") as Promise<[IncomingMessage]>;
  asked.end(body);
  const [answer] = await answered;
  const response = await text(answer);
  const cors = Object.keys(answer.headers).filter((name) => name.startsWith("access-control"));
  return { status: answer.statusCode, headers: answer.headers, text: response, cors };
}
/** Reason and field of a refusal. */
export const reasonOf = ({ text: said }: { text: string }) =>
  (JSON.parse(said) as { data: { reason?: string; field?: string } }).data;
