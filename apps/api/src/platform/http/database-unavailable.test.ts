import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { readEnvironment } from "@turnpike/contract/environment.ts";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startEmbedded } from "../db/embedded.ts";
import { startApi } from "../../app.ts";

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), "turnpike-away-"));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

describe("an API whose database is away", () => {
  it("says so (503), stays up, and goes on by itself when the database is back", async () => {
    const server = await startEmbedded(dataDir, { guard: false });
    const env = readEnvironment({
      NODE_ENV: "test",
      PORT: "0",
      LOOKUP_PORT: "0",
      DATA_DIR: dataDir,
    });
    const log = pino({ level: "silent" });
    const api = await startApi({ env, log, databaseUrl: server.url });
    const ask = async (lang: string) => {
      const body = new URLSearchParams({ session: "x".repeat(43), lang });
      const answer = await fetch(`${api.url}/v1/member`, { method: "POST", body });
      const { code, data } = (await answer.json()) as { code: number; data: { reason: string } };
      return [answer.status, code, data.reason];
    };
    const status = async (page: string) => (await fetch(`${api.url}${page}`)).status;
    try {
      expect(await ask("en")).toEqual([200, 300, "sessionInvalid"]);
      process.kill(server.pid, "SIGKILL");
      await expect.poll(() => ask("en"), { timeout: 5_000 }).toEqual([503, 503, "notReady"]);
      expect([await status("/healthz"), await status("/readyz")]).toEqual([200, 503]);
      const again = await startEmbedded(dataDir, { guard: false });
      expect(await ask("de")).toEqual([200, 300, "sessionInvalid"]);
      expect(again.url).toBe(server.url);
    } finally {
      await api.stop();
      await server.stop();
    }
  });
});
