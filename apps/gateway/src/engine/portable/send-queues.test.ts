import { writeFile } from "node:fs/promises";
import { endianness } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { folderForTests } from "@turnpike/net/testing/for-tests.ts";
import { waitFor } from "../../lib/wait-for.ts";
import { socketKey } from "./proc-net.ts";
import { SendQueues } from "./send-queues.ts";

const local = { address: "127.0.0.1", port: 8_080 };
const remote = { address: "127.0.0.1", port: 50_000 };
const other = { address: "127.0.0.1", port: 50_001 };
const key = socketKey(local, remote, endianness());

const folder = folderForTests();

/** Fake kernel files with settable contents, and a clock. */
async function standIn() {
  const at = { ms: 0 };
  // Random names, so that none happens to look like the second file, which may be missing.
  const tcp = join(folder, `tcp-${Math.random()}.table`);
  const queues = new SendQueues([tcp, join(folder, "none6")], () => at.ms);
  const say = (bytes: number, after = "") => {
    const hex = bytes.toString(16).padStart(8, "0").toUpperCase();
    return writeFile(tcp, `   0: ${key} 01 ${hex}:00000000\n${after}`);
  };
  /** Asks until there is an answer, which these files give quickly. */
  const ask = async (to = remote, after = 0) => {
    await waitFor(() => queues.queuedBytes(local, to, after) !== null, 5_000);
    return queues.queuedBytes(local, to, after);
  };
  return { queues, at, say, ask };
}

describe("send queue sizes from one reading for all sockets", () => {
  test("They are read on request, at most 20 times a second", async () => {
    const { queues, at, say, ask } = await standIn();
    await say(70_000);
    expect(queues.queuedBytes(local, remote, 0)).toBeNull();
    expect(await ask()).toBe(70_000);
    expect(await ask(other)).toBe(0);
    await say(5_000);
    at.ms = 49;
    expect(await ask()).toBe(70_000);
    expect(queues.readingsBegun).toBe(1);
    at.ms = 1_000;
    expect(await ask(remote, queues.readingsBegun)).toBe(5_000);
    expect(queues.readingsBegun).toBe(2);
  });

  test("A reading that began before the query's start, or is old, is not used", async () => {
    const { queues, at, say, ask } = await standIn();
    await say(70_000);
    expect(await ask()).toBe(70_000);
    const { readingsBegun: begun } = queues;
    expect(queues.queuedBytes(local, remote, begun)).toBeNull();
    at.ms = 3_001;
    expect(queues.queuedBytes(local, remote, 0)).toBeNull();
    expect(await ask(remote, begun)).toBe(70_000);
  });

  test("Of too many sockets, those that were read are known; the next reading waits longer", async () => {
    const { queues, at, say, ask } = await standIn();
    await say(70_000, `${" ".repeat(149)}\n`.repeat(120_000));
    expect(await ask()).toBe(70_000);
    expect(queues.queuedBytes(local, other, 0)).toBeNull();
    at.ms = 60;
    queues.queuedBytes(local, remote, 0);
    expect(queues.readingsBegun).toBe(1);
    at.ms = 1_000;
    queues.queuedBytes(local, remote, 0);
    expect(queues.readingsBegun).toBe(2);
  });

  test("Sizes are unknown while the file cannot be read, and known once it can", async () => {
    const { queues, at, say, ask } = await standIn();
    expect(queues.queuedBytes(local, remote, 0)).toBeNull();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(queues.queuedBytes(local, remote, 0)).toBeNull();
    await say(7);
    at.ms = 1_000;
    expect(await ask()).toBe(7);
  });
});
