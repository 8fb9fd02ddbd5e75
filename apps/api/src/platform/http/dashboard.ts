/** Serves the built dashboard: hashed assets are cached for ever, the page is revalidated. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import path from "node:path";
import type { PublicBrand } from "@turnpike/contract/brand.ts";
import fastifyStatic from "@fastify/static";
import type { FastifyError, FastifyInstance, FastifyReply } from "fastify";
import type { PageHead } from "../head/head.ts";
import { cachedFile } from "./file-cache.ts";

const distFolder = path.resolve(import.meta.dirname, "../../../../dashboard/dist");
const YEAR_SECONDS = 31_536_000;

/** Whether a file's name contains the hash of its content (Vite's assets). */
const isHashed = (file: string) => file.includes(`${path.sep}assets${path.sep}`);

/** Paths of the dashboard's screens; at any other path its page shows "not found". */
const screens = /^\/((cli|index)(\/.*)?|terms|policy)?$/;

/** Redirects from addresses that people type (spec/api#front-door). */
const shortAddresses = {
  "/login": "/index/login",
  "/signin": "/index/login",
  "/register": "/index/register",
  "/signup": "/index/register",
};

/** Appends the request's query to a path. */
export function withQuery(address: string, { url }: { url: string }): string {
  const at = url.indexOf("?");
  return at < 0 ? address : address + url.slice(at);
}

const escaped: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeAttribute = (text: string) => text.replace(/[&<>"]/g, (sign) => escaped[sign] ?? sign);

/** Tells the page where to send people without a session, if that is not its own sign-in page. */
export function withSignInUrl(html: string, signInUrl: string | undefined): string {
  if (signInUrl === undefined) return html;
  const meta = `<meta name="sign-in-url" content="${escapeAttribute(signInUrl)}" />`;
  return html.replace("</head>", () => `${meta}</head>`);
}

export interface Dashboard {
  /** Sends the single page, which picks its screen (or "not found") by the address. */
  page(address: string, reply: FastifyReply): Promise<unknown>;
}

/** Serves the files of the dashboard's build; returns what serves its page. */
export async function dashboardRoutes(
  app: FastifyInstance,
  given: {
    brand: () => Promise<PublicBrand>;
    head: () => PageHead;
    signInUrl?: string | undefined;
    dist?: string;
  },
): Promise<Dashboard> {
  const { brand, head, signInUrl, dist = distFolder } = given;
  const index = path.join(dist, "index.html");
  if (existsSync(index)) await app.register(async (files) => fileRoutes(files, dist));
  for (const [address, screen] of Object.entries(shortAddresses)) {
    app.get(address, async (request, reply) => reply.redirect(withQuery(screen, request), 302));
  }
  const own = brandedPage(index, brand, (html) => withSignInUrl(html, signInUrl));
  const cachedPage = withHead(own, head);
  return {
    page: async (address, reply) => {
      const { policy, html } = head();
      if (html !== "") {
        const own = String(reply.getHeader("content-security-policy"));
        reply.header("content-security-policy", policy(own));
      }
      return sendPage(reply, address, cachedPage);
    },
  };
}

/** Serves the files of a build. */
export async function fileRoutes(app: FastifyInstance, dist: string): Promise<void> {
  // Treats a path that cannot be a file's (`//`, `..`, NUL) as unknown, instead of an error.
  app.setErrorHandler(async (error, _request, reply) => {
    const { statusCode = 500 } = error as FastifyError;
    if (statusCode >= 500) throw error;
    return reply.callNotFound();
  });
  await app.register(fastifyStatic, {
    root: dist,
    index: false,
    preCompressed: true,
    cacheControl: false,
    // The index file is never served raw: `/` gets the filled-in page below.
    allowedPath: (file) => !file.startsWith("/index.html") && !file.endsWith("/"),
    setHeaders: (reply, file) => {
      const forEver = `public, max-age=${YEAR_SECONDS}, immutable`;
      reply.header("cache-control", isHashed(file) ? forEver : "no-cache");
    },
  });
}

export interface BuiltPage {
  html: string;
  etag: string;
}

/** A built page that bears the brand of the moment; made again when the file or the brand changes. */
export function brandedPage(
  file: string,
  brand: () => Promise<PublicBrand>,
  more: (html: string) => string = (html) => html,
): () => Promise<BuiltPage | null> {
  const read = cachedFile(file, (content) => content.toString("utf8"));
  let made: { from: string; page: BuiltPage } | null = null;
  return async () => {
    const [html, current] = await Promise.all([read(), brand()]);
    if (html === null) return null;
    const from = JSON.stringify(current) + html;
    if (made?.from !== from) {
      const branded = more(withBrand(html, current));
      const etag = `"${createHash("sha256").update(branded).digest("base64url")}"`;
      made = { from, page: { html: branded, etag } };
    }
    return made.page;
  };
}

/**
 * Writes the brand into a page, so that its first paint has it: title, icon, colours, and the answer
 * of `/brand.json` as data, which no policy takes for a script.
 */
function withBrand(html: string, brand: PublicBrand): string {
  const { name, accent, accentDark, favicon } = brand;
  const data = JSON.stringify(brand).replaceAll("<", "\\u003c");
  const head =
    `<style>:root{--brand-accent:${accent};--brand-accent-dark:${accentDark}}</style>` +
    `<script type="application/json" id="brand">${data}</script>`;
  return html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeAttribute(name)}</title>`)
    .replace(/(<link rel="icon" href=")[^"]*/, (_, start: string) => start + favicon)
    .replace(/(<meta name="theme-color" content=")[^"]*/, (_, start: string) => start + accent)
    .replace("</head>", () => `${head}</head>`);
}

/** A page with the operator's snippet. */
function withHead(page: () => Promise<BuiltPage | null>, head: () => PageHead) {
  let made: { of: BuiltPage; by: string; page: BuiltPage } | null = null;
  return async (): Promise<BuiltPage | null> => {
    const of = await page();
    const { html: by } = head();
    if (of === null || by === "") return of;
    if (made?.of !== of || made.by !== by) {
      const html = of.html.replace("</head>", () => `${by}</head>`);
      const etag = `"${createHash("sha256").update(html).digest("base64url")}"`;
      made = { of, by, page: { html, etag } };
    }
    return made.page;
  };
}

async function sendPage(
  reply: FastifyReply,
  address: string,
  filledIn: () => Promise<BuiltPage | null>,
) {
  const plain = reply.status(404).type("text/plain");
  // A chunk of an older build: the page sent in its place would be executed as a script.
  if (address.startsWith("/assets/")) return plain.send("There is no such file.");
  const page = await filledIn();
  if (page === null) return plain.send("The dashboard is not built: npm start builds it.");
  const { html, etag } = page;
  const [pathname = ""] = address.split("?");
  const isScreen = screens.test(pathname);
  reply.header("cache-control", "no-cache").header("etag", etag);
  const known = reply.request.headers["if-none-match"]?.split(/,\s*/) ?? [];
  if (isScreen && known.some((one) => one.replace(/^W\//, "") === etag))
    return reply.status(304).send();
  return reply
    .status(isScreen ? 200 : 404)
    .type("text/html; charset=utf-8")
    .send(html);
}
