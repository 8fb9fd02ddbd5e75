import { type Environment, inUrl } from "@turnpike/contract/environment.ts";

/** What a newcomer reads when the product is ready: where to look, and a first step to try. */
export function banner(
  env: Environment,
  { seconds, manager }: { seconds: number; manager: boolean },
): string {
  const gateway = `${inUrl(env.GATEWAY_PUBLIC_HOST ?? env.HOST)}:${env.GATEWAY_PORT}`;
  const lines = [
    "",
    `  Turnpike is ready (${seconds.toFixed(1)} s)`,
    "",
    `  Dashboard   ${env.publicUrl}`,
    `  Gateway     ${gateway}  (HTTP proxy and SOCKS5)`,
    `  API         ${env.publicUrl}/docs`,
  ];
  if (env.LOOKUP_PORT !== 0)
    lines.push(`  IP lookup   http://${inUrl(env.HOST)}:${env.LOOKUP_PORT}/getIp`);
  if (manager)
    lines.push(`  Manager     http://127.0.0.1:${env.MANAGER_PORT}  (local proxy ports)`);
  if (env.lab) {
    const target = `http://127.0.0.1:${env.LAB_TARGET_PORT}/ip`;
    lines.push(
      `  Mails       ${env.publicUrl}/lab/outbox`,
      "",
      "  This is the lab: exits are loopback addresses, payments are a sandbox.",
      "  First step: register in the dashboard, top up, buy traffic, make a sub-account, then",
      `  curl -x http://NAME-region-DE:PASSWORD@${gateway} ${target}`,
    );
  }
  return `${lines.join("\n")}\n`;
}
