/**
 * The local proxy manager against websites, in a real browser (X2, X3): requests of a foreign page
 * change nothing and reveal nothing; a dashboard's own page works, including preflights.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import type { LocalPort } from "@turnpike/contract/manager.ts";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { axe, scrollsSideways, startBrowser } from "./browser.ts";
import { fetchScript, form, frameScript, json, postInit, submitScript } from "./page-attacks.ts";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";

const folder = mkdtempSync(path.join(tmpdir(), "proxy-manager-"));
let manager: ChildProcess;
let site: Server;
let browser: Browser;
let managerPort = 0;
let sitePort = 0;
const managerUrl = () => `http://127.0.0.1:${managerPort}`;
/** The dashboard, and a foreign website; the same server serves both. */
const dashboard = () => `http://localhost:${sitePort}`;
const foreign = () => `http://foreign.test:${sitePort}`;

beforeAll(async () => {
  [managerPort = 0, sitePort = 0] = await freePorts(2);
  site = createServer((_request, answer) => {
    answer.setHeader("content-type", "text/html");
    answer.end("<!doctype html><title>A page</title><p>A page</p>");
  }).listen(sitePort, "127.0.0.1");
  await once(site, "listening");
  const main = path.resolve(import.meta.dirname, "../apps/manager/src/main.ts");
  manager = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      MANAGER_PORT: String(managerPort),
      MANAGER_DIR: folder,
      PORT: String(sitePort),
      // It listens on 127.0.0.1 only, whatever HOST is.
      HOST: "0.0.0.0",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(manager.stdout ?? manager, "data");
  browser = await startBrowser(
    // Chromium's own protection of local addresses is off: the manager's must suffice alone.
    "--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests",
    "--host-resolver-rules=MAP foreign.test 127.0.0.1, MAP rebound.test 127.0.0.1",
  );
});
afterAll(async () => {
  await browser?.close();
  site?.closeAllConnections();
  site?.close();
  manager?.kill("SIGTERM");
  if (manager && manager.exitCode === null) await once(manager, "exit");
  rmSync(folder, { recursive: true, force: true });
});

const upstream = "10.9.9.9:7000:ada:secret";
async function ask<T>(call: string, fields: object = {}): Promise<T> {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify(fields);
  const answer = await fetch(managerUrl() + call, { method: "POST", headers, body });
  return ((await answer.json()) as { data: T }).data;
}
const list = async () => (await ask<{ items: LocalPort[] }>("/ipList")).items;
const clear = async () => ask("/del", { ports: (await list()).map(({ port }) => String(port)) });
beforeEach(async () => {
  await clear();
  await ask("/start", { upstream, ip: "10.9.9.9" });
});

/** Opens a page and runs an attacker's script; returns its result, or the browser's error. */
async function from(url: string, script: string): Promise<unknown> {
  const page = await browser.newPage();
  try {
    await page.goto(url);
    return await page.evaluate<unknown>(script).catch((error: unknown) => String(error));
  } finally {
    await page.close();
  }
}

const newUpstream = "upstream=10.1.1.1:1";
const manages = (call: string, init: object) => fetchScript(managerUrl() + call, init);

