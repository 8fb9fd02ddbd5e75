/** The dashboard's page over HTTP, with a small fake build. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { PublicBrand } from "@turnpike/contract/brand.ts";
import { readEnvironment } from "@turnpike/contract/environment.ts";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { dashboardRoutes } from "./dashboard.ts";

const brand: PublicBrand = {
  currency: "USD",
  name: "Nordlicht <Proxies>",
  accent: "#1a5fb4",
  accentDark: "#82b4ff",
  logo: "/brand/logo?v=1",
  logoDark: "/brand/logo-dark?v=1",
  favicon: "/favicon.svg?v=1",
  links: {},
  support: { email: "a@example.com", url: "</script><script>alert(1)</script>" },
};

let dist: string;
let app: FastifyInstance | undefined;
beforeEach(() => {
  dist = mkdtempSync(path.join(tmpdir(), "turnpike-dist-"));
  mkdirSync(path.join(dist, "assets"));
  writeFileSync(path.join(dist, "index.html"), "<html><head><title>T</title></head></html>");
  writeFileSync(path.join(dist, "assets/a-1.js"), "1");
});
afterEach(async () => {
  await app?.close();
  rmSync(dist, { recursive: true, force: true });
});

async function serve(signInUrl?: string): Promise<string> {
  await app?.close();
  const server = Fastify();
  const head = () => ({ html: "", policy: (own: string) => own });
  const dashboard = await dashboardRoutes(server, {
    brand: async () => brand,
    head,
    dist,
    signInUrl,
  });
  server.setNotFoundHandler((request, reply) => dashboard.page(request.url, reply));
  app = server;
  return server.listen({ host: "127.0.0.1", port: 0 });
}
const signInUrl = (html: string) =>
  /<meta name="sign-in-url" content="([^"]*)" \/>/.exec(html)?.[1];

describe("the external sign-in page (spec/dashboard#navigation-guard: else the browser goes to it)", () => {
  it("is named in every page that is served, but only if it is configured", async () => {
    const url = await serve("https://sister.example/sign-in");
    for (const address of ["/", "/cli/home", "/index/login", "/nowhere", "/index.html"]) {
      const html = await (await fetch(url + address)).text();
      expect([address, signInUrl(html)]).toEqual([address, "https://sister.example/sign-in"]);
    }
    const plain = await serve();
    expect(await (await fetch(`${plain}/cli/home`)).text()).not.toContain("sign-in-url");
  });

  it("is escaped as an attribute value", async () => {
    const url = await serve(`https://sister.example/?a=1&b="><script>alert(1)</script>$&`);
    const html = await (await fetch(url)).text();
    expect(html).not.toContain("<script>alert");
    expect(signInUrl(html)).toBe(
      "https://sister.example/?a=1&amp;b=&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;$&amp;",
    );
  });

  it("must be an absolute http or https URL, or the product does not start", () => {
    for (const SIGNIN_URL of ["javascript:alert(1)", "/sign-in", "sister.example"])
      expect(() => readEnvironment({ SIGNIN_URL })).toThrow(/SIGNIN_URL/);
    const SIGNIN_URL = "https://sister.example/sign-in";
    expect(readEnvironment({ SIGNIN_URL }).SIGNIN_URL).toBe(SIGNIN_URL);
    expect(readEnvironment({ SIGNIN_URL: "" }).SIGNIN_URL).toBeUndefined();
  });
});

describe("the page", () => {
  it("is revalidated, and sent again only if it changed", async () => {
    const url = await serve();
    const first = await fetch(`${url}/cli/home`);
    const etag = first.headers.get("etag") ?? "";
    expect([first.status, first.headers.get("cache-control")]).toEqual([200, "no-cache"]);
    const ask = (address: string) => fetch(address, { headers: { "if-none-match": `W/${etag}` } });
    expect((await ask(`${url}/index/forgot`)).status).toBe(304);
    const other = await serve("https://sister.example/sign-in");
    const changed = await ask(`${other}/cli/home`);
    expect(changed.status).toBe(200);
    expect(changed.headers.get("etag")).not.toBe(etag);
  });

  it("returns 200 for the URLs of screens and 404 for others (spec/api#paths)", async () => {
    const url = await serve();
    const status = async (address: string) => (await fetch(url + address)).status;
    for (const known of ["/", "/index/forgot", "/index/loading?code=1&state=2", "/terms"])
      expect([known, await status(known)]).toEqual([known, 200]);
    for (const unknown of ["/nowhere", "/index.html", "/indexes", "/assets/gone-1.js"])
      expect([unknown, await status(unknown)]).toEqual([unknown, 404]);
  });

  it("marks assets as immutable", async () => {
    const url = await serve();
    const asset = await fetch(`${url}/assets/a-1.js`);
    expect([asset.status, await asset.text()]).toEqual([200, "1"]);
    expect(asset.headers.get("cache-control")).toContain("immutable");
  });
});

it("the brand in the page (spec/brand#addresses) is its title and, as data that cannot end early, what /brand.json answers; it changes with the brand", async () => {
  const url = await serve();
  const first = await fetch(`${url}/cli/home`);
  const html = await first.text();
  expect(html).toContain("<title>Nordlicht &lt;Proxies&gt;</title>");
  expect(html).toContain(
    "<style>:root{--brand-accent:#1a5fb4;--brand-accent-dark:#82b4ff}</style>",
  );
  const [, data = ""] =
    /<script type="application\/json" id="brand">(.*?)<\/script>/.exec(html) ?? [];
  expect(JSON.parse(data)).toEqual(brand);
  const headers = { "if-none-match": first.headers.get("etag") ?? "" };
  expect((await fetch(`${url}/cli/home`, { headers })).status).toBe(304);
  brand.name = "Nordlicht";
  const changed = await fetch(`${url}/cli/home`, { headers });
  expect([changed.status, await changed.text()]).toEqual([
    200,
    expect.stringContaining("<title>Nordlicht</title>"),
  ]);
  brand.name = "Nordlicht <Proxies>";
});
