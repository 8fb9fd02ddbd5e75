/**
 * Addresses of attackers and customers: a separate network namespace if root permits, with
 * 198.18.0.0/15 and 2001:db8::/32 on its loopback, otherwise addresses of 127.0.0.0/8. Unless bound
 * to another, connections to one of the machine's addresses come from that address.
 */
import { spawnSync } from "node:child_process";

const inNetwork = "TURNPIKE_NEIGHBOURS_NETWORK";
const setUp = [
  "ip link set lo up",
  "echo reno > /proc/sys/net/ipv4/tcp_congestion_control",
  "ip route add local 198.18.0.0/15 dev lo",
  "ip -6 route add local 2001:db8::/32 dev lo",
  "echo 1 > /proc/sys/net/ipv6/ip_nonlocal_bind",
].join(" && ");

/** Whether this process has its own network namespace: only there are networks besides loopback. */
export const hasNetwork = process.env[inNetwork] === "1";

/** Command and environment for its own network namespace; unchanged if that is impossible. */
export function inOwnNetwork(command: string[]): { command: string[]; env: NodeJS.ProcessEnv } {
  const { [inNetwork]: _, ...env } = process.env;
  const can =
    process.platform === "linux" &&
    process.getuid?.() === 0 &&
    spawnSync("unshare", ["-n", "sh", "-c", setUp], { stdio: "ignore" }).status === 0;
  if (!can) return { command, env };
  const inside = ["unshare", "-n", "sh", "-c", `${setUp} && exec "$@"`, "sh", ...command];
  return { command: inside, env: { ...env, [inNetwork]: "1" } };
}

const ipv4 = (prefix: number, number: number) =>
  hasNetwork
    ? `198.${prefix}.${number >> 8}.${number & 255}`
    : `127.0.${prefix}.${1 + (number % 250)}`;

/** Addresses of attackers and of honest customers, which are always different. */
export const strangerAt = (number: number) => ipv4(18, number + 1);
export const customerAt = (number: number) => ipv4(19, number + 1);

/** An address in a /64 IPv6 network; networks and addresses are numbered. */
export const ipv6At = (network: number, number: number) =>
  `2001:db8:${network.toString(16)}:1::${(number + 1).toString(16)}`;
