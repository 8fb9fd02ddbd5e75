/** Bodies of the manager's calls: a form or JSON, 64 KiB at most (spec/api#requests). */
import type { IncomingMessage } from "node:http";
import { Refusal } from "@turnpike/contract/refusals.ts";

const BODY_LIMIT_BYTES = 64 * 1_024;
const MAX_FIELDS = 200;

/**
 * The fields of a request; nothing sent is no fields.
 * @throws Refusal badContentType, bodyTooLarge, badBody
 */
export async function readFields(request: IncomingMessage): Promise<Record<string, unknown>> {
  const { "content-type": type = "", "content-length": length = "0" } = request.headers;
  const kind = type.split(";")[0]?.trim().toLowerCase() ?? "";
  const isEmpty = length === "0" && request.headers["transfer-encoding"] === undefined;
  const read = kinds[kind];
  if (!read && !(kind === "" && isEmpty)) throw new Refusal("badContentType");
  if (Number(length) > BODY_LIMIT_BYTES) throw new Refusal("bodyTooLarge");
  const text = await readText(request);
  return read ? read(text) : {};
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > BODY_LIMIT_BYTES) throw new Refusal("bodyTooLarge");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

const kinds: Record<string, (text: string) => Record<string, unknown>> = {
  "application/x-www-form-urlencoded": (text) =>
    Object.fromEntries([...new URLSearchParams(text)].slice(0, MAX_FIELDS)),
  "application/json": (text) => {
    if (text.trim() === "") return {};
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw new Refusal("badBody");
    }
    if (typeof value !== "object" || value === null || Array.isArray(value))
      throw new Refusal("badBody");
    return value as Record<string, unknown>;
  },
};
