/** What survives a restart of the manager, and what does not. */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { isFull } from "@turnpike/net/testing/full.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { takeLock } from "./lock.ts";
import { readState, writeState } from "./state-file.ts";
import {
  makeFolder,
  Program,
  removeFolder,
  startEcho,
  startProvider,
  startTestManager,
  waitUntil,
} from "./testing.ts";

let folder = "";
beforeEach(() => {
  folder = makeFolder();
});
afterEach(() => removeFolder(folder));

const file = () => path.join(folder, "ports.json");
const mode = (name: string) => statSync(name).mode & 0o777;

test("Ports, their secrets and their counters are restored, and the counters continue", async () => {
  const [provider, echo] = [await startProvider(), await startEcho()];
  const first = await startTestManager(folder);
  const item = await first.start(`socks5://ada:secret@127.0.0.1:${provider.port}`, {
    ip: "1.2.3.4",
  });
  const program = new Program(item.port);
  await program.connect(`echo.example:${echo.port}`);
  await program.send("twelve bytes").take(12);
  await first.stop();
  expect(await program.rest()).toBe("");

  const second = await startTestManager(folder);
  const [again] = await second.list();
  expect(again).toEqual({ ...item, upBytes: 12, downBytes: 12 });
  const other = new Program(item.port);
  expect(await other.connect(`echo.example:${echo.port}`)).toBe(200);
  await other.send("three").take(5);
  expect(await second.list()).toMatchObject([{ upBytes: 17, downBytes: 17 }]);
  await second.ask("/del", { ports: [String(item.port)] });
  await second.stop();
  const third = await startTestManager(folder);
  expect(await third.list()).toEqual([]);
  await third.stop();
  await Promise.all([provider.stop(), echo.stop()]);
});

test.runIf(isFull)("Counters of open connections are saved every few seconds", async () => {
  const [provider, echo] = [await startProvider(), await startEcho()];
  const manager = await startTestManager(folder);
  const { port } = await manager.start(`ada:secret@127.0.0.1:${provider.port}`);
  const program = new Program(port);
  await program.connect(`echo.example:${echo.port}`);
  await program.send("twelve bytes").take(12);
  await waitUntil(() => readState(folder, 0).ports[0]?.upBytes === 12);
  await manager.stop();
  await Promise.all([provider.stop(), echo.stop()]);
});

test("The created folder and its files are accessible only to their owner", async () => {
  const made = path.join(folder, "a", "b");
  const manager = await startTestManager(made);
  await manager.start("10.9.9.9:1:ada:secret");
  for (const each of [made, path.dirname(made)]) expect(mode(each)).toBe(0o700);
  for (const name of readdirSync(made)) expect(mode(path.join(made, name))).toBe(0o600);
  expect([manager.folder, manager.notices]).toEqual([made, []]);
  await manager.stop();
});

test("A folder that others can access is left unchanged, and a private subfolder is used", async () => {
  chmodSync(folder, 0o1777);
  const own = path.join(folder, "proxy-manager");
  for (const ports of [1, 2]) {
    const manager = await startTestManager(folder);
    await manager.start(`10.9.9.9:${ports}:ada:secret`);
    expect(await manager.list()).toHaveLength(ports);
    expect([manager.folder, manager.notices]).toEqual([
      own,
      [`${folder} is open to others: local ports are kept in ${own}.`],
    ]);
    await manager.stop();
  }
  expect([mode(folder), mode(own), mode(path.join(own, "ports.json"))]).toEqual([
    0o777, 0o700, 0o600,
  ]);
  expect(readdirSync(folder)).toEqual(["proxy-manager"]);
  // Readable by others, or a symbolic link.
  chmodSync(own, 0o750);
  await expect(startTestManager(folder)).rejects.toThrow(`${own} is not your private folder`);
  renameSync(own, path.join(folder, "elsewhere"));
  chmodSync(path.join(folder, "elsewhere"), 0o700);
  symlinkSync(path.join(folder, "elsewhere"), own);
  await expect(startTestManager(folder)).rejects.toThrow(`${own} is not your private folder`);
});

const good = {
  port: 24_999,
  ip: "",
  upstream: { protocol: "http", host: "10.9.9.9", port: 1, username: "", password: "" },
  protocol: "both",
  startedAt: "2026-01-01T00:00:00.000Z",
  expiresAt: null,
  upBytes: 0,
  downBytes: 0,
};
test.each([
  ["half a file", '{"version":1,"ports":[{"po', 0],
  ["an empty file", "", 0],
  ["another version", JSON.stringify({ version: 2, ports: [good] }), 0],
  ["one port of two broken", JSON.stringify({ version: 1, ports: [good, { port: "x" }] }), 1],
  ["a number twice", JSON.stringify({ version: 1, ports: [good, good] }), 1],
  ["a privileged number", JSON.stringify({ version: 1, ports: [{ ...good, port: 80 }] }), 0],
])("%s is quarantined with a notice, and valid entries are kept", async (_what, text, ports) => {
  writeFileSync(file(), text);
  const manager = await startTestManager(folder);
  expect(await manager.list()).toHaveLength(ports);
  expect(manager.notices.join()).toContain("ports.json.broken-");
  const page = await (await fetch(manager.url)).text();
  expect(page).toContain("ports.json.broken-");
  await manager.start("10.9.9.8:1");
  await manager.stop();
  const aside = readdirSync(folder).find((name) => name.includes(".broken-")) ?? "";
  expect(readFileSync(path.join(folder, aside), "utf8")).toBe(text);
  expect(readState(folder, 0).ports).toHaveLength(ports + 1);
});

