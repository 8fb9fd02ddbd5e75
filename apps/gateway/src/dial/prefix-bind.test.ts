/** Prefixes as exits on a real kernel, in a separate network namespace (spec/gateway#prefixes). */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { networkContains } from "@turnpike/rules/network.ts";
import { expect, test } from "vitest";

const worker = fileURLToPath(new URL("../testing/prefix-worker.ts", import.meta.url));
const inNamespace = (...args: string[]) =>
  spawnSync("unshare", ["-n", process.execPath, ...args], { encoding: "utf8", timeout: 30_000 });
/** Namespaces need privileges; without them, and outside Linux, the tests are skipped. */
const isPossible = inNamespace("-e", "").status === 0;

interface Seen {
  sticky: string[];
  rotating: string[];
  inside: string;
  logged: string[];
  overUdp: string | null;
}

test.skipIf(!isPossible).each([
  ["native", "0"],
  ["portable", "1"],
])(
  "Sessions get their own addresses within the prefix (%s engine, ip_nonlocal_bind %s)",
  (engine, sysctl) => {
    const { stdout, stderr } = inNamespace(worker, engine, sysctl);
    if (stdout === "") throw new Error(stderr);
    const seen = JSON.parse(stdout) as Seen;
    const all = [...seen.sticky, ...seen.rotating];
    expect(all.filter((one) => !networkContains("2a00:9:9:9::/64", one))).toEqual([]);
    expect(seen.sticky[1]).toBe(seen.sticky[0]);
    expect(new Set(all).size).toBe(3);
    // No tunnel reaches the machine itself through an address of the prefix.
    expect(seen.inside).toBe("403");
    for (const one of all) expect(seen.logged).toContain(one);
    // UDP sockets are bound by Node, which needs the sysctl.
    expect(seen.overUdp).toBe(sysctl === "1" ? seen.sticky[0] : null);
  },
  40_000,
);
