/**
 * The lab's target in a process of its own, so that it outlives what a test ends (spec/lab#target).
 */
import { startLabTarget } from "@turnpike/api/across/lab/target.ts";
import { inheritEnvironment } from "@turnpike/contract/load-environment.ts";

const env = inheritEnvironment(process.env);
// Another API's target on this machine serves as well (spec/nodes#roles).
const target = await startLabTarget(env.LAB_TARGET_PORT, env.HOST).catch((error: unknown) => {
  if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
  console.error(`The lab's target: port ${env.LAB_TARGET_PORT} is taken; continuing without it.`);
  return null;
});
process.on("disconnect", () => process.exit(0));
process.on("SIGTERM", () => void process.send?.("asked to end"));
process.on("message", (message) => {
  if (message === "end") void Promise.resolve(target?.stop()).then(() => process.exit(0));
});
process.send?.("ready");
