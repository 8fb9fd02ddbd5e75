import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { refusedForms } from "@turnpike/gateway/parse/refused.ts";
import { parseUsername } from "@turnpike/rules/username.ts";
import { describe, expect, it } from "vitest";
import { grammarWords } from "../../products/traffic/grammar.ts";
import { fillPlaceholders, type DocsAddresses } from "./fill.ts";
import { fontFace } from "./font.ts";
import { gatewayRefusals } from "./gateway-refusals.ts";
import { pages, sourceOf } from "./pages.ts";

const place: DocsAddresses = {
  name: "Turnpike",
  publicUrl: "https://proxies.example",
  gatewayHost: "gate.example",
  gatewayPort: 8000,
  lookupPort: 4100,
  target: "https://example.com/",
};
const pageText = (name: string) => {
  const page = pages.find((one) => one.name === name);
  return page ? fillPlaceholders(sourceOf(page), place, { calls: "" }) : "";
};

describe("the gateway's page", () => {
  it("lists the statuses that the gateway returns", () => {
    const own = Object.entries(refusedForms).map(([reason, { status, socks, error }]) => [
      reason,
      [status, socks, error],
    ]);
    expect(gatewayRefusals).toEqual(Object.fromEntries(own));
    const text = pageText("gateway");
    for (const [reason, [status]] of Object.entries(gatewayRefusals))
      expect(text).toMatch(
        new RegExp(`\\| ${status} \\| 0\\d \\| \`${reason}\` \\| \\S.* \\| \\S`),
      );
  });

  it("lists every spelling of every parameter, all accepted by the gateway", () => {
    const text = pageText("gateway");
    for (const { name, aliases, example } of grammarWords) {
      const meant = parseUsername(`account1-${name}-${example}`);
      expect(meant.ok).toBe(true);
      expect(text).toContain(`| ${[name, ...aliases].map((one) => `\`${one}\``).join(" ")} |`);
      for (const alias of aliases)
        expect(parseUsername(`account1-${alias}-${example}`)).toEqual(meant);
    }
  });

  it("shows example programs with this installation's gateway and target", () => {
    const text = pageText("gateway");
    expect(text).toContain(
      "curl -x http://NAME-region-DE:PASSWORD@gate.example:8000 https://example.com/",
    );
    for (const sign of ["import requests", "ProxyAgent", "chromium.launch"])
      expect(text).toContain(sign);
    expect(text).not.toMatch(/127\.0\.0\.1|7999/);
  });
});

describe("a page's placeholders", () => {
  it("are filled in; an unknown one throws", () => {
    expect(() => fillPlaceholders("<!-- fill: nothing-like-it -->", place)).toThrow(
      "nothing-like-it",
    );
    expect(fillPlaceholders("<!-- fill: calls -->", place, { calls: "all" })).toBe("all");
  });

  it("include the dashboard's font face where it is built, and none elsewhere", () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), "docs-font-"));
    try {
      expect(fontFace(folder)).toBe("");
      writeFileSync(path.join(folder, "inter-latin-wght-normal-Dx4kXJAl.woff2"), "");
      expect(fontFace(folder)).toContain("url(/assets/inter-latin-wght-normal-Dx4kXJAl.woff2)");
    } finally {
      rmSync(folder, { recursive: true });
    }
    expect(fontFace("/nowhere")).toBe("");
  });
});
