/**
 * What the API counts of itself for Prometheus (docs/operating.md, "Watching it"). Labels take few
 * values, all of them our own words: no customer's name, address or id is ever one.
 */
import type { QuestionKind } from "@turnpike/contract/data-plane.ts";
import type pg from "pg";
import { Counter, Gauge, Histogram, Registry } from "prom-client";

const callSeconds = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 14];
const jobSeconds = [0.01, 0.1, 1, 10, 60, 600];

export type Metrics = ReturnType<typeof newMetrics>;

/** Counters that begin at nothing; `registry` writes them out. */
export function newMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const make = <T extends string>(name: string, help: string, labelNames: T[]) =>
    new Counter({ name: `turnpike_${name}`, help, labelNames, registers });
  const calls = make("calls_total", "Answered calls by path and the envelope's code", [
    "call",
    "code",
  ]);
  const refusals = make("refusals_total", "Refused calls by path and reason", ["call", "reason"]);
  const callTime = new Histogram({
    name: "turnpike_call_seconds",
    help: "From a call's first byte to its answer's last",
    labelNames: ["call"],
    buckets: callSeconds,
    registers,
  });
  const shareRefusals = make("share_refusals_total", "Work refused: too much of one waited", [
    "share",
  ]);
  const endedConnections = make(
    "connections_ended_total",
    "Connections ended for want of room, or because their client did nothing with them",
    ["server", "why"],
  );
  const connections = new Gauge({
    name: "turnpike_connections",
    help: "Connections of the API's servers: with a request under way, or waiting for their client",
    labelNames: ["server", "state"],
    registers,
    collect: () => {
      for (const read of watched) read();
    },
  });
  const watched: (() => void)[] = [];
  const questions = make("gateway_questions_total", "Questions of gateways by kind and outcome", [
    "kind",
    "outcome",
  ]);
  const reports = make("usage_reports_total", "Usage reports of gateways, applied or not", [
    "outcome",
  ]);
  const refusedLeases = make("leases_refused_total", "Leases that were refused", ["reason"]);
  const webhooks = make("webhook_tries_total", "Tries of webhooks by what came of them", [
    "outcome",
  ]);
  const jobs = make("job_runs_total", "Runs of what the clock starts", ["job", "outcome"]);
  const jobTime = new Histogram({
    name: "turnpike_job_seconds",
    help: "How long a run of a job took",
    labelNames: ["job"],
    buckets: jobSeconds,
    registers,
  });
  return {
    registry,
    /** One answered call; `call` is a route's path, never what was asked for. */
    called(call: string, code: number, seconds: number): void {
      calls.inc({ call, code });
      callTime.observe({ call }, seconds);
    },
    /** Why a call was refused: a reason of the contract. */
    refused(call: string, reason: string): void {
      refusals.inc({ call, reason });
    },
    /** Work of an account or a network that was refused because too much of it waited. */
    shareRefused(share: string): void {
      shareRefusals.inc({ share });
    },
    /** A connection that was ended; `why`: room, idle, unread, pipelined. */
    connectionEnded(server: string, why: string): void {
      endedConnections.inc({ server, why });
    },
    /** The connections of a server, read when somebody asks. */
    watchConnections(server: string, read: () => Record<string, number>): void {
      watched.push(() => {
        for (const [state, count] of Object.entries(read())) {
          connections.set({ server, state }, count);
        }
      });
    },
    asked(kind: QuestionKind, outcome: "answered" | "failed"): void {
      questions.inc({ kind, outcome });
    },
    reported(outcome: "applied" | "failed", count: number): void {
      reports.inc({ outcome }, count);
    },
    leaseRefused(reason: string): void {
      refusedLeases.inc({ reason });
    },
    /** Tries that arrived, are tried again or were the last one; and what was dropped untried. */
    webhookTried(outcome: "delivered" | "retried" | "failed" | "dropped", count = 1): void {
      webhooks.inc({ outcome }, count);
    },
    jobRan(job: string, outcome: "done" | "failed", seconds: number): void {
      jobs.inc({ job, outcome });
      jobTime.observe({ job }, seconds);
    },
    /** A value that is read when somebody asks; one that cannot be read is left out. */
    watch(name: string, help: string, read: () => Promise<number> | number): void {
      new Gauge({
        name: `turnpike_${name}`,
        help,
        registers,
        async collect() {
          this.set(await Promise.resolve(read()).catch(() => Number.NaN));
        },
      });
    },
    /** The database pool's connections by what they do. */
    watchPool(pool: pg.Pool): void {
      new Gauge({
        name: "turnpike_database_connections",
        help: "Connections of the pool, and calls that wait for one",
        labelNames: ["state"],
        registers,
        collect() {
          this.set({ state: "busy" }, pool.totalCount - pool.idleCount);
          this.set({ state: "idle" }, pool.idleCount);
          this.set({ state: "waiting" }, pool.waitingCount);
        },
      });
    },
  };
}
