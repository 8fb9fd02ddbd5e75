/** Tests docs/webhooks.md: its examples are real events, and its programs verify deliveries. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { pingData, webhookData } from "@turnpike/contract/webhook-events.ts";
import { pingEvent, webhookEvents } from "@turnpike/rules/webhook.ts";
import { describe, expect, it, vi } from "vitest";
import { signatureOf } from "./sign.ts";
import { freePort } from "@turnpike/net/testing/free-ports.ts";

const page = readFileSync(
  path.join(import.meta.dirname, "../../../../../docs/webhooks.md"),
  "utf8",
);
const blocks = (lang: string) =>
  [...page.matchAll(new RegExp(`\`\`\`${lang}\n([^]*?)\`\`\``, "g"))].map(([, text = ""]) => text);

it("The docs show one example of each event, with exactly its fields", () => {
  const lines = blocks("json").flatMap((block) => block.trim().split("\n"));
  const shown = lines.map((line) => JSON.parse(line) as { type: string; data: unknown });
  expect(shown.map(({ type }) => type)).toEqual([...webhookEvents, pingEvent]);
  const schemas: Record<string, typeof pingData> = {
    ...webhookData,
    [pingEvent]: pingData,
  } as never;
  for (const { type, data } of shown) {
    expect([type, schemas[type]?.strict().safeParse(data).error?.issues]).toEqual([
      type,
      undefined,
    ]);
  }
});

const secret = `whsec_${Buffer.from("twenty-four bytes in all").toString("base64")}`;
const body = JSON.stringify({
  type: "ping",
  timestamp: "2026-11-21T14:00:00.000Z",
  data: { n: "ß" },
});
const id = "msg_1";

function signed(seconds = Math.floor(Date.now() / 1_000), by = secret): Record<string, string> {
  return {
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": signatureOf(by, { id, timestamp: seconds, body }),
  };
}

/** Disconnects in the middle of a request. */
async function breakOff(port: number): Promise<void> {
  const socket = net.connect(port, "127.0.0.1");
  socket.on("error", () => {});
  socket.resume();
  socket.end("POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 99\r\n\r\n{");
  await once(socket, "close");
}

/** Node and Python are on every build machine; Go and PHP programs run only where installed. */
const programs = [
  { lang: "js", name: "receiver.mjs", run: [process.execPath, "FILE"] },
  { lang: "python", name: "receiver.py", run: ["python3", "FILE"] },
  { lang: "go", name: "receiver.go", run: ["go", "run", "FILE"] },
  { lang: "php", name: "receiver.php", run: ["php", "-S", "127.0.0.1:PORT", "FILE"] },
];
const isHere = (program: string) =>
  spawnSync(program, [program === "go" ? "version" : "--version"]).status === 0;
const here = programs.filter(
  ({ lang, run }) => (lang !== "go" && lang !== "php") || isHere(run[0] ?? ""),
);

describe.each(here)("The receiver in $lang", ({ lang, name, run }) => {
  it("accepts a valid signature, even next to an invalid one, and rejects everything else", async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), "webhook-docs-"));
    const file = path.join(folder, name);
    writeFileSync(file, blocks(lang)[0] ?? "");
    const port = await freePort();
    const env = { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) };
    const [command = "", ...words] = run;
    const args = words.map((word) => word.replace("FILE", file).replace("PORT", String(port)));
    // In its own process group, because `go run` starts another program.
    const child = spawn(command, args, {
      env,
      detached: true,
      stdio: ["ignore", "pipe", "ignore"],
    });
    const exited = once(child, "exit");
    let said = "";
    child.stdout.on("data", (part) => {
      said += part;
    });
    const post = async (headers: Record<string, string>, sent = body) => {
      const url = `http://127.0.0.1:${port}/`;
      const answer = await fetch(url, { method: "POST", body: sent, headers });
      await answer.text();
      return answer.status;
    };
    try {
      await vi.waitFor(() => post({}), { timeout: 60_000, interval: 100 });
      expect(await post({})).toBe(401);
      const good = signed();
      expect(await post(good)).toBe(204);
      await vi.waitFor(() => expect(said).toContain("ping"), 5_000);
      const other = `whsec_${Buffer.alloc(24, 3).toString("base64")}`;
      const wrong = signed(undefined, other);
      const both = `${wrong["webhook-signature"]} ${good["webhook-signature"]}`;
      expect(await post({ ...good, "webhook-signature": both })).toBe(204);
      const now = Math.floor(Date.now() / 1_000);
      const refused = [
        post(wrong),
        post(good, body.replace("ß", "s")),
        post(signed(now - 400)),
        post(signed(now + 400)),
        post({ ...good, "webhook-id": "msg_2" }),
        post({ ...good, "webhook-timestamp": "soon" }),
        post({ ...good, "webhook-signature": "" }),
        post({ ...good, "webhook-signature": "v1," }),
      ];
      expect(await Promise.all(refused)).toEqual(Array(8).fill(401));
      await breakOff(port);
      expect(await post(signed())).toBe(204);
    } finally {
      if (child.pid && child.exitCode === null) process.kill(-child.pid);
      await exited;
      rmSync(folder, { recursive: true, force: true });
    }
  }, 80_000);
});
