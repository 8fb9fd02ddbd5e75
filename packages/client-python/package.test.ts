import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pythonText } from "./generate.ts";
import { packPython, pythonVersion, sourceName, wheelName } from "./pack.ts";

const run = promisify(execFile);
const python = "/usr/bin/python3";
let folder = "";
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "api-client-python-"));
  packPython(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a program prints that has the packed client, and nothing else of ours. */
async function printed(program: string): Promise<string> {
  const wheel = JSON.stringify(path.join(folder, wheelName));
  const head = `import sys; sys.path.insert(0, ${wheel})\n`;
  const { stdout } = await run(python, ["-I", "-c", head + program], { timeout: 60_000 });
  return stdout.trim();
}

describe("The Python client", () => {
  it("is up to date with the contract: npm run generate writes it", () => {
    const written = readFileSync(
      path.join(import.meta.dirname, "src/proxy_api/calls_gen.py"),
      "utf8",
    );
    expect(written === pythonText()).toBe(true);
  });

  it("is packed with the version of this release, each time with the same bytes", () => {
    const root = path.resolve(import.meta.dirname, "../../package.json");
    const { version } = JSON.parse(readFileSync(root, "utf8")) as { version: string };
    expect(pythonVersion).toBe(version);
    const again = path.join(folder, "again");
    packPython(again);
    expect(readdirSync(again).toSorted()).toEqual([wheelName, sourceName].toSorted());
    for (const name of [wheelName, sourceName])
      expect(
        readFileSync(path.join(again, name)).equals(readFileSync(path.join(folder, name))),
      ).toBe(true);
  });

  it("is a wheel and a source archive by Python's own reading, and names nobody but the provider's API", async () => {
    const archives = JSON.stringify([wheelName, sourceName].map((one) => path.join(folder, one)));
    const found = await printed(`
import base64, hashlib, json, tarfile, zipfile
wheel, source = ${archives}
texts = {}
with zipfile.ZipFile(wheel) as packed:
    assert packed.testzip() is None
    texts.update({name: packed.read(name) for name in packed.namelist()})
    record = next(text for name, text in texts.items() if name.endswith("/RECORD")).decode()
    for line in record.splitlines():
        name, digest, size = line.split(",")
        if digest:
            made = base64.urlsafe_b64encode(hashlib.sha256(texts[name]).digest()).rstrip(b"=")
            assert digest == "sha256=" + made.decode() and int(size) == len(texts[name]), name
with tarfile.open(source) as packed:
    texts.update({one.name: packed.extractfile(one).read() for one in packed})
print(json.dumps([name for name, text in texts.items() if b"turnpike" in text.lower()]))`);
    expect(JSON.parse(found)).toEqual([]);
  });

  it("has types that Python resolves, and refuses proxies that the gateway would refuse", async () => {
    const found = await printed(`
import typing, proxy_api
from proxy_api import calls_gen
for client in (proxy_api.Client, proxy_api.AsyncClient):
    for name in dir(client):
        if not name.startswith("_"):
            typing.get_type_hints(getattr(client, name))
for one in list(vars(calls_gen).values()):
    if isinstance(one, type) and issubclass(one, dict):
        typing.get_type_hints(one, vars(calls_gen))
print(proxy_api.proxy_username("scraper01", country="de", city="São Paulo", sid="a1", minutes=9))
for wrong in (dict(account="x"), dict(account="scraper01", minutes=0), dict(account="scraper01", sid="a-b")):
    try:
        proxy_api.proxy_username(**wrong)
    except ValueError as error:
        print(error)`);
    expect(found.split("\n")).toEqual([
      "scraper01-region-DE-city-saopaulo-sid-a1-t-9",
      "account: 6-22 letters and digits",
      "minutes: whole ones, 1-1440",
      "sid: 1-32 letters and digits",
    ]);
  });
});
