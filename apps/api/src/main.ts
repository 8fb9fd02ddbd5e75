/** The API's process: its parent gives it a database and the link's path, and ends it. */
import { readEnvironment } from "@turnpike/contract/environment.ts";
import pino from "pino";
import { startApi } from "./serve.ts";

const env = readEnvironment(process.env);
const secrets = ["session", "password", "key", "code", "mfaCode", "token", "authorization"];
const log = pino({
  level: env.LOG_LEVEL,
  base: { app: "api" },
  redact: { paths: secrets.flatMap((name) => [name, `*.${name}`]), censor: "[secret]" },
});
const linkPath = process.env.TURNPIKE_LINK;
const api = await startApi({
  env,
  log,
  databaseUrl: env.DATABASE_URL ?? "",
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
