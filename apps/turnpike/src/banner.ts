import path from "node:path";
import { inUrl } from "@turnpike/contract/environment-fields.ts";
import type { Environment } from "@turnpike/contract/environment.ts";
import type { Role } from "./role.ts";

/** Printed on a gateway-only machine when it is connected to the API. */
export function nodeBanner(
  env: Environment,
  { seconds, node }: { seconds: number; node: string },
): string {
  const at = `${inUrl(env.HOST)}:${env.GATEWAY_PORT}`;
  return `\n  Turnpike gateway ${node} is ready (${seconds.toFixed(1)} s): ${at}\n`;
}

/** Printed when the product is ready: its addresses and the first steps. */
export function banner(
  env: Environment,
  { seconds, manager, role }: { seconds: number; manager: boolean; role: Role },
): string {
  const gateway = `${inUrl(env.GATEWAY_PUBLIC_HOST ?? env.HOST)}:${env.GATEWAY_PORT}`;
  const isHere = role === "all";
  const lines = [
    "",
    `  Turnpike is ready (${seconds.toFixed(1)} s)`,
    "",
    `  Dashboard   ${env.publicUrl}`,
    isHere
      ? `  Gateway     ${gateway}  (HTTP proxy and SOCKS5)`
      : "  Gateway     on machines of their own (operator node add, node list)",
    `  API         ${env.publicUrl}/docs`,
  ];
  if (env.CONSOLE_PORT !== 0) lines.push(`  Console     ${env.consoleUrl}  (for the operator)`);
  if (env.LOOKUP_PORT !== 0)
    lines.push(`  IP lookup   http://${inUrl(env.HOST)}:${env.LOOKUP_PORT}/getIp`);
  if (manager)
    lines.push(`  Manager     http://127.0.0.1:${env.MANAGER_PORT}  (local proxy ports)`);
  if (env.lab) {
    lines.push(
      `  Mails       ${env.publicUrl}/lab/outbox`,
      `  Log         ${path.join(env.DATA_DIR, "logs", "api.log")}`,
      "",
      "  This is the lab: exits are loopback addresses, payments are a sandbox.",
      "",
      "  First steps",
      "  1. Open the dashboard and register. The guide there leads through the rest.",
      "  2. Get traffic: buy 1 GB and pay.",
      "  3. Create a login.",
      "  4. Send a request: copy the command and run it in a terminal.",
    );
  }
  return `${lines.join("\n")}\n`;
}