test("A write that fails leaves the old file", () => {
  writeState(folder, []);
  const before = readFileSync(file(), "utf8");
  // A directory in place of the temporary file makes the write fail, like a full disk.
  mkdirSync(`${file()}.new`);
  expect(() => writeState(folder, [good as never])).toThrow("EISDIR");
  expect(readFileSync(file(), "utf8")).toBe(before);
});

test.runIf(process.platform === "linux")(
  "A disk that fills up during a write leaves the old file",
  () => {
    writeState(folder, []);
    const before = readFileSync(file(), "utf8");
    // Files may grow to 2 KiB, so that a write is cut short as on an almost full disk.
    const many = JSON.stringify(Array.from({ length: 40 }, () => good));
    const script = `
    import { writeState } from ${JSON.stringify(path.join(import.meta.dirname, "state-file.ts"))};
    try { writeState(${JSON.stringify(folder)}, ${many}); console.log("kept"); }
    catch (error) { console.log(error.constructor.name, error.message); }`;
    const limited = 'ulimit -f 2; exec "$0" --input-type=module -e "$1"';
    const { stdout } = spawnSync("bash", ["-c", limited, process.execPath, script]);
    expect(stdout.toString()).toContain(
      "StateWriteError The list of local ports could not be written: EFBIG",
    );
    expect(readFileSync(file(), "utf8")).toBe(before);
    expect(readdirSync(folder)).toEqual(["ports.json"]);
  },
);

test("A change that cannot be saved is not made", async () => {
  const manager = await startTestManager(folder);
  const kept = await manager.start("10.9.9.9:1");
  mkdirSync(`${file()}.new`);
  const { code, msg, data } = await manager.ask("/start", { upstream: "10.9.9.8:1" });
  expect([code, data.reason]).toEqual([500, "ourFault"]);
  expect(msg).toContain("The list of local ports could not be written: EISDIR");
  expect((await manager.ask("/del", { ports: [String(kept.port)] })).code).toBe(500);
  expect(await manager.list()).toEqual([kept]);
  expect(manager.printed.join()).toContain("A call failed");
  removeFolder(`${file()}.new`);
  expect((await manager.start("10.9.9.8:1")).state).toBe("listening");
  await manager.stop();
});

test("An unreadable list is not overwritten", async () => {
  mkdirSync(file());
  await expect(startTestManager(folder)).rejects.toThrow("EISDIR");
  expect(statSync(file()).isDirectory()).toBe(true);
  expect(existsSync(path.join(folder, "manager.lock"))).toBe(false);
});

test("A port in use at startup is shown as failed and opened once it is free", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const { port } = taken.address() as { port: number };
  writeFileSync(file(), JSON.stringify({ version: 1, ports: [{ ...good, port }] }));
  const manager = await startTestManager(folder);
  expect(await manager.list()).toMatchObject([
    { port, state: "failed", detail: `Port ${port} is used by another program.` },
  ]);
  await new Promise((resolve) => taken.close(resolve));
  await waitUntil(async () => (await manager.list())[0]?.state === "listening");
  await manager.stop();
});

test("A second manager on the same folder reports the conflict and leaves the folder alone", async () => {
  const first = await startTestManager(folder);
  await first.start("10.9.9.9:1");
  await expect(startTestManager(folder)).rejects.toThrow(
    `a manager runs on ${folder} already (process ${process.pid})`,
  );
  expect(await first.list()).toHaveLength(1);
  await first.stop();
  await (await startTestManager(folder)).stop();
});

test("A manager port in use is reported in one sentence, and the folder is unlocked", async () => {
  const first = await startTestManager();
  await expect(startTestManager(folder, { port: first.port })).rejects.toThrow(
    `port ${first.port} is in use`,
  );
  takeLock(folder).release();
  await first.stop();
  removeFolder(first.folder);
});

test("A restored port equal to the manager's own port is shown as failed, and the manager starts", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const { port } = taken.address() as { port: number };
  await new Promise((resolve) => taken.close(resolve));
  const ports = [{ ...good, port }, good];
  writeFileSync(file(), JSON.stringify({ version: 1, ports }));
  const manager = await startTestManager(folder, { port });
  expect(await manager.list()).toContainEqual(
    expect.objectContaining({
      port,
      state: "failed",
      detail: `Port ${port} is the manager's own.`,
    }),
  );
  expect((await manager.ask("/del", { ports: port })).code).toBe(0);
  await manager.stop();
});

test("A manager that starts at the same time keeps the lock that it acquired", () => {
  const lock = path.join(folder, "manager.lock");
  writeFileSync(lock, JSON.stringify({ pid: 1, born: "1" }));
  const other = JSON.stringify({ pid: process.ppid, born: "" });
  // While the stale lock is being judged, another process replaces it.
  const judged = vi.spyOn(process, "kill").mockImplementationOnce(() => {
    rmSync(lock);
    writeFileSync(lock, other);
    throw Object.assign(new Error("gone"), { code: "ESRCH" });
  });
  try {
    expect(() => takeLock(folder)).toThrow(`(process ${process.ppid})`);
  } finally {
    judged.mockRestore();
  }
  expect(readFileSync(lock, "utf8")).toBe(other);
  expect(readdirSync(folder)).toEqual(["manager.lock"]);
});

test("The lock of a dead or invalid process is ignored", () => {
  const dead = spawnSync(process.execPath, ["-e", ""]).pid;
  const stale = [
    JSON.stringify({ pid: dead, born: "1" }),
    // The pid was reused: this process started at another time.
    JSON.stringify({ pid: process.pid, born: "1" }),
    "",
    "{}",
  ];
  for (const text of stale) {
    writeFileSync(path.join(folder, "manager.lock"), text);
    takeLock(folder).release();
    expect(readdirSync(folder)).toEqual([]);
  }
});
