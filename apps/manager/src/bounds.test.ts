/** The manager's limits and its status page, over HTTP (spec/manager#calls). */
import { describe, expect, it, test } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { type Raw, raw as rawRequest, reasonOf } from "./raw-request.ts";
import { Program, startTestManager } from "./testing.ts";

const dashboard = "https://turnpike.example";
const manager = forTests(() => startTestManager(undefined, { dashboards: [dashboard] }));

const raw = (path: string, options?: Raw) => rawRequest(manager.url + path, options);

describe("Request limits", () => {
  it.each([
    ["/start", { body: "x".repeat(70_000) }, 413, "bodyTooLarge"],
    [
      "/start",
      { body: "x".repeat(70_000), headers: { "transfer-encoding": "chunked" } },
      413,
      "bodyTooLarge",
    ],
    ["/start", { body: "{" }, 400, "badBody"],
    ["/start", { body: "[]" }, 400, "badBody"],
    ["/start", { body: "<a/>", headers: { "content-type": "text/xml" } }, 415, "badContentType"],
    ["/start", { body: "a", headers: { "content-type": "text/plain" } }, 415, "badContentType"],
    ["/start", { method: "GET" }, 405, "methodNotAllowed"],
    ["/nothing", {}, 404, "unknownPath"],
    ["/constructor", {}, 404, "unknownPath"],
  ])("%s %o returns %i %s", async (path, options, status, reason) => {
    const answer = await raw(path, options as Raw);
    expect([answer.status, reasonOf(answer).reason]).toEqual([status, reason]);
    expect(answer.headers["x-content-type-options"]).toBe("nosniff");
  });

  it("names from the object prototype are not accepted as fields", async () => {
    const body = '{"__proto__":{"upstream":"10.8.8.8:1"},"constructor":1}';
    expect(reasonOf(await raw("/start", { body })).reason).toBe("missingField");
    expect(({} as Record<string, unknown>).upstream).toBeUndefined();
  });

  it("disconnects a client that never completes its request", async () => {
    const slow = new Program(manager.port);
    slow.send(
      `POST /start HTTP/1.1\r\nHost: 127.0.0.1:${manager.port}\r\nContent-Length: 50\r\n\r\n`,
    );
    const begun = performance.now();
    while (!slow.ended && performance.now() - begun < 25_000)
      await new Promise((resolve) => setTimeout(resolve, 100));
    expect(slow.ended).toBe(true);
  });
});

test("The status page runs only its own script and shows the allowed dashboards and its folder", async () => {
  const { text: html, headers, status } = await raw("/", { method: "GET" });
  expect(status).toBe(200);
  const policy = String(headers["content-security-policy"]);
  expect(policy).toMatch(/default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'/);
  expect(policy).not.toContain("unsafe");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(html).toContain(dashboard);
  expect(html).toContain(manager.folder);
  // It links to dashboards and loads no resources.
  expect(html).not.toMatch(/secret|src="(?!data:)|<link[^>]* href="(?!data:)/);
});
