/** Serves `/docs`: pages, their Markdown, their stylesheet and script, and llms.txt. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { type BrandServices, brandOf, brandSetting } from "../../platform/brand/brand.ts";
import { headOf, headSetting } from "../../platform/head/head.ts";
import { withQuery } from "../../platform/http/dashboard.ts";
import type { Services } from "../../platform/services.ts";
import type { Document } from "./document.ts";
import { fillPlaceholders, docsAddresses } from "./fill.ts";
import { layout } from "./layout.ts";
import { llmsFullText, llmsText } from "./llms.ts";
import { render } from "./markdown.ts";
import { type Page, pageOfLink, pages, sourceOf } from "./pages.ts";
import { reference } from "./reference.ts";
import { referenceHtml, referenceMenu } from "./reference-page.ts";
import { referenceText } from "./reference-text.ts";
import { fontFace } from "./font.ts";
import { sendText, type StaticText, compressedText } from "../../platform/http/send-text.ts";

const files = {
  "docs.css": "text/css; charset=utf-8",
  "docs.js": "text/javascript; charset=utf-8",
} as const;
const markdownType = "text/markdown; charset=utf-8";
const plainType = "text/plain; charset=utf-8";
const htmlType = "text/html; charset=utf-8";
/** The part of the reference page that holds the calls. */
const callsPart = "calls";
const callsPlaceholder = "<!-- the calls -->";

const read = (name: string) => readFileSync(path.join(import.meta.dirname, "files", name), "utf8");
const fileText = (name: string) => (name === "docs.css" ? fontFace() : "") + read(name);

/** Everything served, by path, with its media type and a function that generates it. */
export function docsTexts(services: BrandServices, document: () => Document) {
  const brand = brandOf(services);
  const addresses = docsAddresses(brand.name, services.env);
  const { publicUrl } = addresses;
  let groups: ReturnType<typeof reference> | undefined;
  const calls = () => (groups ??= reference(document()));
  const version = createHash("sha256")
    .update(Object.keys(files).map(fileText).join(""))
    .digest("hex")
    .slice(0, 8);
  const textOf = (page: Page) => {
    const more = page.name === "api" ? { [callsPart]: referenceText(calls()) } : {};
    return fillPlaceholders(sourceOf(page), addresses, more);
  };
  /** Links between pages; other files of the repository are not served. */
  const linkTarget = (href: string) =>
    pageOfLink(href) ?? (/^(https?:|mailto:|#|\/)/.test(href) ? href : null);
  const pageHtml = (page: Page) => {
    const whole = page.name === "api";
    const more = whole ? { [callsPart]: callsPlaceholder } : {};
    const { html, headings } = render(
      fillPlaceholders(sourceOf(page), addresses, more),
      linkTarget,
    );
    const head = headOf(services).html;
    const layoutInput = { page, headings, publicUrl, version, brand, head };
    if (!whole) return layout({ ...layoutInput, html });
    const [before = "", after = ""] = html.split(callsPlaceholder);
    const text = `<div class="prose">${before}</div>${referenceHtml(calls())}<div class="prose">${after}</div>`;
    return layout({ ...layoutInput, html: text, menuExtra: referenceMenu(calls()), wide: true });
  };
  /** A page as Markdown; links between pages lead to their Markdown. */
  const markdown = (page: Page) =>
    textOf(page).replaceAll(/\]\(((?:docs\/)?[a-z-]+)\.md(#[^)]*)?\)/g, (whole, name: string) => {
      const found = pageOfLink(`${name}.md`);
      return found === null ? whole : `](${publicUrl}/docs/${name.replace("docs/", "")}.md)`;
    });
  return new Map<string, [string, () => string]>([
    ...pages.flatMap((page): [string, [string, () => string]][] => [
      [page.path, [htmlType, () => pageHtml(page)]],
      [`/docs/${page.name}.md`, [markdownType, () => markdown(page)]],
    ]),
    ...Object.entries(files).map(([name, type]): [string, [string, () => string]] => [
      `/docs/files/${name}`,
      [type, () => fileText(name)],
    ]),
    ["/llms.txt", [plainType, () => llmsText(addresses)]],
    ["/llms-full.txt", [plainType, () => llmsFullText(addresses, markdown)]],
  ]);
}

/**
 * Adds the routes. Each text is generated from the OpenAPI document on first use and kept until the
 * brand changes.
 */
export function docsRoutes(
  app: FastifyInstance,
  services: Services,
  document: () => Document,
): void {
  const cache = new Map<string, Promise<StaticText>>();
  let texts = docsTexts(services, document);
  const renew = () => {
    cache.clear();
    texts = docsTexts(services, document);
  };
  services.settings.onChange(brandSetting, renew);
  services.settings.onChange(headSetting, renew);
  for (const address of texts.keys()) {
    app.get(address, async (request, reply) => {
      const [type, make] = texts.get(address) ?? [plainType, () => ""];
      const response = cache.get(address) ?? compressedText(type, make());
      cache.set(address, response);
      if (type === htmlType) {
        const policy = String(reply.getHeader("content-security-policy"));
        reply.header("content-security-policy", headOf(services).policy(policy));
      }
      return sendText(request, reply, await response);
    });
  }
  app.get("/docs/", async (request, reply) => reply.redirect(withQuery("/docs", request), 302));
  app.get("/docs/start", async (_request, reply) => reply.redirect("/docs", 308));
}
