import { connect } from "node:net";
import pino from "pino";
import { expect, test } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { runDueJobs } from "../jobs.ts";
import { newMetrics, serveMetrics } from "./metrics.ts";
import { createSubAccount, startTraffic, usageRow } from "../../products/traffic/testing.ts";

const quiet = pino({ level: "silent" });
const api = forTests(startTraffic);
const watched = forTests(() => serveMetrics(api.services.metrics, { port: 0 }, quiet));

const url = () => `http://127.0.0.1:${watched.port}/metrics`;
/** Returns the value of a line by its name and labels; undefined if there is none. */
async function value(line: string): Promise<number | undefined> {
  const text = await (await fetch(url())).text();
  const found = text.split("\n").find((each) => each.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.slice(line.length + 1));
}

test("Calls are counted by path and the envelope's code, with their duration", async () => {
  const customer = await api.customer();
  await customer.call("upSubUser", { id: "nobody" });
  await customer.call("member");
  await customer.call("member");
  expect(await value('turnpike_calls_total{call="/v1/member",code="0"}')).toBe(2);
  expect(await value('turnpike_calls_total{call="/v1/upSubUser",code="404"}')).toBe(1);
  const refused = 'turnpike_refusals_total{call="/v1/upSubUser",reason="subAccountNotFound"}';
  expect(await value(refused)).toBe(1);
  expect(await value('turnpike_call_seconds_count{call="/v1/member"}')).toBe(2);
  expect(await value('turnpike_database_connections{state="idle"}')).toBeGreaterThan(0);
});

test("Requests, leases and reports of gateways are counted", async () => {
  const customer = await api.customer(1);
  const link = await api.link();
  const { id } = await createSubAccount(customer, "Measured", { trafficGb: 0.001 });
  const who = { gateway: "g1", epoch: "e1" };
  const ask = { ...who, subAccountId: id, wantedBytes: 1_000 };
  const { lease } = (await link.ask("lease", ask)) as { lease: { id: string } };
  const row = usageRow({ leaseId: lease.id, accountId: customer.id, subAccountId: id, upBytes: 9 });
  await link.ask("report", { reports: [{ ...who, sequence: 1, rows: [row] }] });
  const refused = { ...who, sequence: 2, rows: [{ ...row, city: "\u0000" }] };
  await link.ask("report", { reports: [refused] }).catch(() => undefined);
  await customer.call("upSubUser", { id, enabled: 0 });
  expect(await link.ask("lease", ask)).toEqual({ refused: "accountDisabled" });
  expect(await value("turnpike_gateways_connected")).toBe(1);
  expect(await value('turnpike_gateway_questions_total{kind="lease",outcome="answered"}')).toBe(2);
  expect(await value('turnpike_usage_reports_total{outcome="applied"}')).toBe(1);
  expect(await value('turnpike_usage_reports_total{outcome="failed"}')).toBeGreaterThan(0);
  expect(await value('turnpike_leases_refused_total{reason="accountDisabled"}')).toBe(1);
  expect(await value("turnpike_leases_out")).toBe(1);
  expect(await value("turnpike_leased_bytes")).toBe(1_000 - 9);
});

test("Runs of a job are counted, including failures", async () => {
  const job = { name: "test-job", everySeconds: 60, run: async () => undefined };
  await runDueJobs(api.services, [job]);
  const failing = { ...job, run: () => Promise.reject(new Error("on purpose")) };
  await expect(runDueJobs(api.services, [failing])).rejects.toThrow("on purpose");
  expect(await value('turnpike_job_runs_total{job="test-job",outcome="done"}')).toBe(1);
  expect(await value('turnpike_job_runs_total{job="test-job",outcome="failed"}')).toBe(1);
});

test("Requests by strangers add no labels of their own", async () => {
  const port = new URL(api.url).port;
  const paths = ["/v1/member?session=Canary77", "/v1/Canary77", "/Canary77", "/v1/%00Canary77"];
  for (const path of paths) {
    await fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", body: "x=Canary77" });
    await fetch(`http://127.0.0.1:${port}${path}`);
  }
  const text = await (await fetch(url())).text();
  expect(text).not.toContain("Canary77");
  expect(text).toContain('call="unknown"');
});

test("The metrics server listens only at 127.0.0.1, refuses foreign hosts and other methods; a port in use only warns", async () => {
  const elsewhere = await new Promise<string>((resolve) => {
    const socket = connect(watched.port, "127.0.0.2", () => {
      socket.destroy();
      resolve("connected");
    });
    socket.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? ""));
  });
  expect(elsewhere).toBe("ECONNREFUSED");
  const raw = (head: string) =>
    new Promise<string>((resolve) => {
      const socket = connect(watched.port, "127.0.0.1", () => socket.write(`${head}\r\n\r\n`));
      socket.once("data", (data) => {
        resolve(data.toString());
        socket.destroy();
      });
    });
  expect(await raw("GET /metrics HTTP/1.1\r\nHost: evil.example")).toMatch(/^HTTP\/1.1 403 /);
  expect(await raw("GET /metrics HTTP/1.1\r\nHost: localhost:1")).toMatch(/^HTTP\/1.1 200 /);
  expect((await fetch(url(), { method: "POST" })).status).toBe(404);
  // A port in use only causes a warning.
  expect((await serveMetrics(newMetrics(), { port: watched.port }, quiet)).port).toBe(0);
});

test("With METRICS_TOKEN any host may read the metrics, but only with the token (spec/environment#metrics)", async () => {
  const place = { port: 0, host: "127.0.0.2", token: "t0ken" };
  const served = await serveMetrics(newMetrics(), place, quiet);
  const ask = async (authorization?: string) => {
    const headers = authorization ? { authorization } : {};
    return (await fetch(`http://127.0.0.2:${served.port}/metrics`, { headers })).status;
  };
  const statuses = await Promise.all(
    [undefined, "Bearer other", "Basic t0ken", "Bearer t0ken"].map(ask),
  );
  expect(statuses).toEqual([401, 401, 401, 200]);
  await served.stop();
});
