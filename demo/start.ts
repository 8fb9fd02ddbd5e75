/** Starts a product with the demo; creates the demo on the first start. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";
import { type Ports, type RunningProduct, startProduct } from "../journeys/product.ts";
import { makeDemo } from "./make.ts";

/** Kept between starts; DATA_DIR selects another folder. */
const dataDir = path.resolve(process.env["DATA_DIR"] ?? "data/demo");
/** Written when the demo is complete; an interrupted run leaves a folder that must be removed. */
const madeFile = path.join(dataDir, "demo.json");

/** The product's usual ports, or those in the environment; `free` ones to run beside another. */
async function portsFor(free: boolean): Promise<Ports> {
  const [api = 0, gateway = 0, target = 0, staff = 0, ...statics] = await freePorts(6);
  if (free) return { api, gateway, target, console: staff, statics };
  const of = (name: string, usual: number) => Number(process.env[name] ?? usual);
  return {
    api: of("PORT", 3000),
    gateway: of("GATEWAY_PORT", 7000),
    target: of("LAB_TARGET_PORT", 7999),
    console: of("CONSOLE_PORT", 3001),
    statics,
  };
}

/** @throws Error if the folder has another product's data, or an unfinished demo */
export async function startDemo({ free }: { free: boolean }): Promise<RunningProduct> {
  const isMade = existsSync(madeFile);
  if (!isMade && existsSync(dataDir))
    throw new Error(`${dataDir} is no finished demonstration: remove it, or set DATA_DIR`);
  mkdirSync(dataDir, { recursive: true });
  const product = await startProduct({ dataDir, ports: await portsFor(free) });
  if (isMade) return product;
  console.error("Making three months of customers; this takes some minutes …");
  try {
    await makeDemo(product, (text) => process.stderr.write(`\r${text} `));
  } catch (error) {
    await endDemo(product);
    throw error;
  }
  process.stderr.write("\n");
  writeFileSync(madeFile, JSON.stringify({ madeAt: new Date().toISOString() }));
  return product;
}

/** Stops it like Ctrl-C does; its data remain. */
export async function endDemo(product: RunningProduct): Promise<void> {
  if (product.pid > 0) process.kill(product.pid, "SIGTERM");
  await product.ended;
}
