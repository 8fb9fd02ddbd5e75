/** The environment of a run: its own network namespace if possible, and cores per process. */
import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";

export interface Stage {
  /** For `taskset -c`; null if processes are not pinned. */
  proxyCores: string | null;
  generatorCores: string | null;
  /** Number of cores that generator and origin share. */
  generatorCoreCount: number;
  /** Sentences about the environment, for the head of a report. */
  notes: string[];
}

const inNetwork = "TURNPIKE_BENCH_NETWORK";

/**
 * Runs this command again in a network namespace that has only its loopback, and exits with its
 * code. Returns false if that is not possible or already done. Loopback under `bbr` is paced by
 * timers, which makes all proxies look alike, so the namespace uses `reno`.
 */
export function reexecInNetwork(): boolean {
  if (process.platform !== "linux" || process.env[inNetwork] || process.getuid?.() !== 0) {
    return false;
  }
  const setUp = "ip link set lo up && echo reno > /proc/sys/net/ipv4/tcp_congestion_control";
  if (spawnSync("unshare", ["-n", "sh", "-c", setUp], { stdio: "ignore" }).status !== 0) {
    return false;
  }
  const again = [process.execPath, ...process.argv.slice(1)];
  const child = spawn("unshare", ["-n", "sh", "-c", `${setUp}; exec "$@"`, "sh", ...again], {
    stdio: "inherit",
    env: { ...process.env, [inNetwork]: "1" },
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
  child.on("exit", (code) => process.exit(code ?? 1));
  return true;
}

/** Needs two cores and `taskset` to pin: the proxy alone to core 1, the generator to all others. */
export function stageOfRun(): Stage {
  const count = availableParallelism();
  const canPin = count > 1 && spawnSync("taskset", ["-c", "0,1", "true"]).status === 0;
  const others = count > 2 ? `0,2-${count - 1}` : "0";
  const notes = [
    `${cpus()[0]?.model.trim() ?? "unknown processor"}, ${count} cores; Node ${process.version}, ` +
      `${process.platform} ${process.arch}.`,
    canPin
      ? `The proxy is alone on core 1; generator and origin are on ${others}.`
      : "Processes are not pinned to cores: read the figures per processor second.",
    networkNote(),
  ];
  return {
    proxyCores: canPin ? "1" : null,
    generatorCores: canPin ? others : null,
    generatorCoreCount: canPin ? count - 1 : 2,
    notes,
  };
}

function networkNote(): string {
  if (process.env[inNetwork]) return "Loopback of a network namespace of its own, reno.";
  const control = controlOf();
  const paced = control === "bbr" ? " (it paces loopback and hides differences)" : "";
  return `Loopback of the whole machine${control && `, ${control}${paced}`}.`;
}

function controlOf(): string {
  try {
    return readFileSync("/proc/sys/net/ipv4/tcp_congestion_control", "utf8").trim();
  } catch {
    return "";
  }
}