describe.each(["/start", "/del", "/ipList"])("A foreign page calling %s", (call) => {
  const fields = async () => {
    const [one] = await list();
    return call === "/del" ? `ports=${one?.port}` : newUpstream;
  };
  const asJson = async () =>
    JSON.stringify(Object.fromEntries(new URLSearchParams(await fields())));

  it.each<[string, () => Promise<string>]>([
    [
      "fetch without CORS",
      async () => manages(call, postInit("no-cors", { "content-type": form }, await fields())),
    ],
    [
      "fetch of text",
      async () =>
        manages(call, postInit("no-cors", { "content-type": "text/plain" }, await asJson())),
    ],
    ["fetch of JSON", async () => manages(call, postInit("cors", json, await asJson()))],
    [
      "fetch of a form",
      async () => manages(call, postInit("cors", { "content-type": form }, await fields())),
    ],
    ["a form", async () => submitScript(managerUrl() + call, await fields())],
    [
      "a sandboxed frame",
      async () =>
        frameScript(
          'frame.sandbox = "allow-scripts"; frame.srcdoc = html;',
          manages(call, postInit("no-cors", { "content-type": form }, await fields())),
        ),
    ],
    [
      "a frame of data:",
      async () =>
        frameScript(
          'frame.src = "data:text/html," + encodeURIComponent(html);',
          manages(call, postInit("cors", { "content-type": form }, await fields())),
        ),
    ],
    [
      "a beacon",
      async () =>
        `navigator.sendBeacon("${managerUrl()}${call}", new URLSearchParams("${await fields()}")); new Promise((done) => setTimeout(done, 300))`,
    ],
    [
      "a picture",
      () =>
        Promise.resolve(
          `new Promise((done) => { const one = new Image(); one.onload = () => done("seen"); one.onerror = () => done("no"); one.src = "${managerUrl()}${call}?${newUpstream}"; })`,
        ),
    ],
  ])("by %s changes nothing and learns nothing", async (_how, script) => {
    const before = await list();
    const said = JSON.stringify((await from(foreign(), await script())) ?? "");
    expect(await list()).toEqual(before);
    expect(said).not.toMatch(/10\.9\.9\.9|listening|"code\\*":0/);
  });

  it("by a rebound name is rejected because of its Host", async () => {
    const before = await list();
    const rebound = `http://rebound.test:${managerPort}`;
    // This page stands for one served by the attacker before the name was rebound to 127.0.0.1.
    const page = await browser.newPage({ bypassCSP: true });
    await page.goto(`${rebound}/`);
    const asked = JSON.stringify(postInit("same-origin", json, await asJson()));
    const answer = await page.evaluate(
      `fetch("${call}", ${asked}).then(async (answer) => answer.status + await answer.text())`,
    );
    await page.close();
    expect(answer).toMatch(/^403\{"code":403,.*"foreignOrigin"/);
    expect(await list()).toEqual(before);
  });
});

describe("A dashboard's page", () => {
  it("starts, lists and deletes ports, allowed by the preflight", async () => {
    const start = postInit(
      "cors",
      json,
      JSON.stringify({ upstream: "10.1.1.1:1:a:b", protocol: "http" }),
    );
    const said = JSON.parse(String(await from(dashboard(), manages("/start", start)))) as {
      code: number;
      data: LocalPort;
    };
    expect(said).toMatchObject({ code: 0, data: { upstream: "10.1.1.1:1", protocol: "http" } });
    const all = String(await from(dashboard(), manages("/ipList", postInit("cors", json, "{}"))));
    expect(all).toContain("10.9.9.9");
    const body = JSON.stringify({ ports: [String(said.data.port)] });
    expect(await from(dashboard(), manages("/del", postInit("cors", json, body)))).toContain(
      '"deleted":1',
    );
  });

  it("can read the reason of a refusal", async () => {
    const bad = postInit("cors", json, JSON.stringify({ upstream: "nothing" }));
    expect(await from(dashboard(), manages("/start", bad))).toContain("badUpstream");
  });

  it("succeeds with the same form that a foreign page tries, so the attacks above are real", async () => {
    const page = await browser.newPage();
    await page.goto(dashboard());
    void page.evaluate(submitScript(`${managerUrl()}/start`, newUpstream)).catch(() => null);
    await waitFor("the form arrived", async () =>
      (await list()).some((one) => one.upstream === "10.1.1.1:1"),
    );
    await page.close();
  });
});

test("A page that requests a local port gets only 400", async () => {
  const [one] = await list();
  const url = `http://127.0.0.1:${one?.port}/`;
  const answer = await from(foreign(), `fetch("${url}", { mode: "no-cors" }).then((a) => a.type)`);
  expect(answer).toBe("opaque");
  expect(await from(foreign(), `fetch("${url}").then(() => "read", () => "blocked")`)).toBe(
    "blocked",
  );
  expect((await fetch(url)).status).toBe(400);
  expect(await list()).toMatchObject([{ upBytes: 0, connections: 0, state: "listening" }]);
});

test("The manager and its ports listen on 127.0.0.1 only, whatever HOST is (X2)", async () => {
  const [one] = await list();
  const listening = ["/proc/net/tcp", "/proc/net/tcp6"].flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .map((row) => row.trim().split(/\s+/))
      .filter((row) => row[3] === "0A")
      .map((row) => row[1] ?? ""),
  );
  for (const port of [managerPort, one?.port ?? 0]) {
    const hex = port.toString(16).toUpperCase().padStart(4, "0");
    expect(listening.filter((place) => place.endsWith(`:${hex}`))).toEqual([`0100007F:${hex}`]);
  }
});

describe("The status page", () => {
  async function opened(more: object = {}): Promise<Page> {
    const page = await browser.newPage(more);
    await page.goto(managerUrl());
    await page.getByText("127.0.0.1:2").first().waitFor();
    return page;
  }

  it("shows ports live, and can copy and delete them", async () => {
    const context = await browser.newContext({
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const page = await context.newPage();
    const errors: string[] = [];
    page.on("console", (line) => line.type() === "error" && errors.push(line.text()));
    page.on("pageerror", (error) => errors.push(error.message));
    await page.goto(managerUrl());
    const [one] = await list();
    const address = `127.0.0.1:${one?.port}`;
    const row = page.getByRole("row", { name: address });
    await row.getByText("listening").waitFor();
    expect(await row.textContent()).toContain("10.9.9.9:7000");
    await row.getByRole("button", { name: `Copy ${address}` }).click();
    await page.getByText(`${address} was copied.`).waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(address);
    const { port } = await ask<LocalPort>("/start", { upstream: "10.7.7.7:1", ip: "7.7.7.7" });
    await page.getByText("7.7.7.7 by 10.7.7.7:1").waitFor();
    await page.getByRole("button", { name: `Delete 127.0.0.1:${port}` }).click();
    await page.getByText("7.7.7.7 by 10.7.7.7:1").waitFor({ state: "detached" });
    expect((await list()).map((each) => each.port)).not.toContain(port);
    await page.getByRole("button", { name: `Delete ${address}` }).click();
    await page.getByText("There are no local ports yet").waitFor();
    expect(await page.content()).toContain(folder);
    expect(await page.content()).toContain(dashboard());
    expect(errors).toEqual([]);
    await context.close();
  });

  it.each(["light", "dark"] as const)("passes axe in %s, on a phone too", async (colorScheme) => {
    for (const width of [360, 1280]) {
      const page = await opened({ colorScheme, viewport: { width, height: 740 }, bypassCSP: true });
      expect(await axe(page)).toEqual([]);
      expect(await scrollsSideways(page)).toBe(false);
      if (process.env.SHOTS)
        await page.screenshot({
          path: `${process.env.SHOTS}/${colorScheme}-${width}.png`,
          fullPage: true,
        });
      await page.close();
    }
  });

  it("cannot be framed by another site", async () => {
    const page = await browser.newPage();
    await page.goto(foreign());
    await page.evaluate(`new Promise((done) => {
      const frame = document.createElement("iframe");
      frame.onload = done;
      frame.src = "${managerUrl()}/";
      document.body.append(frame);
    })`);
    const [, frame] = page.frames();
    expect(await frame?.content()).not.toContain("Local ports");
    await page.close();
  });
});
