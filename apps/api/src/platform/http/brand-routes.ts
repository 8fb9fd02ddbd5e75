/** Serves the brand: `/brand.json` and its images, as every page of the installation uses them. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { uncompressed } from "./send-text.ts";
import type { Services } from "../services.ts";
import { brandOf, type BrandPicture } from "../brand/brand.ts";
import { sidesOf } from "../brand/image-sides.ts";
import { publicBrand } from "../brand/public.ts";

const YEAR_SECONDS = 31_536_000;
/** An image can neither run nor load anything, also when it is opened by itself. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

function send(request: FastifyRequest, reply: FastifyReply, etag: string, body: Buffer) {
  reply.header("etag", `"${etag}"`);
  const known = String(request.headers["if-none-match"] ?? "").split(/,\s*/);
  if (known.some((one) => one.replace(/^W\//, "") === `"${etag}"`)) return reply.status(304).send();
  return reply.send(body);
}

/** Sends an image; an address with its version is cached for ever. */
function sendPicture(request: FastifyRequest, reply: FastifyReply, picture: BrandPicture) {
  const { v } = request.query as { v?: unknown };
  const forEver = v === picture.version;
  reply
    .type(picture.type)
    .header("content-security-policy", POLICY)
    .header("x-content-type-options", "nosniff")
    .header(
      "cache-control",
      forEver ? `public, max-age=${YEAR_SECONDS}, immutable` : "public, no-cache",
    );
  return send(request, reply, picture.version, picture.body);
}

/** An icon as SVG: of a PNG, an SVG around it. */
function asSvg(icon: BrandPicture): BrandPicture {
  if (icon.type === "image/svg+xml") return icon;
  const [width, height] = sidesOf(icon);
  const image = `data:${icon.type};base64,${icon.body.toString("base64")}`;
  const body = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">` +
      `<image width="${width}" height="${height}" href="${image}"/></svg>`,
  );
  return { ...icon, type: "image/svg+xml", body };
}

export function brandRoutes(app: FastifyInstance, services: Services): void {
  const pictures = {
    "/brand/logo": () => brandOf(services).logo,
    "/brand/logo-dark": () => brandOf(services).logoDark,
    "/favicon.svg": () => asSvg(brandOf(services).favicon),
  };
  for (const [path, picture] of Object.entries(pictures))
    app.get(path, async (request, reply) => sendPicture(request, reply, picture()));
  app.get("/favicon.ico", async (request, reply) => {
    const { favicon } = brandOf(services);
    if (favicon.type === "image/png") return sendPicture(request, reply, favicon);
    return reply
      .header("cache-control", "public, no-cache")
      .redirect(`/favicon.svg?v=${favicon.version}`, 302);
  });
  app.get("/brand.json", async (request, reply) => {
    const { etag, plain } = uncompressed(
      "",
      Buffer.from(JSON.stringify(await publicBrand(services))),
    );
    reply.type("application/json; charset=utf-8").header("cache-control", "public, no-cache");
    return send(request, reply, etag, plain);
  });
}
