/**
 * Shared by the journeys of one worker: two products, a browser and the customers of the walk. A
 * journey that kills a process or needs other settings starts its own product.
 */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser } from "playwright-core";
import { releaseContext, startBrowser } from "./browser.ts";
import { type RunningProduct, startProduct } from "./product.ts";
import { makeWalkers, type Walkers } from "./walk-customers.ts";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";
import { isFull } from "@turnpike/net/testing/full.ts";

/** Starts two gateway workers, a manager, a lookup service, a console, and a port for journeys. */
async function start(): Promise<RunningProduct> {
  const parent = process.env["TURNPIKE_JOURNEYS"] ?? tmpdir();
  const dataDir = mkdtempSync(path.join(parent, "product-"));
  const [api = 0, gateway = 0, target = 0, manager = 0, lookup = 0, desk = 0, ...own] =
    await freePorts(7);
  const ports = { api, gateway, target, manager, lookup, console: desk, own };
  return startProduct({ dataDir, ports }, { GATEWAY_WORKERS: "2" });
}

let product: Promise<RunningProduct> | undefined;
let adjustable: Promise<RunningProduct> | undefined;
let browser: Promise<Browser> | undefined;
let walkers: Promise<Walkers> | undefined;

/** This worker's product; it ends with the worker. Do not advance its clock. */
export function sharedProduct(): Promise<RunningProduct> {
  product ??= start();
  return product;
}

/** This worker's product for journeys that advance the clock. */
export function adjustableClockProduct(): Promise<RunningProduct> {
  adjustable ??= start();
  return adjustable;
}

/** For journeys that advance the clock only in a full run. */
export const adjustableClockInFullRuns = isFull ? adjustableClockProduct : sharedProduct;

/** A domain all of whose names resolve to this machine in the shared browser. */
export const OWN_DOMAIN = "turnpike.test";

/** This worker's browser. Close contexts you open; return borrowed ones with `releaseContext`. */
export function sharedBrowser(): Promise<Browser> {
  browser ??= startBrowser(`--host-resolver-rules=MAP *.${OWN_DOMAIN} 127.0.0.1`);
  return browser;
}

/** A customer who has everything and one who has nothing, on this worker's product. */
export async function sharedWalkers(): Promise<Walkers> {
  const running = await sharedProduct();
  walkers ??= makeWalkers(running, running.ports.manager ?? 0);
  return walkers;
}

/** For `afterAll`: closes the contexts that a journey opened, and returns those it borrowed. */
export async function closeContexts(): Promise<void> {
  const contexts = (await browser)?.contexts() ?? [];
  await Promise.all(contexts.map(releaseContext));
}
