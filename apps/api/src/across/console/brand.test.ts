import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { PublicBrand } from "@turnpike/contract/brand.ts";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { folderForTests, forTests } from "@turnpike/net/testing/for-tests.ts";
import { operate, operateJson } from "../operator/testing.ts";
import { startTestConsole } from "./testing.ts";

const folder = folderForTests();
const api = forTests(startTestConsole);
const owner = forTests(() => api.person("owner"));
const second = forTests(() => api.startAnother());
beforeEach(async () => {
  await owner.get("brandReset", {});
});

const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"></path></svg>`;
mkdirSync(path.join(folder, "images"));
writeFileSync(path.join(folder, "images/logo.svg"), logo);
const file = path.join(folder, "brand.json");
const nordlicht = {
  name: "Nordlicht Proxies",
  legalName: "Nordlicht Proxies GmbH",
  accent: "#1A5FB4",
  supportEmail: "hilfe@nordlicht.example",
  links: { home: "https://nordlicht.example/", imprint: "/legal/imprint" },
  orderPrefix: "np",
  language: "de",
};
const setBrand = (brand: object) => {
  writeFileSync(file, JSON.stringify(brand));
  return operateJson(api.services, "brand", "set", file);
};
const brandAt = async (url: string) =>
  (await (await fetch(`${url}/brand.json`)).json()) as PublicBrand;
const within = { timeout: 2_000, interval: 50 };

describe("brand set FILE (spec/brand#commands)", () => {
  it("changes /brand.json and the images of every API process within two seconds, and reset leaves no trace", async () => {
    const before = await brandAt(api.url);
    expect(before).toEqual({
      name: "Turnpike",
      currency: "USD",
      accent: "#0b5d45",
      accentDark: "#5cc9a0",
      logo: expect.stringMatching(/^\/brand\/logo\?v=[0-9a-f]{10}$/),
      logoDark: expect.stringMatching(/^\/brand\/logo-dark\?v=/),
      favicon: expect.stringMatching(/^\/favicon\.svg\?v=/),
      links: expect.any(Object),
      support: { email: "support@provider.invalid", url: "" },
    });
    const { code, said } = await setBrand({ ...nordlicht, logo: "images/logo.svg" });
    expect(code).toBe(0);
    expect(said).toMatchObject({ ...nordlicht, accent: "#1a5fb4", orderPrefix: "NP" });
    for (const { url } of [api, second]) {
      await vi.waitFor(
        async () =>
          expect(await brandAt(url)).toMatchObject({
            name: "Nordlicht Proxies",
            accent: "#1a5fb4",
            links: nordlicht.links,
            language: "de",
            support: { email: "hilfe@nordlicht.example", url: "" },
          }),
        within,
      );
      const image = await fetch(url + (await brandAt(url)).logo);
      expect(await image.text()).toBe(logo);
      expect(image.headers.get("content-type")).toBe("image/svg+xml");
      expect(image.headers.get("content-security-policy")).toMatch(/^default-src 'none'.*sandbox$/);
      expect(image.headers.get("x-content-type-options")).toBe("nosniff");
      expect(image.headers.get("cache-control")).toContain("immutable");
    }
    expect((await operate(api.services, "brand", "reset")).code).toBe(0);
    for (const { url } of [api, second])
      await vi.waitFor(async () => expect(await brandAt(url)).toEqual(before), within);
    expect((await operateJson(api.services, "brand", "show")).said.name).toBe("Turnpike");
  });

  it("decides the language of a legal page for a browser that names none of ours (spec/brand#commands)", async () => {
    const langFor = async (tag: string) => {
      const page = await fetch(`${api.url}/legal/terms`, { headers: { "accept-language": tag } });
      return /<html lang="([^"]+)"/.exec(await page.text())?.[1];
    };
    expect(await langFor("it")).toBe("en");
    await setBrand(nordlicht);
    await vi.waitFor(async () => expect(await langFor("it")).toBe("de"), within);
    expect(await langFor("fr-CH,de;q=0.5")).toBe("fr");
  });

  it("prints with show a file that sets the same brand again", async () => {
    await setBrand({ ...nordlicht, logo: "images/logo.svg", signIn: { de: { title: "Servus" } } });
    const { said } = await operateJson(api.services, "brand", "show");
    expect(said.signIn).toEqual({ de: { title: "Servus", points: [] } });
    const again = await setBrand(said);
    expect(again.error).toBe("");
    expect(again.said).toEqual(said);
    expect((await operate(api.services, "brand", "show")).out).toMatch(
      /^logo +image\/svg\+xml, \d+ bytes$/m,
    );
  });

  it.each([
    ["an unknown field", { logoUrl: "x" }, /^logoUrl: unknown field$/],
    ["an unknown link", { links: { shop: "/x" } }, /^links\.shop: unknown field$/],
    ["a link that runs", { links: { home: "javascript:alert(1)" } }, /^links\.home: /],
    [
      "a link to another host without a scheme",
      { links: { home: "//e.example" } },
      /^links\.home: /,
    ],
    ["a short prefix", { orderPrefix: "N" }, /^orderPrefix: /],
    ["a sender without address", { mailFrom: "Nordlicht" }, /^mailFrom: /],
    ["a name with a line break", { name: "a\nb" }, /^name: /],
    ["an accent that is none", { accent: "blue" }, /^accent: is no colour/],
    ["an accent too bright", { accent: "#ffdd00" }, /^accent: .*4\.5:1; .* is #[0-9a-f]{6}$/],
    ["a path", { logo: "/etc/passwd" }, /^logo: is a path/],
    [
      "a logo that runs",
      {
        logo: `data:image/svg+xml;base64,${btoa("<svg xmlns='http://www.w3.org/2000/svg' onload='x'/>")}`,
      },
      /^logo: <svg> has a handler, onload$/,
    ],
    ["a language that is not shown", { language: "it" }, /^language: is none of en, /],
    ["an unknown language", { signIn: { it: { title: "x" } } }, /^signIn/],
  ])("is refused with %s, and the field is named", async (_, brand, line) => {
    const { refused } = await owner.ask("brandSet", { file: JSON.stringify(brand) });
    expect(refused.reason).toBe("badField");
    expect(refused.detail).toMatch(line);
    expect((await brandAt(api.url)).name).toBe("Turnpike");
  });

  it("is refused in one line with exit code 1", async () => {
    for (const [brand, line] of [
      [{ nam: "x" }, /^nam: unknown field$/],
      [{ logo: "none.svg" }, /^logo: there is no file none\.svg$/],
    ] as const) {
      const { code, error } = await setBrand(brand);
      expect(code).toBe(1);
      expect(error).toMatch(line);
    }
  });
});

