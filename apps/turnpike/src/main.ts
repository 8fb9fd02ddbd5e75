/** `npm start`: the product on this machine, until it is asked to end. */
import { once } from "node:events";
import { readEnvironment } from "@turnpike/contract/environment.ts";
import { banner } from "./banner.ts";
import { managerName, startProduct } from "./product.ts";

const env = readEnvironment(process.env);
const began = performance.now();

// A whole group, npm and `setup.mjs` may each send one for a single Ctrl-C: the first one counts.
const asked = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => asked.abort());
// The process that started this one is gone.
process.on("disconnect", () => asked.abort());

const product = await startProduct(env, asked.signal).catch((error: unknown) => {
  if (asked.signal.aborted) process.exit(0);
  console.error(
    `Turnpike did not start: ${error instanceof Error ? error.message : String(error)}`,
  );
  process.exit(1);
});

const seconds = (performance.now() - began) / 1000;
const manager = product.children.some(({ name }) => name === managerName);
console.log(banner(env, { seconds, manager }));
process.send?.("ready");

if (!asked.signal.aborted) await once(asked.signal, "abort");
console.error("\nEnding: open tunnels may finish, every byte is booked …");
await product.stop();
process.exit(0);
