/** The status page under its provider's name (spec/manager#brand), over real sockets. */
import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { BrandWatch } from "./brand.ts";
import { startTestManager } from "./testing.ts";

const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"></svg>`;
const nordlicht = {
  name: "Nordlicht <Proxies>",
  accent: "#1a5fb4",
  accentDark: "#8ab4f8",
  logo: "/brand/logo?v=1",
  logoDark: "/brand/logo-dark?v=1",
  favicon: "/favicon.svg?v=1",
};
const servers: Server[] = [];

/** A provider's API, as far as the manager asks it; counts what was asked for. */
async function startApi(
  brand: () => object | string,
  image = (response: ServerResponse) => {
    response.writeHead(200, { "content-type": "image/svg+xml" }).end(logo);
  },
) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    if (request.url !== "/brand.json") return image(response);
    const answer = brand();
    if (typeof answer === "object") return response.end(JSON.stringify(answer));
    return response.writeHead(302, { location: answer }).end();
  }).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** What a watch knows after it has asked. */
async function told(...dashboards: string[]) {
  const watch = new BrandWatch(dashboards);
  await watch.ask();
  watch.stop();
  return watch.current;
}

describe("The manager's brand", () => {
  it("is on its page: title, icon, logo, colours, name", async () => {
    const api = await startApi(() => nordlicht);
    const manager = await startTestManager(undefined, { dashboards: [api.url] });
    const page = async () => (await fetch(manager.url)).text();
    await waitFor("the brand", async () => (await page()).includes("Nordlicht"));
    const html = await page();
    const image = `data:image/svg+xml;base64,${Buffer.from(logo).toString("base64")}`;
    expect(html).toContain("<title>Local proxy manager · Nordlicht &lt;Proxies&gt;</title>");
    expect(html).toContain(`<link rel="icon" id="icon" href="${image}">`);
    expect(html).toContain(`<img class="light" alt="" src="${image}">`);
    expect(html).toContain("--accent: #1a5fb4; --accent-dark: #8ab4f8;");
    expect(await (await fetch(`${manager.url}/brand`)).json()).toMatchObject({
      name: nordlicht.name,
      logoDark: image,
    });
    expect(html).not.toMatch(/turnpike/i);
    const foreign = await fetch(`${manager.url}/brand`, {
      headers: { origin: "https://e.example" },
    });
    expect(foreign.status).toBe(403);
    await manager.stop();
  });

  it("follows a change, and loads an image again only if its address changed", async () => {
    let name = "Nordlicht";
    const api = await startApi(() => ({ ...nordlicht, name }));
    const watch = new BrandWatch([api.url], 10);
    await waitFor("the brand", () => watch.current?.name === "Nordlicht");
    name = "Südlicht";
    await waitFor("the brand", () => watch.current?.name === "Südlicht");
    watch.stop();
    expect(api.asked.filter((url) => url === nordlicht.logo)).toHaveLength(1);
  });

  it("is that of the first dashboard that answers, and stays while none does", async () => {
    const dead = await startApi(() => "/elsewhere");
    const api = await startApi(() => nordlicht);
    expect(await told(dead.url, api.url)).toMatchObject({ name: nordlicht.name });
    expect(await told("http://127.0.0.1:9", dead.url)).toBeNull();
  });

  it.each([
    ["a colour that is none", { accent: "red;}body{display:none" }],
    ["no name", { name: " " }],
    ["a name without end", { name: "x".repeat(300_000) }],
  ])("is not taken with %s", async (_, wrong) => {
    const api = await startApi(() => ({ ...nordlicht, ...wrong }));
    expect(await told(api.url)).toBeNull();
  });

  it("has no image from elsewhere, none of another type, and none that is too long", async () => {
    const elsewhere = await startApi(() => nordlicht);
    const api = await startApi(() => ({ ...nordlicht, logo: `${elsewhere.url}/logo` }));
    expect(await told(api.url)).toMatchObject({
      logo: "",
      logoDark: expect.stringMatching(/^data:/),
    });
    expect(elsewhere.asked).toEqual([]);
    const html = await startApi(
      () => nordlicht,
      (response) => response.writeHead(200, { "content-type": "text/html" }).end("<p>"),
    );
    expect(await told(html.url)).toMatchObject({ logo: "" });
    const long = await startApi(
      () => nordlicht,
      (response) =>
        response.writeHead(200, { "content-type": "image/png" }).end(Buffer.alloc(300_000)),
    );
    expect(await told(long.url)).toMatchObject({ logo: "" });
  });
});
