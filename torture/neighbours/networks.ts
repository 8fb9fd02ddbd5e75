/**
 * Where attackers and customers come from: a network namespace of one's own where root allows it, with
 * 198.18.0.0/15 and 2001:db8::/32 on its loopback, else addresses of 127.0.0.0/8. Whoever connects to
 * one of this machine's own addresses comes from that address, unless it is bound to another one.
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

/** Whether this process is in a network of its own: only there are other networks than loopback. */
export const hasNetwork = process.env[inNetwork] === "1";

/** The command as it runs in a network of its own, and its environment; as it is where there is none. */
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

/** The address of an attacker, and of somebody honest: never the same. */
export const strangerAt = (number: number) => ipv4(18, number + 1);
export const customerAt = (number: number) => ipv4(19, number + 1);

/** One address of an IPv6 network of 64 bits; networks and addresses are numbered. */
export const ipv6At = (network: number, number: number) =>
  `2001:db8:${network.toString(16)}:1::${(number + 1).toString(16)}`;
