import { Agent, request } from "node:http";
import { expect, test } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { startLabTarget } from "./target.ts";

const url = (path: string) => `http://127.0.0.1:${target.port}${path}`;
const target = forTests(() => startLabTarget(0));

test("/ip returns the caller's IP address (spec/lab#target)", async () => {
  expect(await (await fetch(url("/ip"))).json()).toEqual({ ip: "127.0.0.1" });
});

test.each([0, 1, 262_143, 262_144, 262_145, 5_000_000])(
  "/bytes/%i returns that many bytes",
  async (n) => {
    const answer = await fetch(url(`/bytes/${n}`));
    expect(answer.headers.get("content-length")).toBe(String(n));
    expect((await answer.arrayBuffer()).byteLength).toBe(n);
  },
);

test("/echo returns the request as JSON", async () => {
  const headers = { "X-Mine": "yes" };
  const answer = await fetch(url("/echo?a=1"), { method: "PUT", body: "Grüße", headers });
  const response = (await answer.json()) as { headers: Record<string, string> };
  expect(response).toMatchObject({ method: "PUT", path: "/echo?a=1", body: "Grüße" });
  expect(response.headers["x-mine"]).toBe("yes");
});

test("POST /sink counts the bytes it receives", async () => {
  const answer = await fetch(url("/sink"), { method: "POST", body: new Uint8Array(1_234_567) });
  expect(await answer.json()).toEqual({ bytes: 1_234_567 });
});

test("Connections are kept alive, and unknown paths return 404", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ports = new Set<number | undefined>();
  for (const path of ["/ip", "/bytes/70000", "/nothing", "/ip"]) {
    const status = await new Promise<number>((resolve, reject) => {
      const ask = request(url(path), { agent }, (answer) => {
        ports.add(answer.socket.localPort);
        answer.resume().on("end", () => resolve(answer.statusCode ?? 0));
      });
      ask.on("error", reject).end();
    });
    expect(status).toBe(path === "/nothing" ? 404 : 200);
  }
  agent.destroy();
  expect(ports.size).toBe(1);
});
