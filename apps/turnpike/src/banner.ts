import type { Environment } from "@turnpike/contract/environment.ts";

/** What a newcomer reads when the product is ready: where to look, and a first step to try. */
export function banner(env: Environment, seconds: number): string {
  const gateway = `${env.GATEWAY_PUBLIC_HOST ?? env.HOST}:${env.GATEWAY_PORT}`;
  const lines = [
    "",
    `  Turnpike is ready (${seconds.toFixed(1)} s)`,
    "",
    `  Dashboard   ${env.publicUrl}`,
    `  Gateway     ${gateway}  (HTTP proxy and SOCKS5)`,
    `  API         ${env.publicUrl}/docs`,
  ];
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
