/**
 * The parts of prom-client that a worker uses. The whole of it also loads OpenTelemetry, quantiles
 * and a push gateway: 66 modules of 81, in each worker.
 */
import { createRequire } from "node:module";
import type * as client from "prom-client";

const require = createRequire(import.meta.url);

export const Counter = require("prom-client/lib/counter.js") as typeof client.Counter;
export const Gauge = require("prom-client/lib/gauge.js") as typeof client.Gauge;
export const Registry = require("prom-client/lib/registry.js") as typeof client.Registry;
