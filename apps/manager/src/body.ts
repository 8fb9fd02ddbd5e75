/** Bodies of the manager's calls: a form or JSON, 64 KiB at most (spec/api#requests). */
import type { IncomingMessage } from "node:http";
import { Refusal } from "@turnpike/contract/refusals.ts";
import { bodyLimitBytes, type Fields, parseForm, parseJson } from "@turnpike/rules/request-body.ts";

/**
 * Reads the fields of a request; an empty body has none.
 * @throws Refusal badContentType, bodyTooLarge, badBody
 */
export async function readFields(request: IncomingMessage): Promise<Fields> {
  const { "content-type": type = "", "content-length": length = "0" } = request.headers;
  const kind = type.split(";")[0]?.trim().toLowerCase() ?? "";
  const isEmpty = length === "0" && request.headers["transfer-encoding"] === undefined;
  const read = kinds[kind];
  if (!read && !(kind === "" && isEmpty)) throw new Refusal("badContentType");
  if (Number(length) > bodyLimitBytes) throw new Refusal("bodyTooLarge");
  const text = await readText(request);
  const fields = read ? read(text) : {};
  if (fields === null) throw new Refusal("badBody");
  return fields;
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bodyLimitBytes) throw new Refusal("bodyTooLarge");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

const kinds: Record<string, (text: string) => Fields | null> = {
  "application/x-www-form-urlencoded": parseForm,
  "application/json": parseJson,
};
