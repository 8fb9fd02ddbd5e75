/** The API's process: its parent gives it a database and the link's path, and ends it. */
import { readEnvironment } from "@turnpike/contract/environment.ts";
import { openLog } from "./log.ts";
import { startApi } from "./serve.ts";

const env = readEnvironment(process.env);
const log = openLog(env.LOG_LEVEL, "api");
const linkPath = process.env.TURNPIKE_LINK;
const api = await startApi({
  env,
  log,
  databaseUrl: env.DATABASE_URL ?? "",
  metricsPort: env.METRICS_PORT,
  ...(linkPath ? { linkPath } : {}),
}).catch((error: unknown) => {
  log.fatal({ err: error }, "the API did not start");
  process.exit(1);
});

let ending = false;
async function end() {
  if (ending) return;
  ending = true;
  await api.stop();
  process.exit(0);
}
process.on("SIGTERM", () => void end());
process.on("SIGINT", () => void end());
// Without its parent nobody would end it.
process.on("disconnect", () => process.exit(0));
process.send?.("ready");
