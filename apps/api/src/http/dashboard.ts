/** Serves the built dashboard: hashed assets for ever, the page afresh. */
import { existsSync } from "node:fs";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply } from "fastify";

const dist = path.resolve(import.meta.dirname, "../../../dashboard/dist");
const YEAR_SECONDS = 31_536_000;

/** Where the assets are: everything Vite names by its content. */
const isHashed = (file: string) => file.includes(`${path.sep}assets${path.sep}`);

/** Adds the dashboard's files; answers whether a build is there. */
export async function dashboardRoutes(app: FastifyInstance): Promise<boolean> {
  if (!existsSync(path.join(dist, "index.html"))) return false;
  await app.register(fastifyStatic, {
    root: dist,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      const forEver = `public, max-age=${YEAR_SECONDS}, immutable`;
      reply.header("cache-control", isHashed(file) ? forEver : "no-cache");
    },
  });
  return true;
}

/** Where the dashboard's screens lie; its page for any other address says that there is none. */
const screens = /^\/((cli|index)(\/.*)?|terms|policy)?$/;

/** The single page, which finds its screen (or its not-found page) by the address. */
export function dashboardPage(address: string, reply: FastifyReply) {
  // A chunk of an older build: a page in its place would be run as a script.
  if (address.startsWith("/assets/")) {
    return reply.status(404).type("text/plain").send("There is no such file.");
  }
  if (!("sendFile" in reply) || !existsSync(path.join(dist, "index.html"))) {
    return reply
      .status(404)
      .type("text/plain")
      .send("The dashboard is not built: npm start builds it.");
  }
  const { pathname } = new URL(address, "http://dashboard");
  return reply.status(screens.test(pathname) ? 200 : 404).sendFile("index.html");
}
