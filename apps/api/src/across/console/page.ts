/** Serves the console's built app: hashed assets are cached for ever, the page is revalidated. */
import { existsSync } from "node:fs";
import path from "node:path";
import type { PublicBrand } from "@turnpike/contract/brand.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { brandedPage, type BuiltPage, fileRoutes } from "../../platform/http/dashboard.ts";

const distFolder = path.resolve(import.meta.dirname, "../../../../console/dist");

export interface ConsolePage {
  /** Sends the app's single page, which picks its screen by the address. */
  send(address: string, reply: FastifyReply): Promise<unknown>;
}

/** Serves the app's files; returns what sends the page, or status 503 without a build. */
export async function consolePage(
  app: FastifyInstance,
  brand: () => Promise<PublicBrand>,
  dist = distFolder,
): Promise<ConsolePage> {
  const index = path.join(dist, "index.html");
  if (existsSync(index)) await app.register(async (files) => fileRoutes(files, dist));
  const page = brandedPage(index, brand);
  return { send: (address, reply) => sendPage(reply, address, page) };
}

async function sendPage(
  reply: FastifyReply,
  address: string,
  read: () => Promise<BuiltPage | null>,
) {
  // An asset of an older build: the page in its place would be executed as a script.
  if (address.startsWith("/assets/"))
    return reply.status(404).type("text/plain").send("There is no such file.");
  const page = await read();
  if (page === null)
    return reply
      .status(503)
      .type("text/plain")
      .send("The console is not built: npm start builds it. Its calls answer all the same.");
  const { html, etag } = page;
  reply.header("cache-control", "no-cache").header("etag", etag);
  const etags = reply.request.headers["if-none-match"]?.split(/,\s*/) ?? [];
  if (etags.some((one) => one.replace(/^W\//, "") === etag)) return reply.status(304).send();
  return reply.type("text/html; charset=utf-8").send(html);
}
