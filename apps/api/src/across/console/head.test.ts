/** The operator's snippet in the head of pages (spec/brand#head-snippet), over HTTP. */
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { folderForTests, forTests } from "@turnpike/net/testing/for-tests.ts";
import { operate, operateJson } from "../operator/testing.ts";
import { startTestConsole } from "./testing.ts";

const folder = folderForTests();
const file = path.join(folder, "head.html");
const inline = "window.stats = [1 < 2];";
const snippet = `<!-- Stats -->\n<script async src="https://stats.example/a.js"></script><script>${inline}</script>`;
const written = `<script async src="https://stats.example/a.js"></script><script>${inline}</script></head>`;
const origins = ["https://stats.example", "wss://chat.example:8443"];
const hash = `'sha256-${createHash("sha256").update(inline).digest("base64")}'`;
const api = forTests(startTestConsole);
const owner = forTests(() => api.person("owner"));
const second = forTests(() => api.startAnother());
beforeAll(() => {
  writeFileSync(file, snippet);
});

async function pageAt(url: string) {
  const answer = await fetch(url);
  const policy = answer.headers.get("content-security-policy") ?? "";
  const directives = Object.fromEntries(
    policy.split(";").map((one): [string, string] => {
      const [name = "", ...sources] = one.trim().split(" ");
      return [name, sources.join(" ")];
    }),
  );
  return { html: await answer.text(), policy, directives };
}
/** Sets the snippet by the command line; the API has heard of it then. */
async function set(...options: string[]) {
  const words = ["head", "set", file, "--origins", origins.join(","), ...options];
  const done = await operateJson(api.services, ...words);
  await api.services.settings.refresh();
  return done;
}

describe("a snippet in the head (spec/brand#head-snippet)", () => {
  it("is on the dashboard's pages and the documentation of every API process, and their policy lets in exactly its origins and scripts", async () => {
    const before = await pageAt(`${api.url}/index/login`);
    expect((await set()).said).toEqual({ html: snippet, origins, consent: false });
    expect((await operateJson(api.services, "head", "show")).said).toMatchObject({ origins });
    for (const at of ["/index/login", "/cli/home", "/docs", "/docs/client"]) {
      const { html, directives } = await pageAt(api.url + at);
      expect([at, html.includes(written)]).toEqual([at, true]);
      expect(directives["script-src"]).toBe(`'self' ${origins.join(" ")} ${hash}`);
      expect(directives["frame-src"]).toBe(`'self' ${origins.join(" ")}`);
      expect(directives["object-src"]).toBe("'none'");
    }
    await vi.waitFor(
      async () => expect((await pageAt(`${second.url}/index/login`)).html).toContain(written),
      { timeout: 2_000, interval: 50 },
    );
    for (const at of ["/legal/terms", "/pay/unknown", "/undo?token=none", "/v1/nothing"]) {
      const { html, policy } = await pageAt(api.url + at);
      expect([at, /stats\.example/.test(html + policy)]).toEqual([at, false]);
    }
    await owner.get("headReset", {});
    expect(await pageAt(`${api.url}/index/login`)).toEqual(before);
  });

  it("with --consent is data in the page, which a script of ours runs after the visitor agreed", async () => {
    await set("--consent");
    const { html, directives } = await pageAt(`${api.url}/cli/home`);
    expect(html).not.toContain('src="https://stats.example');
    expect(html).toContain('<script src="/head.js" defer></script></head>');
    const data = /id="head-consent">([^<]*)</.exec(html)?.[1] ?? "";
    expect(JSON.parse(data)).toMatchObject({
      origins,
      elements: [{ tag: "script" }, { text: inline }],
    });
    expect(directives["script-src"]).toContain(hash);
    const script = await fetch(`${api.url}/head.js`);
    expect(script.headers.get("content-type")).toContain("text/javascript");
    const text = await script.text();
    for (const word of ["Agree", "Zustimmen", "Accepter", "Согласиться", "Đồng ý", "同意"])
      expect(text).toContain(word);
  });

  it("is refused with the field at fault, by owners alone, and is in the audit log", async () => {
    for (const [options, line] of [
      [["--origins", "https://*.example"], /^origins: https:\/\/\*\.example is no origin/],
      [["--origins", "https://stats.example;x"], /^origins: .* is no origin/],
      [["--origins", "https://stats.example/"], /^origins: .* is no origin/],
      [[], /^html: https:\/\/stats\.example is not one of the origins/],
    ] as const) {
      const { code, error } = await operate(api.services, "head", "set", file, ...options);
      expect([code, error]).toEqual([1, expect.stringMatching(line)]);
    }
    const support = await api.person("support");
    expect((await support.ask("headShow", {})).code).toBe(403);
    const { items } = await owner.get("auditList", {});
    expect(items.map(({ action }) => action)).toContain("head.set");
  });
});
