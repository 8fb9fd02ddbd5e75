import { generateKeyPairSync, sign } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newerVersionChecks } from "./newer-version.ts";

const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const UPDATES_KEY = publicKey.export({ format: "der", type: "spki" }).toString("base64");
let file: Buffer;
let signature: string;
const server = createServer((request, response) => {
  response.end(request.url === "/newest.json.sig" ? signature : file);
});
let UPDATES_URL: string;
beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  UPDATES_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/newest.json`;
});
afterAll(() => void server.close());

function publish(text: string, key = privateKey): void {
  file = Buffer.from(text);
  signature = sign(null, file, key).toString("base64");
}
const said = async (own: string) =>
  (await newerVersionChecks({ UPDATES_URL, UPDATES_KEY }, own)).map(
    ({ state, detail, cure }) => `${state}: ${detail} → ${cure}`,
  );

describe("a newer version (spec/operator#doctor)", () => {
  it("is asked for only if both settings are there", async () => {
    const none = { UPDATES_URL: undefined, UPDATES_KEY: undefined };
    expect(await newerVersionChecks(none, "0.3.0")).toEqual([]);
    const unsigned = { ...none, UPDATES_URL };
    expect((await newerVersionChecks(unsigned, "0.3.0"))[0]).toMatchObject({ state: "missing" });
  });

  it("is told by a signed file, by its numbers", async () => {
    publish('{"version":"0.10.0","notes":"https://a.example/notes"}');
    const told = "warning: there is 0.10.0 → turnpike upgrade FILE.tar.gz; https://a.example/notes";
    expect(await said("0.9.9")).toEqual([told]);
    expect(await said("0.10.0")).toEqual(["ok: 0.10.0 is the newest → "]);
    expect(await said("1.0.0")).toEqual(["ok: 0.10.0 is the newest → "]);
  });

  it("is not believed with another key, of another form, or of any length", async () => {
    publish('{"version":"9.9.9"}', generateKeyPairSync("ed25519").privateKey);
    expect((await said("0.3.0"))[0]).toMatch(/^wrong: the file's signature/);
    publish('{"version":"9.9.9; rm"}');
    expect((await said("0.3.0"))[0]).toContain("the file names no version");
    publish("x".repeat(100_000));
    expect((await said("0.3.0"))[0]).toContain("is larger than 65536 bytes");
  });
});
