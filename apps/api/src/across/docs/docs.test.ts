import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { request } from "node:http";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { calls } from "@turnpike/contract/calls.ts";
import { refusals } from "@turnpike/contract/refusals.ts";
import { refusalSentence } from "@turnpike/locales/refusals.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { startTestApi } from "../../../testing/api.ts";
import { pages } from "./pages.ts";

const api = forTests(() =>
  startTestApi({}, { PUBLIC_URL: publicUrl, GATEWAY_PUBLIC_HOST: "gate.example" }),
);
const publicUrl = "https://proxies.example";
const html = new Map<string, string>();
beforeAll(async () => {
  for (const { path } of pages) html.set(path, await (await fetch(api.url + path)).text());
});

const text = async (path: string) => (await fetch(api.url + path)).text();
const found = (source: string, pattern: RegExp) =>
  [...source.matchAll(pattern)].map(([, one = ""]) => one);
const ids = (page: string) => found(page, /\sid="([^"]+)"/g);

describe.each(pages)("$path", ({ path, title }) => {
  it("is an English page with its own heading", async () => {
    const answer = await fetch(api.url + path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const page = html.get(path) ?? "";
    expect(page).toContain('<html lang="en">');
    expect(found(page, /<h1[^>]*>(.*?)<\/h1>/g)).toHaveLength(path === "/docs/api" ? 2 : 1);
    expect(page).toContain(`aria-current="page">${title}</a>`);
    expect(page).not.toContain("<!-- fill");
  });

  it("has no broken internal links", async () => {
    const page = html.get(path) ?? "";
    const targets = found(page, /href="([^"]+)"/g).filter((href) => /^(#|\/docs)/.test(href));
    const broken = targets.filter((href) => {
      const [address = "", anchor] = href.split("#");
      const where = html.get(address === "" ? path : address);
      if (where === undefined) return !/^\/docs\/(files\/|[a-z]+\.md$)/.test(address);
      return anchor !== undefined && !ids(where).includes(anchor);
    });
    expect(broken).toEqual([]);
    expect(new Set(ids(page)).size).toBe(ids(page).length);
  });

  it("loads nothing from other origins and has no inline scripts", async () => {
    const page = html.get(path) ?? "";
    const loaded = found(page, /<(?:link[^>]*rel="(?:stylesheet|icon)"|script|img)([^>]*)>/g);
    for (const attributes of loaded) expect(attributes).not.toMatch(/(href|src)="(?!\/)/);
    expect(found(page, /<script([^>]*)>[^<]/g)).toEqual([]);
    expect(found(page, /\s(on\w+)="/g)).toEqual([]);
    expect(found(page, /\s(style)="/g)).toEqual([]);
  });

  it("is also available as Markdown, with this installation's URLs", async () => {
    const name = path === "/docs" ? "start" : path.slice("/docs/".length);
    const answer = await fetch(`${api.url}/docs/${name}.md`);
    expect(answer.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    const markdown = await answer.text();
    expect(markdown).toMatch(/^# /);
    expect(markdown).not.toMatch(/<!-- fill|127\.0\.0\.1:(3000|7000)/);
    for (const href of found(markdown, /\]\((https:\/\/proxies\.example[^)]*\.md)/g))
      expect((await fetch(href.replace(publicUrl, api.url).replace(/#.*/, ""))).status).toBe(200);
  });
});

describe("responses", () => {
  const send = (path: string, headers: Record<string, string>) =>
    new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve) => {
      request(api.url + path, { headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("end", () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: Buffer.concat(parts),
          }),
        );
      }).end();
    });

  it("are compressed as the client accepts, with 304 for a matching ETag", async () => {
    const plain = await send("/docs/gateway", {});
    const brotli = await send("/docs/gateway", { "accept-encoding": "gzip, br" });
    const zipped = await send("/docs/gateway", { "accept-encoding": "gzip, br;q=0" });
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect([brotli, zipped].map(({ headers }) => headers["content-encoding"])).toEqual([
      "br",
      "gzip",
    ]);
    expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true);
    expect(gunzipSync(zipped.body).equals(plain.body)).toBe(true);
    const etag = String(brotli.headers.etag);
    const again = { "accept-encoding": "br", "if-none-match": `W/"x", ${etag}` };
    expect(await send("/docs/gateway", again)).toMatchObject({ status: 304 });
    const other = { "accept-encoding": "br", "if-none-match": String(plain.headers.etag) };
    expect(await send("/docs/gateway", other)).toMatchObject({ status: 200 });
  });

  it("let clients cache versioned files and revalidate pages", async () => {
    const [css = ""] = found(html.get("/docs") ?? "", /href="(\/docs\/files\/docs\.css[^"]*)"/g);
    const file = await fetch(api.url + css);
    expect(file.headers.get("content-type")).toBe("text/css; charset=utf-8");
    expect(file.headers.get("cache-control")).toContain("immutable");
    const bare = await fetch(`${api.url}/docs/files/docs.css`);
    expect(bare.headers.get("cache-control")).toBe("no-cache");
    const page = await fetch(`${api.url}/docs`);
    expect(page.headers.get("cache-control")).toBe("no-cache");
    expect(page.headers.get("content-security-policy")).toContain("script-src 'self'");
    const moved = await fetch(`${api.url}/docs/start`, { redirect: "manual" });
    expect([moved.status, moved.headers.get("location")]).toEqual([308, "/docs"]);
  });
});

describe("the reference", () => {
  /** The section of one call in the page or the text. */
  const partOf = (whole: string, begin: string) => {
    const at = whole.indexOf(begin);
    const end = whole.indexOf(begin.slice(0, 10), at + begin.length);
    return at < 0 ? "" : whole.slice(at, end < 0 ? undefined : end);
  };

  it("contains every call with all request and response fields", async () => {
    const page = html.get("/docs/api") ?? "";
    const whole = await text("/llms-full.txt");
    const missing: string[] = [];
    for (const [name, { path, request, response }] of Object.entries(calls)) {
      const shown = partOf(page, `<section class="call" id="${name}"`);
      const told = partOf(whole, `\n### ${name}\n`);
      if (!shown.includes(`<code>${path}</code>`)) missing.push(`${name}: ${path}`);
      if (!told.includes(`\`POST ${path}\``)) missing.push(`${name}: ${path} in the text`);
      for (const field of [...Object.keys(request.shape), ...Object.keys(response.shape)]) {
        if (field === "session") continue;
        if (!shown.includes(`<code>${field}</code>`)) missing.push(`${name}: ${field}`);
        if (!told.includes(`- ${field} (`)) missing.push(`${name}: ${field} in the text`);
      }
    }
    expect(missing).toEqual([]);
  });

  it("shows who may make a call and whether it takes a requestId", () => {
    const page = html.get("/docs/api") ?? "";
    const badges = (name: string) =>
      found(partOf(page, `<section class="call" id="${name}"`), /class="badge[^"]*">([^<]+)</g);
    expect(badges("placeOrder")).toEqual(["session or key (buy)", "takes a requestId"]);
    expect(badges("live")).toEqual(["session or key (read)", "answers a stream"]);
    expect(badges("upPwd")).toEqual(["session"]);
    expect(badges("signup")).toEqual(["anyone"]);
  });

  it("shows only client methods that exist, and the access to the other services", () => {
    const page = html.get("/docs/api") ?? "";
    const shown = found(page.replaceAll(/<[^>]+>/g, ""), /\bclient\.(\w+)\(/g);
    expect(new Set(shown).size).toBe(Object.keys(calls).length);
    expect(shown.filter((name) => !(name in calls))).toEqual([]);
    const start = partOf(page, '<section class="call" id="lookupStart"');
    expect(start).toMatch(/class="badge[^"]*">key \(buy\)</);
    expect(start.replaceAll(/<[^>]+>/g, "")).toMatch(
      /\/start \\\s+-d key=\$KEY \\\s+-d country=US/,
    );
    const ticket = /static\/export\?ticket=\$TICKET&quot;/;
    expect(partOf(page, '<section class="call" id="staticExport"')).toMatch(ticket);
  });

  it("shows each call in curl and in TypeScript", () => {
    const page = html.get("/docs/api") ?? "";
    for (const [name, { path }] of Object.entries(calls)) {
      const shown = partOf(page, `<section class="call" id="${name}"`).replaceAll(/<[^>]+>/g, "");
      expect(shown).toContain(`${publicUrl}${path}`);
      expect(shown).toMatch(new RegExp(`(await|of) client\\.${name}\\(`));
    }
  });
});

describe("the refusals", () => {
  it("are listed on their page, each with its code and sentence (spec/api#codes)", async () => {
    const page = await text("/docs/errors.md");
    for (const [reason, code] of Object.entries(refusals)) {
      const sentence = refusalSentence("en", reason as keyof typeof refusals);
      const [section = ""] = page.split(`\n### ${code}: `)[1]?.split("\n### ") ?? [];
      expect(section).toContain(`| \`${reason}\` | ${sentence.replaceAll("|", "\\|")} |`);
    }
  });

  it("have a description for every code", async () => {
    const page = await text("/docs/api.md");
    for (const code of new Set(Object.values(refusals)))
      expect(page).toMatch(new RegExp(`\\n\\| ${code} \\| \\S`));
  });
});

describe("llms.txt", () => {
  it("follows the llmstxt.org format, and its links lead to text files", async () => {
    const list = await text("/llms.txt");
    expect(list).toMatch(/^# Turnpike\n\n> .+\n\n/);
    const links = found(list, /^- \[[^\]]+\]\((https:\/\/proxies\.example[^)]+)\): .+$/gm);
    expect(links).toHaveLength(pages.length + 3);
    for (const link of links) {
      const answer = await fetch(link.replace(publicUrl, api.url));
      expect([link, answer.status]).toEqual([link, 200]);
      expect(answer.headers.get("content-type")).not.toContain("text/html");
    }
  });

  it("is accompanied by llms-full.txt with all pages", async () => {
    const whole = await text("/llms-full.txt");
    for (const { path, title } of pages)
      expect([title, whole]).toEqual([
        title,
        expect.stringContaining(`Source: ${publicUrl}${path}\n`),
      ]);
    expect(whole).not.toMatch(/<!-- fill|<section|<div/);
  });
});
