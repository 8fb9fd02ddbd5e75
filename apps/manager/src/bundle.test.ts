/** The single file on plain Node: many ports and connections (200 and 1,000 in full), SIGKILL. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { LocalPort } from "@turnpike/contract/manager.ts";
import { afterAll, afterEach, expect, test } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";
import {
  makeFolder,
  Program,
  removeFolder,
  startEcho,
  startProvider,
  waitUntil,
} from "./testing.ts";

const isFull = process.env["TURNPIKE_FULL"] === "1";
const PORTS = isFull ? 200 : 40;
const CONNECTIONS = isFull ? 1_000 : 200;
const folder = makeFolder();
const file = path.join(folder, "proxy-manager.mjs");
const running = new Set<ChildProcess>();

/** A Node installed on this machine outside node_modules, possibly older: 20 must suffice. */
function nodeOfTheMachine(): string {
  const places = (process.env.PATH ?? "").split(path.delimiter);
  const found = places
    .filter((place) => !place.includes("node_modules"))
    .map((place) => path.join(place, "node"))
    .filter((name) => existsSync(name))
    .find((name) => Number(/^v(\d+)/.exec(execFileSync(name, ["-v"]).toString())?.[1]) >= 20);
  return found ?? process.execPath;
}
const node = nodeOfTheMachine();

const provider = forTests(startProvider);
const echo = forTests(async () => {
  execFileSync(process.execPath, [path.resolve(import.meta.dirname, "../build.mjs"), file]);
  return startEcho();
});
afterEach(async () => {
  for (const child of running) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  running.clear();
});
afterAll(() => removeFolder(folder));

async function start(kept: string) {
  const child = spawn(node, [file], {
    env: { MANAGER_PORT: "0", MANAGER_DIR: kept },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text: Buffer) => (printed += text.toString()));
  // The last output may arrive after the exit code.
  let ended = false;
  child.once("close", () => (ended = true));
  await waitUntil(() => printed.includes("keeps") || ended);
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0] ?? printed;
  return {
    child,
    printed: () => printed,
    list: async () => (await ask<{ items: LocalPort[] }>(url, "/ipList", {})).items,
    start: (upstream: string, port: number) => ask<LocalPort>(url, "/start", { upstream, port }),
  };
}

async function ask<T>(url: string, call: string, fields: object): Promise<T> {
  const headers = { "content-type": "application/json", connection: "close" };
  const answer = await fetch(`${url}${call}`, {
    method: "POST",
    headers,
    body: JSON.stringify(fields),
  });
  const { code, data } = (await answer.json()) as { code: number; data: T };
  expect(code).toBe(0);
  return data;
}

async function tunnel(port: number, at: number): Promise<Program> {
  const program = new Program(port);
  const opened =
    at % 2 === 0
      ? (await program.connect(`echo.example:${echo.port}`)) === 200
      : (await program.socks("echo.example", echo.port)) === 0;
  if (!opened) throw new Error(`connection ${at} was refused`);
  return program;
}

test("Serves many local ports and connections at once and restores them after kill -9", {
  timeout: 120_000,
}, async () => {
  const kept = path.join(folder, "one");
  const first = await start(kept);
  // The upstreams differ only in their user, as exits behind a gateway do.
  const scheme = (at: number) => (at % 2 === 0 ? "http" : "socks5");
  const items: LocalPort[] = [];
  // Own ports: tests of other managers take the first free ones while this one is down.
  for (const [at, port] of (await freePorts(PORTS)).entries()) {
    const upstream = `${scheme(at)}://ada${at}:secret@127.0.0.1:${provider.port}`;
    items.push(await first.start(upstream, port));
  }
  expect(new Set(items.map(({ port }) => port)).size).toBe(PORTS);
  const programs = await Promise.all(
    Array.from({ length: CONNECTIONS }, (_, at) => tunnel(items[at % PORTS]?.port ?? 0, at)),
  );
  await Promise.all(
    programs.map(async (program, at) => {
      const sent = Buffer.alloc(10_000, `${at} `);
      expect((await program.send(sent).take(sent.length)).equals(sent)).toBe(true);
    }),
  );
  const list = await first.list();
  const sum = (name: "connections" | "upBytes" | "downBytes") =>
    list.reduce((total, item) => total + item[name], 0);
  expect([sum("connections"), sum("upBytes"), sum("downBytes")]).toEqual([
    CONNECTIONS,
    CONNECTIONS * 10_000,
    CONNECTIONS * 10_000,
  ]);
  // Wait until the counters are saved, then kill the process without warning.
  await waitUntil(() => {
    const { ports } = JSON.parse(readFileSync(path.join(kept, "ports.json"), "utf8")) as {
      ports: LocalPort[];
    };
    return ports.reduce((total, one) => total + one.upBytes, 0) === CONNECTIONS * 10_000;
  });
  first.child.kill("SIGKILL");
  await once(first.child, "exit");
  await Promise.all(programs.map((program) => program.rest()));

  const second = await start(kept);
  const again = await second.list();
  expect(again.map((item) => ({ ...item, connections: 0 }))).toEqual(
    list.map((item) => ({ ...item, connections: 0 })),
  );
  const one = await tunnel(items[1]?.port ?? 0, 1);
  expect((await one.send("hello").take(5)).toString()).toBe("hello");
  // Everything that was open is closed again.
  one.socket.destroy();
  const open = () => readdirSync(`/proc/${second.child.pid}/fd`).length;
  await waitUntil(async () => (await second.list()).every(({ connections }) => connections === 0));
  await waitUntil(() => open() < PORTS + 40);
  second.child.kill("SIGTERM");
  expect(await once(second.child, "exit")).toEqual([0, null]);
  expect(second.printed()).not.toMatch(/secret|error/i);
});

test("A second manager on the same folder reports the conflict and exits", async () => {
  const kept = path.join(folder, "two");
  const first = await start(kept);
  const second = await start(kept);
  expect(second.child.exitCode).toBe(1);
  expect(second.printed()).toContain(`a manager runs on ${kept} already`);
  expect(first.child.exitCode).toBeNull();
});
