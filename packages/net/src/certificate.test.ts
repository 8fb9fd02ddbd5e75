import { copyFileSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { connect, type SecureVersion, TLSSocket } from "node:tls";
import { expect, it } from "vitest";
import { folderForTests } from "@turnpike/net/testing/for-tests.ts";
import { watchCertificate } from "./certificate.ts";
import { makeCertificate } from "./testing/certificate.ts";
import { waitFor } from "./testing/wait-for.ts";

const folder = folderForTests();

it("a pair is reloaded when its files change; a broken one keeps the last, with one error (spec/environment#https)", async () => {
  const pair = makeCertificate(folder, "first");
  const other = makeCertificate(folder, "second");
  const lines: string[] = [];
  const say = (_fields: object, message: string) => void lines.push(message);
  const changes: string[] = [];
  const certificate = watchCertificate({
    name: "TLS_CERT and TLS_KEY",
    ...pair,
    log: { info: say, error: say },
    onChange: ({ cert }) => void changes.push(cert),
    checkEveryMs: 20,
  });
  copyFileSync(other.certFile, pair.certFile);
  // The new key has not been written yet.
  await waitFor("the error", () => lines.length > 0, 5_000);
  certificate.reload();
  expect(lines).toEqual(["certificate reload failed: the last one stays"]);
  expect(certificate.pair().cert).toBe(pair.ca);
  copyFileSync(other.keyFile, pair.keyFile);
  await waitFor("the new pair", () => changes.length > 0, 5_000);
  expect(certificate.pair().cert).toBe(other.ca);
  writeFileSync(pair.certFile, "");
  certificate.reload();
  expect(certificate.pair().cert).toBe(other.ca);
  expect(changes).toEqual([other.ca]);
  certificate.stop();
});

it("a pair that cannot be loaded initially is rejected, naming the settings", () => {
  const { certFile } = makeCertificate(folder, "one");
  const { keyFile } = makeCertificate(folder, "two");
  const log = { info: () => undefined, error: () => undefined };
  const watch = (files: { certFile: string; keyFile: string }) => () =>
    watchCertificate({ name: "TLS_CERT and TLS_KEY", ...files, log });
  expect(watch({ certFile, keyFile })).toThrow(/^TLS_CERT and TLS_KEY: .*mismatch/);
  expect(watch({ certFile, keyFile: "/nowhere" })).toThrow(/^TLS_CERT and TLS_KEY: ENOENT/);
});

it.each<SecureVersion>(["TLSv1.3", "TLSv1.2"])(
  "with one seed a session goes on at another process, until the day ends, %s",
  async (version) => {
    const pair = makeCertificate(folder, "tickets");
    const log = { info: () => undefined, error: () => undefined };
    let now = 0;
    const watch = (seed: number) => {
      const ticketSeed = new Uint8Array(32).fill(seed);
      return watchCertificate({ name: "x", ...pair, log, ticketSeed, now: () => now });
    };
    const [one, other, stranger] = [watch(1), watch(1), watch(2)];
    let serving = one;
    const server = createServer((raw) => {
      const socket = new TLSSocket(raw, { isServer: true, secureContext: serving.context() });
      socket.on("error", () => {}).on("data", (bytes) => socket.write(bytes));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    /** Whether a session is taken up, and the one to take up next. */
    const open = async (session?: Buffer) => {
      const options = { minVersion: version, maxVersion: version, ca: pair.ca };
      const socket = connect({ port, host: "127.0.0.1", ...options, ...(session && { session }) });
      let next = Buffer.alloc(0);
      socket.on("session", (given) => {
        next = given;
      });
      socket.write("hello");
      await once(socket, "data");
      const reused = socket.isSessionReused();
      socket.destroy();
      return { reused, next };
    };
    const { reused, next } = await open();
    expect(reused).toBe(false);
    serving = other;
    expect((await open(next)).reused).toBe(true);
    serving = stranger;
    expect((await open(next)).reused).toBe(false);
    now = 86_400_000;
    other.reload();
    serving = other;
    expect((await open(next)).reused).toBe(false);
    server.close();
    for (const each of [one, other, stranger]) each.stop();
  },
);
