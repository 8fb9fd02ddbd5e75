/** A connection with thousands of requests in one packet occupies nobody else (spec/quality#n7). */
import { connect } from "node:net";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { expect, test } from "vitest";
import { startTestApi } from "../../../testing/api.ts";

const api = forTests(() => startTestApi());
const ask = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

const threadMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** Sends requests in one piece; returns the number of responses. */
async function send(text: string): Promise<number> {
  const socket = connect(Number(new URL(api.url).port), "127.0.0.1");
  let got = "";
  socket.on("data", (data) => (got += data.toString("latin1")));
  socket.on("error", () => undefined);
  socket.write(text);
  await new Promise((resolve) => socket.on("close", resolve));
  return got.split("HTTP/1.1 ").length - 1;
}

const asks = [ask, "GET / HTTP/1.1\r\nHost: a\r\nExpect: x\r\n\r\n"];

test.each(asks)("thousands of %j in one packet end their connection at the ninth", async (one) => {
  const last = `GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
  expect(await send(one.repeat(7) + last)).toBe(8);
  const began = threadMs();
  for (let round = 0; round < 10; round += 1) expect(await send(one.repeat(2_400))).toBe(0);
  // It was 60 ms each.
  expect(threadMs() - began).toBeLessThan(200);
});
