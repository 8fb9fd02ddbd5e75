import { execFile, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  curlCommand,
  curlWithoutPassword,
  shellWord,
  snippet,
  snippetLanguages,
} from "./endpoint-snippets.ts";
import type { Endpoint } from "./endpoint.ts";

const run = promisify(execFile);
/** A minimal real HTTP proxy: it responds with the requested URL and the user. */
const proxy = createServer((asked, answer) => {
  const [, basic = ""] = (asked.headers["proxy-authorization"] ?? "").split(" ");
  const user = Buffer.from(basic, "base64").toString();
  if (user !== `${endpoint.username}:${endpoint.password}` && asked.url !== openTarget) {
    answer.writeHead(407, { "Proxy-Authenticate": 'Basic realm="test"' }).end();
    return;
  }
  answer.end(JSON.stringify({ url: asked.url, user }));
});
const target = "http://127.0.0.1:7999/ip?a=1&b=2";
const openTarget = "http://127.0.0.1:7999/open";
const endpoint: Endpoint = {
  protocol: "http",
  host: "127.0.0.1",
  port: 0,
  username: "shopper1-region-DE-sid-a1-t-10",
  password: "Secret99",
};
let folder = "";
beforeAll(async () => {
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  endpoint.port = (proxy.address() as AddressInfo).port;
  folder = await mkdtemp(join(tmpdir(), "turnpike-snippets-"));
});
afterAll(async () => {
  proxy.close();
  proxy.closeAllConnections();
  await rm(folder, { recursive: true });
});

test("the curl command runs unchanged in a shell and reaches the target with credentials", async () => {
  const { stdout } = await run("sh", ["-c", `${curlCommand(endpoint, target)} -s -m 5`]);
  expect(JSON.parse(stdout)).toEqual({
    url: target,
    user: `${endpoint.username}:${endpoint.password}`,
  });
});

test("the curl command for a whitelisted IP contains no password", async () => {
  const { stdout } = await run("sh", [
    "-c",
    `${curlWithoutPassword(endpoint, openTarget)} -s -m 5`,
  ]);
  expect(JSON.parse(stdout)).toEqual({ url: openTarget, user: "" });
});

const hasJava = spawnSync("java", ["-version"]).status === 0;
test.skipIf(!hasJava)("the Java program runs unchanged", { timeout: 30_000 }, async () => {
  const file = join(folder, "ProxyExample.java");
  await writeFile(file, snippet("java", endpoint, target).code);
  const { stdout } = await run("java", [file], { timeout: 25_000 });
  expect(JSON.parse(stdout)).toEqual({
    url: target,
    user: `${endpoint.username}:${endpoint.password}`,
  });
});

test("every language has a program for both protocols with gateway, credentials and target", () => {
  for (const language of snippetLanguages) {
    for (const protocol of ["http", "socks5"] as const) {
      const { code } = snippet(language, { ...endpoint, protocol, port: 7000 }, target);
      expect(code).toContain(endpoint.username);
      expect(code).toContain(endpoint.password);
      expect(code).toContain("127.0.0.1");
      expect(code).toContain("7000");
      expect(code).toContain(target);
    }
  }
});

test("with SOCKS5 the gateway resolves the target's name if the client supports that", () => {
  const socks = { ...endpoint, protocol: "socks5" as const };
  expect(snippet("curl", socks, target).code).toMatch(/^curl -x socks5h:/);
  expect(snippet("python", socks, target).code).toContain('"socks5h://');
  expect(snippet("php", socks, target).code).toContain("CURLPROXY_SOCKS5_HOSTNAME");
});

test("Chromium does not support SOCKS5 authentication: its programs use HTTP and note it", () => {
  const socks = { ...endpoint, protocol: "socks5" as const };
  for (const language of ["playwright", "puppeteer"] as const) {
    expect(snippet(language, socks, target).notes).toContainEqual({ note: "chromiumHttp" });
    expect(snippet(language, socks, target).code).not.toContain("socks5");
    expect(snippet(language, endpoint, target).notes).not.toContainEqual({ note: "chromiumHttp" });
  }
});

test("a shell word is quoted only if the shell would interpret it otherwise", () => {
  expect(shellWord("http://a-b:c@127.0.0.1:7000")).toBe("http://a-b:c@127.0.0.1:7000");
  expect(shellWord("http://x/?a=1&b=2")).toBe("'http://x/?a=1&b=2'");
  expect(shellWord("it's")).toBe("'it'\\''s'");
});
