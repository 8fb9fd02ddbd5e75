import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { watchCertificate } from "./certificate.ts";
import { makeCertificate } from "./testing/certificate.ts";
import { waitFor } from "./testing/wait-for.ts";

const folder = mkdtempSync(path.join(tmpdir(), "turnpike-cert-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

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
