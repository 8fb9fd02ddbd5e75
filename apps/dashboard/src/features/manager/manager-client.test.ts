import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { managerCalls, managerPort } from "@turnpike/contract/manager.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CallCancelled, CallRefused, cancelRequests } from "../../lib/call.ts";
import { callManager, ManagerMissing, page, DEFAULT_MANAGER_PORT } from "./manager-client.ts";

/** A server in the manager's place; `answer` is its next response, null for none. */
let server: Server;
let port = 0;
let answer: { status: number; body: string } | null;
const asked: { request: IncomingMessage; body: string }[] = [];
beforeEach(async () => {
  asked.length = 0;
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => (body += part));
    request.on("end", () => {
      asked.push({ request, body });
      if (answer) response.writeHead(answer.status).end(answer.body);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
  says({ items: [], version: "1" });
});
const here = { ...page };
afterEach(() => {
  Object.assign(page, here);
  Reflect.deleteProperty(navigator, "permissions");
  Object.defineProperty(navigator, "vendor", { value: "", configurable: true });
  server.closeAllConnections();
  server.close();
});

function says(data: unknown, code = 0, status = 200, msg = "") {
  answer = { status, body: JSON.stringify({ code, msg, data }) };
}
/** Places the page on another machine. */
const away = (protocol = "https:") =>
  Object.assign(page, { protocol, hostname: "proxies.example", secure: protocol === "https:" });
/** Sets the browser's permission state; querying an unknown name throws. */
function permits(name: string, ...states: PermissionState[]) {
  const query = async (wanted: { name: string }) => {
    if (wanted.name !== name) throw new TypeError("no such permission");
    return { state: states.length > 1 ? states.shift() : states[0] };
  };
  Object.defineProperty(navigator, "permissions", { value: { query }, configurable: true });
}
const whyNot = async (more: object = {}) =>
  callManager("ipList", {}, { port, ...more }).then(
    () => "answered",
    (error: unknown) => (error instanceof ManagerMissing ? error.why : (error as Error).name),
  );
const end = async () => {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
};

test("the manager's calls have the paths and the port of the contract", () => {
  for (const [name, { path }] of Object.entries(managerCalls)) expect(path).toBe(`/${name}`);
  expect(DEFAULT_MANAGER_PORT).toBe(managerPort);
});

test("calls are sent as JSON, without the session", async () => {
  expect(await callManager("ipList", {}, { port })).toEqual({ items: [], version: "1" });
  await callManager("start", { upstream: "a.example:1", ip: "10.0.0.1" }, { port });
  expect(asked.map(({ request }) => `${request.method} ${request.url}`)).toEqual([
    "POST /ipList",
    "POST /start",
  ]);
  expect(asked[1]?.request.headers["content-type"]).toBe("application/json");
  expect(JSON.parse(asked[1]?.body ?? "")).toEqual({ upstream: "a.example:1", ip: "10.0.0.1" });
});

test("a refusal is returned with its reason; an unknown dashboard is reported as such", async () => {
  says({ reason: "portUnavailable", field: "port" }, 409, 200, "in use");
  const refused = await callManager("start", { upstream: "x" }, { port }).catch((error) => error);
  expect(refused).toBeInstanceOf(CallRefused);
  expect(refused).toMatchObject({ reason: "portUnavailable", msg: "in use" });
  says({ reason: "foreignOrigin" }, 403, 403);
  expect(await whyNot()).toBe("foreign");
});

test("a closed port, another program and silence all count as an absent manager", async () => {
  answer = { status: 200, body: "<html>" };
  expect(await whyNot()).toBe("absent");
  answer = { status: 200, body: "null" };
  expect(await whyNot()).toBe("absent");
  answer = null;
  const before = performance.now();
  expect(await whyNot()).toBe("absent");
  expect(performance.now() - before).toBeGreaterThan(2_500);
  await end();
  expect(await whyNot()).toBe("absent");
}, 15_000);

test("navigation cancels pending calls", async () => {
  answer = null;
  const waiting = callManager("ipList", {}, { port }).catch((error: unknown) => error);
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  cancelRequests();
  expect(await waiting).toBeInstanceOf(CallCancelled);
  const left = AbortSignal.abort();
  expect(await whyNot({ signal: left })).toBe("CallCancelled");
});

test.each(["loopback-network", "local-network-access"])(
  "a browser that requires permission (%s) does not prompt before the user is informed",
  async (name) => {
    away();
    permits(name, "prompt");
    expect(await whyNot()).toBe("ask");
    expect(asked).toHaveLength(0);
    expect(await whyNot({ mayAsk: true })).toBe("answered");
    permits(name, "granted");
    expect(await whyNot()).toBe("answered");
    permits(name, "denied");
    expect(await whyNot({ mayAsk: true })).toBe("denied");
    expect(asked).toHaveLength(2);
  },
);

test("a prompt that the user denies is reported as denied, not as an absent manager", async () => {
  away();
  permits("loopback-network", "prompt", "denied");
  await end();
  expect(await whyNot({ mayAsk: true })).toBe("denied");
});

test("a page on this computer needs no permission", async () => {
  permits("loopback-network", "denied");
  for (const hostname of ["localhost", "127.0.0.1", "[::1]", "a.localhost"]) {
    Object.assign(page, { hostname });
    expect(await whyNot()).toBe("answered");
  }
  Object.assign(page, { hostname: "localhost.example", secure: true });
  expect(await whyNot()).toBe("denied");
});

test("a possible block by the browser is reported", async () => {
  await end();
  away("http:");
  // Chrome reports this for such pages but never prompts.
  permits("loopback-network", "prompt");
  expect(await whyNot()).toBe("insecure");
  Reflect.deleteProperty(navigator, "permissions");
  away();
  expect(await whyNot()).toBe("absent");
  Object.defineProperty(navigator, "vendor", {
    value: "Apple Computer, Inc.",
    configurable: true,
  });
  expect(await whyNot()).toBe("safari");
  Object.assign(page, here);
  expect(await whyNot()).toBe("absent");
});
