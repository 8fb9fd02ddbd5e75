/** Long bodies are parsed in turns of networks, so that nobody's delay those of others (spec/quality#n7). */
import Fastify from "fastify";
import { expect, test } from "vitest";
import { newMetrics } from "../metrics/metrics.ts";
import { acceptBodies } from "./body.ts";
import { clientIp } from "./client-ip.ts";
import { makeShares } from "./shares.ts";

test("A network's long bodies are parsed after another's that came later; short ones at once", async () => {
  const app = Fastify();
  acceptBodies(app, { shares: makeShares(newMetrics()) });
  const order: string[] = [];
  app.post("/", async (request) => {
    order.push(clientIp(request));
    return {};
  });
  await app.ready();
  const long = JSON.stringify({
    keys: Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`${at}`, 1])),
  });
  const headers = { "content-type": "application/json" };
  const send = (remoteAddress: string, payload: string) =>
    app.inject({ method: "POST", url: "/", remoteAddress, payload, headers });
  const flood = Array.from({ length: 40 }, () => send("198.18.0.1", long));
  const others = [send("198.18.0.2", long), send("198.18.0.3", '{"a":1}')];
  const answers = await Promise.all([...flood, ...others]);
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
  expect(order.indexOf("198.18.0.2")).toBeLessThan(5);
  expect(order.indexOf("198.18.0.3")).toBeLessThan(5);
  await app.close();
});
