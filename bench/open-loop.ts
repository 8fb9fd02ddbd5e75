/** Sends requests when they are due, whether or not earlier ones were answered. */
import { Agent, request } from "node:http";
import { quantile } from "./statistics.ts";

export interface Times {
  count: number;
  failures: number;
  firstFailure: string;
  /** Milliseconds since the request was due. */
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  maxMs: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 });
const timeoutMs = 10_000;

/** Makes one call, form-encoded; returns `data`. @throws if it is refused or fails */
export function ask<T>(url: string, fields: Record<string, string | number>): Promise<T> {
  const pairs = Object.entries(fields).map(([key, value]) => [key, String(value)]);
  const body = new URLSearchParams(pairs).toString();
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    "content-length": Buffer.byteLength(body),
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: "POST", agent, headers, timeout: timeoutMs }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () => {
        const text = Buffer.concat(parts).toString();
        const { code, msg, data } = JSON.parse(text) as { code: number; msg: string; data: T };
        if (code === 0) resolve(data);
        else reject(new Error(`${new URL(url).pathname}: ${code} ${msg}`));
      });
      answer.on("error", reject);
    });
    sent.on("timeout", () => sent.destroy(new Error("no answer in time")));
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Makes `count` calls at `perSecond`; `one` receives the call's index. */
export async function openLoop(
  given: { perSecond: number; count: number },
  one: (index: number) => Promise<unknown>,
): Promise<Times> {
  const tookMs: number[] = [];
  const failures: string[] = [];
  const began = performance.now();
  const dueAt = (index: number) => began + (index * 1_000) / given.perSecond;
  const running: Promise<void>[] = [];
  for (let index = 0; index < given.count; ) {
    if (performance.now() < dueAt(index)) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      continue;
    }
    const due = dueAt(index);
    const done = one(index).then(
      () => void tookMs.push(performance.now() - due),
      (error: Error) => void failures.push(error.message),
    );
    running.push(done);
    index += 1;
  }
  await Promise.all(running);
  return timesOf(tookMs, failures);
}

/** Summarises the durations of calls. */
export function timesOf(tookMs: number[], failures: string[] = []): Times {
  const sorted = tookMs.toSorted((one, other) => one - other);
  return {
    count: sorted.length,
    failures: failures.length,
    firstFailure: failures[0] ?? "",
    p50Ms: quantile(sorted, 0.5),
    p95Ms: quantile(sorted, 0.95),
    p99Ms: quantile(sorted, 0.99),
    maxMs: sorted.at(-1) ?? Number.NaN,
  };
}
