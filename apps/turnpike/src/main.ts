/** `npm start`: the product on this machine, until it is asked to end. */
import { readEnvironment } from "@turnpike/contract/environment.ts";
import { banner } from "./banner.ts";
import { managerName, startProduct } from "./product.ts";

const env = readEnvironment(process.env);
const began = performance.now();

const product = await startProduct(env).catch((error: unknown) => {
  console.error(
    `Turnpike did not start: ${error instanceof Error ? error.message : String(error)}`,
  );
  process.exit(1);
});

let ending = false;
async function end() {
  if (ending) return;
  ending = true;
  console.error("\nEnding: open tunnels may finish, every byte is booked …");
  await product.stop();
  process.exit(0);
}
process.on("SIGINT", () => void end());
process.on("SIGTERM", () => void end());
process.on("SIGHUP", () => void end());
process.on("disconnect", () => void end());

const seconds = (performance.now() - began) / 1000;
const manager = product.children.some(({ name }) => name === managerName);
console.log(banner(env, { seconds, manager }));
process.send?.("ready");
