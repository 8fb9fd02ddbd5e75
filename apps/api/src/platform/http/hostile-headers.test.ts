/** No header of a stranger occupies the API's thread: what reads one takes time by its length (spec/quality#n7). */
import { request } from "node:http";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { expect, test } from "vitest";
import { startTestApi } from "../../../testing/api.ts";

const api = forTests(() => startTestApi({}, { TRUSTED_PROXIES: "127.0.0.1/32,::1/128" }));

const names = [
  "accept",
  "accept-encoding",
  "accept-language",
  "authorization",
  "content-type",
  "cookie",
  "if-modified-since",
  "if-none-match",
  "origin",
  "range",
  "user-agent",
  "x-forwarded-for",
];
const values = [" ", ", ", "; q=0,", '"=', "%", "1."];
const pages: [method: string, path: string][] = [
  ["GET", "/docs"],
  ["POST", "/v1/member"],
  ["POST", "/mcp"],
];

/** CPU time of this thread, which the API shares, in milliseconds. */
const threadMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

function send(method: string, path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(`${api.url}${path}`, { method, headers }, (answer) => {
      answer.resume().on("end", () => resolve(answer.statusCode ?? 0));
    });
    sent.on("error", reject).end();
  });
}

test.each(pages)("%s %s is answered at once, whatever its headers repeat", async (method, path) => {
  await send(method, path, {});
  const slow: string[] = [];
  for (const name of names) {
    const began = threadMs();
    for (const value of values)
      await send(method, path, { [name]: `a${value.repeat(24_000 / value.length)}b` });
    const ms = (threadMs() - began) / values.length;
    if (ms > 40) slow.push(`${name}: ${Math.round(ms)} ms each`);
  }
  expect(slow).toEqual([]);
});
