/** `npm start`: runs the product on this machine until it is stopped. */
import { once } from "node:events";
import { loadEnvironment } from "@turnpike/contract/load-environment.ts";
import { banner } from "./banner.ts";
import { managerName, startProduct } from "./product.ts";

/** A line that says why, in place of a stack. */
function endUnstarted(error: unknown): never {
  const why = error instanceof Error ? error.message : String(error);
  console.error(`Turnpike did not start: ${why}`);
  process.exit(1);
}

function settings() {
  try {
    return loadEnvironment(process.env);
  } catch (error) {
    return endUnstarted(error);
  }
}

const env = settings();
const began = performance.now();

// The process group, npm and `setup.mjs` may each send a signal for one Ctrl-C: the first counts.
const asked = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => asked.abort());
// The parent process has exited.
process.on("disconnect", () => asked.abort());

const product = await startProduct(env, asked.signal).catch((error: unknown) => {
  if (asked.signal.aborted) process.exit(0);
  return endUnstarted(error);
});

const seconds = (performance.now() - began) / 1000;
const manager = product.children.some(({ name }) => name === managerName);
console.log(banner(env, { seconds, manager }));
process.send?.("ready");

if (!asked.signal.aborted) await once(asked.signal, "abort");
console.error("\nStopping: open tunnels may finish, all usage is reported …");
await product.stop();
process.exit(0);
