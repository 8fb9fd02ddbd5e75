/** Turnpike's gateway for `edge.ts`: TLS on its port, a lab exit, everything metered. */
import { readFileSync, rmSync } from "node:fs";
import { createSecureContext } from "node:tls";
import { bothEngines } from "@turnpike/gateway/testing/engines.ts";
import { labExit } from "@turnpike/gateway/testing/resources.ts";
import { gatewayAt } from "@turnpike/gateway/testing/test-gateway.ts";
import { TestHub } from "@turnpike/gateway/testing/test-hub.ts";
import { password, user } from "./peers/peer.ts";
import { answerParent } from "./process.ts";

const { CERT = "", KEY = "", ALLOW = "" } = process.env;
const context = createSecureContext({ cert: readFileSync(CERT), key: readFileSync(KEY) });
const hub = await new TestHub().listen();
process.once("exit", () => rmSync(hub.folder, { recursive: true, force: true }));
hub.addSubAccount(user, password, 1e15);
hub.upsert(labExit());
const gateway = await gatewayAt(hub, ALLOW.split(","), {
  ...bothEngines.at(-1)?.options,
  tls: () => context,
  accountShare: 1,
});
process.once("SIGTERM", () => void gateway.stop(0).then(() => process.exit(0)));

answerParent({
  port: () => gateway.port,
  billed: () => hub.rows.reduce((sum, { upBytes, downBytes }) => sum + upBytes + downBytes, 0),
});
