/** Sends texts that change only with the program: compressed once, revalidated by ETag. */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";

export interface StaticText {
  type: string;
  etag: string;
  plain: Buffer;
  /** Compressed; absent for content that is compressed already. */
  br?: Buffer;
  gzip?: Buffer;
}
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** Nearly as small as the best quality in a tenth of the time: the first reader waits for it. */
const QUALITY = 6;
const YEAR_SECONDS = 31_536_000;

/** Prepares a text: uncompressed, with brotli and with gzip. */
export async function compressedText(type: string, text: string): Promise<StaticText> {
  const plain = Buffer.from(text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY };
  return {
    ...uncompressed(type, plain),
    br: await brotli(plain, { params }),
    gzip: await zip(plain),
  };
}

/** Prepares content that is sent unchanged. */
export function uncompressed(type: string, plain: Buffer): StaticText {
  const etag = createHash("sha256").update(plain).digest("base64url").slice(0, 22);
  return { type, etag, plain };
}

/** Sends a text in a coding that the client accepts; a versioned address is cached for a year. */
export function sendText(request: FastifyRequest, reply: FastifyReply, text: StaticText) {
  const accepted = codingFor(String(request.headers["accept-encoding"] ?? ""));
  const coding = text[accepted] ? accepted : "plain";
  const etag = `"${text.etag}${coding === "plain" ? "" : `-${coding}`}"`;
  const versioned = request.url.startsWith("/docs/files/") && request.url.includes("?");
  reply
    .type(text.type)
    .header("etag", etag)
    .header("vary", "accept-encoding")
    .header("cache-control", versioned ? `public, max-age=${YEAR_SECONDS}, immutable` : "no-cache");
  const known = String(request.headers["if-none-match"] ?? "").split(/,\s*/);
  if (known.some((one) => one.replace(/^W\//, "") === etag)) return reply.status(304).send();
  if (coding !== "plain") reply.header("content-encoding", coding);
  return reply.send(text[coding] ?? text.plain);
}

/** Spaces are trimmed, not matched: an expression over them would take their number squared. */
function codingFor(accepted: string): "br" | "gzip" | "plain" {
  const accepts = new Set<string>();
  for (const one of accepted.toLowerCase().split(",")) {
    const [coding = "", ...parameters] = one.split(";").map((part) => part.trim());
    const weight = parameters.find((part) => part.startsWith("q="))?.slice(2) ?? 1;
    if (Number(weight) > 0) accepts.add(coding);
  }
  return accepts.has("br") ? "br" : accepts.has("gzip") ? "gzip" : "plain";
}