it("the brand in the console (spec/brand#commands: role owner) is set and reset as by the command, with an entry in the audit log that has no image", async () => {
  const encoded = `data:image/svg+xml;base64,${btoa(logo)}`;
  const set = await owner.get("brandSet", {
    file: JSON.stringify({ ...nordlicht, logo: encoded }),
    reason: "our own",
  });
  expect(set.brand).toMatchObject({ name: "Nordlicht Proxies", logo: encoded });
  expect(set.set.toSorted()).toEqual([...Object.keys(nordlicht), "logo"].toSorted());
  expect((await brandAt(api.url)).name).toBe("Nordlicht Proxies");
  const [entry] = (await owner.get("auditList", {})).items;
  expect(entry).toMatchObject({ action: "brand.set", reason: "our own" });
  expect(JSON.stringify(entry)).toContain("image/svg+xml, ");
  expect(JSON.stringify(entry)).not.toContain(btoa(logo));
  const done = await owner.get("brandReset", {});
  expect([done.brand.name, done.set]).toEqual(["Turnpike", []]);
});

describe("the icons (spec/brand#addresses)", () => {
  it("are the SVG and a redirect to it; answers are confirmed by their ETag", async () => {
    await owner.get("brandSet", { file: JSON.stringify({ name: "Nordlicht" }) });
    const ico = await fetch(`${api.url}/favicon.ico`, { redirect: "manual" });
    expect(ico.status).toBe(302);
    expect(ico.headers.get("location")).toMatch(/^\/favicon\.svg\?v=/);
    for (const at of ["/brand.json", "/favicon.svg", "/brand/logo", "/brand/logo-dark"]) {
      const first = await fetch(api.url + at);
      expect([at, first.status, first.headers.get("cache-control")]).toEqual([
        at,
        200,
        "public, no-cache",
      ]);
      const headers = { "if-none-match": first.headers.get("etag") ?? "" };
      expect([at, (await fetch(api.url + at, { headers })).status]).toEqual([at, 304]);
    }
  });

  it("of a PNG are the PNG, and an SVG around it", async () => {
    const png =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    const { code, error } = await setBrand({ name: "N", favicon: `data:image/png;base64,${png}` });
    expect([code, error]).toEqual([0, ""]);
    await api.services.settings.refresh();
    const ico = await fetch(`${api.url}/favicon.ico`);
    expect(ico.headers.get("content-type")).toBe("image/png");
    expect(Buffer.from(await ico.arrayBuffer()).toString("base64")).toBe(png);
    expect(await (await fetch(`${api.url}/favicon.svg`)).text()).toContain(
      `href="data:image/png;base64,${png}"`,
    );
  });
});
