/**
 * The lab's target in a process of its own, so that it outlives what a test ends (spec/lab#target).
 */
import { startLabTarget } from "@turnpike/api/across/lab/target.ts";
import { inheritEnvironment } from "@turnpike/contract/load-environment.ts";

const env = inheritEnvironment(process.env);
const target = await startLabTarget(env.LAB_TARGET_PORT, env.HOST);
process.on("disconnect", () => process.exit(0));
process.on("SIGTERM", () => void process.send?.("asked to end"));
process.on("message", (message) => {
  if (message === "end") void target.stop().then(() => process.exit(0));
});
process.send?.("ready");
