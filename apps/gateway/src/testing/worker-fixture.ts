/** A worker as the supervisor starts it, in a separate process, with a hub and an origin. */
import { type ChildProcess, fork } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { freePort } from "@turnpike/net/testing/free-ports.ts";
import { type Origin, pattern, rawOrigin } from "./origin.ts";
import { labExit } from "./resources.ts";
import { type Client, connectTo, eventually } from "./test-gateway.ts";
import { TestHub } from "./test-hub.ts";

export const MB = 1_000_000;

/** Each test of a file gets a new one: sub-account `alice1` has 4 GB, the origin sends 20 MB/s. */
export class WorkerFixture {
  hub!: TestHub;
  origin!: Origin;
  /** The sub-account's id. */
  id!: string;
  port!: number;
  #children: ChildProcess[] = [];

  constructor() {
    beforeEach(() => this.#prepare());
    afterEach(async () => {
      for (const child of this.#children.splice(0))
        if (child.exitCode === null) child.kill("SIGKILL");
      await this.origin.stop();
      await this.hub.stop();
    });
  }

  async #prepare(): Promise<void> {
    this.hub = await new TestHub().listen();
    this.id = this.hub.addSubAccount("alice1", "secret1", 4_000 * MB);
    this.hub.upsert(labExit());
    // 20 MB/s, so that a crash loses a measurable amount.
    this.origin = await rawOrigin((socket) => {
      const timer = setInterval(() => socket.writable && socket.write(pattern(200_000)), 10);
      socket.on("close", () => clearInterval(timer));
      socket.on("end", () => socket.end());
      socket.resume();
    });
    this.port = await freePort();
  }

  /** Starts a worker and waits until it is ready; `changed` are environment variables. */
  async start(changed: Record<string, string> = {}): Promise<ChildProcess> {
    const child = fork(join(import.meta.dirname, "../main.ts"), {
      env: {
        PATH: process.env["PATH"],
        NODE_ENV: "test",
        LOG_LEVEL: "error",
        GATEWAY_PORT: String(this.port),
        GATEWAY_WORKER: "1",
        GATEWAY_WORKERS: "1",
        DATA_DIR: this.hub.folder,
        TURNPIKE_LINK: this.hub.path,
        LAB_TARGETS: this.origin.authority,
        // These tests have no static exits, but if there were one its listener must not collide.
        STATIC_PORTS: String(await freePort()),
        ...changed,
      },
    });
    this.#children.push(child);
    let ready = false;
    child.on("message", (message) => {
      ready ||= message === "ready";
    });
    await eventually("the worker is ready", () => ready || child.exitCode !== null, 15_000);
    return child;
  }

  /** Opens a tunnel to the origin as `alice1`. */
  async open(): Promise<Client> {
    const { port, origin } = this;
    const user = { user: "alice1", password: "secret1", authority: origin.authority };
    return (await connectTo({ port }, user)).client;
  }

  /** The files of the worker's journal. */
  journal(): string[] {
    const [folder = ""] = readdirSync(join(this.hub.folder, "gateway"));
    return readdirSync(join(this.hub.folder, "gateway", folder));
  }
}

/** Waits until the process has exited. */
export const whenGone = (child: ChildProcess) =>
  eventually("it ends", () => child.exitCode !== null || child.signalCode !== null, 8_000);
