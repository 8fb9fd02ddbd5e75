/** Generations of gateway workers: which messages they get, and when (spec/nodes#upgrades). */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import type { Child, ChildOptions } from "./child.ts";
import { codeStamp } from "./code-stamp.ts";
import { Generations } from "./generations.ts";

type More = Pick<ChildOptions, "env" | "onMessage" | "onReady">;

/** Fake workers that become ready and end when the test says so. */
function stage(workers = 2) {
  const made: { number: string; beside: boolean; said: unknown[]; more: More; end: () => void }[] =
    [];
  const logged: string[] = [];
  const refusals: string[] = [];
  const letStart: ((error?: Error) => void)[] = [];
  const start = (_worker: number, more: More): Child => {
    const ready = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    ready.promise.catch(() => {});
    letStart.push((error) => {
      if (error) return ready.reject(error);
      ready.resolve();
      more.onReady?.();
    });
    const said: unknown[] = [];
    made.push({
      number: more.env["GATEWAY_NUMBER"] ?? "",
      beside: more.env["GATEWAY_BESIDE"] === "1",
      said,
      more,
      end: () => ended.resolve(),
    });
    const leave = (how: string) => {
      said.push(how);
      if (how === "stop") ended.resolve();
      return ended.promise;
    };
    return {
      name: "gateway",
      pid: () => 1,
      send: (message) => void said.push(message),
      ready: ready.promise,
      stop: () => leave("stop"),
      restart: () => Promise.resolve(),
      retire: () => leave("retire"),
    };
  };
  const generations = new Generations({
    workers,
    start,
    onRefused: (reason) => void refusals.push(reason),
    log: (line) => void logged.push(line),
  });
  return { made, logged, refusals, generations, letStart };
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

test("The second generation takes over once the first closed its listeners, and adopts once it ended", async () => {
  const { made, generations, letStart } = stage();
  for (const go of letStart.splice(0)) go();
  const done = generations.upgrade();
  expect(made.map(({ number, beside }) => [number, beside])).toEqual([
    ["1", false],
    ["2", false],
    ["3", true],
    ["4", true],
  ]);
  // The first generation keeps serving until all of the second are ready.
  letStart[0]?.();
  await settled();
  expect(made[0]?.said).not.toContain("retire");
  letStart[1]?.();
  await settled();
  expect(made.slice(0, 2).map(({ said }) => said.at(-1))).toEqual(["retire", "retire"]);
  expect(made[2]?.said).not.toContain("takeOver");
  expect(await generations.upgrade()).toBe(false);
  for (const one of made.slice(0, 2)) one.more.onMessage?.("listenersClosed");
  await settled();
  expect(made.slice(2).map(({ said }) => said)).toEqual([["takeOver"], ["takeOver"]]);
  expect(generations.workers).toHaveLength(2);
  expect(generations.all).toHaveLength(4);
  for (const one of made.slice(0, 2)) one.end();
  expect(await done).toBe(true);
  expect(made[3]?.said.at(-1)).toBe("adopt");
  // The next generation reuses the first one's numbers; a restarted worker gets the messages again.
  made[2]?.more.onReady?.();
  expect(made[2]?.said.slice(-2)).toEqual(["takeOver", "adopt"]);
  letStart.length = 0;
  void generations.upgrade();
  expect(made.slice(4).map(({ number }) => number)).toEqual(["1", "2"]);
});

test("The first generation continues if the second fails to start; failed logins are sent to all", async () => {
  const { made, logged, refusals, generations, letStart } = stage();
  for (const go of letStart.splice(0)) go();
  const done = generations.upgrade();
  letStart[0]?.(new Error("does not start"));
  expect(await done).toBe(false);
  expect(logged.join()).toContain("does not start");
  expect(made[0]?.said).not.toContain("retire");
  expect(generations.all).toHaveLength(2);
  made[0]?.more.onMessage?.({ failedAttempts: "x" });
  expect(made[1]?.said.at(-1)).toEqual({ failedAttempts: "x" });
  made[1]?.more.onMessage?.({ refused: "node is retired" });
  expect(refusals).toEqual(["node is retired"]);
  expect(await stage(33).generations.upgrade()).toBe(false);
});

test("The code stamp changes with any file of the gateways", () => {
  const root = mkdtempSync(path.join(tmpdir(), "stamp-"));
  mkdirSync(path.join(root, "apps/gateway/src"), { recursive: true });
  const file = path.join(root, "apps/gateway/src/main.ts");
  writeFileSync(file, "one");
  utimesSync(file, 1_000, 1_000);
  const before = codeStamp(root);
  expect(codeStamp(root)).toBe(before);
  utimesSync(file, 2_000, 2_000);
  const touched = codeStamp(root);
  expect(touched).not.toBe(before);
  writeFileSync(path.join(root, "apps/gateway/src/more.ts"), "");
  expect(codeStamp(root)).not.toBe(touched);
  rmSync(root, { recursive: true, force: true });
});

test("The code stamp changes with any package that gateways are made of", () => {
  const manifest = path.resolve(import.meta.dirname, "../../gateway/package.json");
  const { dependencies } = JSON.parse(readFileSync(manifest, "utf8")) as {
    dependencies: Record<string, string>;
  };
  const own = Object.keys(dependencies).filter((name) => name.startsWith("@turnpike/"));
  expect(own.length).toBeGreaterThan(3);
  const root = mkdtempSync(path.join(tmpdir(), "stamp-"));
  for (const name of own) {
    const before = codeStamp(root);
    const folder = path.join(root, name.replace("@turnpike", "packages"), "src");
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, "new.ts"), "");
    expect(codeStamp(root)).not.toBe(before);
  }
  rmSync(root, { recursive: true, force: true });
});
