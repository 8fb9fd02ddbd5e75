/** Requests that arrive slowly time out (N4). */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { expect, it } from "vitest";
import { startTestApi } from "../../../testing/api.ts";
import { open } from "./connections-testing.ts";

const api = forTests(startTestApi);

it("A request times out after 14 s, its header after 10 s, even if one byte arrives per second", async () => {
  const began = performance.now();
  const head = open(api.url, "127.0.0.9", "POST /v1/member HTTP/1.1\r\n");
  const body = open(
    api.url,
    "127.0.0.9",
    "POST /v1/member HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n",
  );
  const endedAfterMs: number[] = [];
  for (const { socket } of [head, body])
    socket.once("close", () => endedAfterMs.push(performance.now() - began));
  const dripping = setInterval(() => {
    head.socket.write("x");
    body.socket.write("x");
  }, 1_000);
  await expect.poll(() => head.ended, { timeout: 12_500, interval: 100 }).toBe(true);
  await expect.poll(() => body.ended, { timeout: 5_000, interval: 100 }).toBe(true);
  clearInterval(dripping);
  const [headMs, bodyMs] = endedAfterMs;
  expect(headMs).toBeGreaterThan(9_900);
  expect(bodyMs).toBeGreaterThan(13_900);
  expect([head.text, body.text].map((text) => text.slice(0, 12))).toEqual([
    "HTTP/1.1 408",
    "HTTP/1.1 408",
  ]);
}, 30_000);
