/**
 * The Python client and its middleware for Scrapy, as pip installs them from this installation, with
 * Debian's own Python: buying, paging, traffic through the gateway, a spider with sticky sessions.
 */
import { borrowed } from "@turnpike/net/testing/for-tests.ts";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { customerWithTraffic } from "./customer.ts";
import { sharedProduct } from "./shared.ts";

const run = promisify(execFile);
const product = borrowed(sharedProduct);
let folder = "";
let environment: Record<string, string> = {};

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "journey-python-"));
  const { customer, account, password } = await customerWithTraffic(product);
  const scopes = ["read", "proxies", "buy"];
  const { key } = await customer.ask("apiKeyAdd", { name: "python", scopes });
  const page = await (await fetch(`${product.url}/docs/python.md`)).text();
  const address = /pip install (\S+\.whl)/.exec(page)?.[1] ?? "";
  const wheel = path.join(folder, path.basename(new URL(address).pathname));
  writeFileSync(wheel, Buffer.from(await (await fetch(address)).arrayBuffer()));
  environment = {
    PATH: "/usr/bin:/bin",
    HOME: folder,
    PYTHONPATH: wheel,
    URL: product.url,
    KEY: key,
    ACCOUNT: account,
    PASSWORD: password,
    GATEWAY: product.gateway,
    TARGET: product.target,
  };
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program; returns the JSON that it prints. */
async function python(program: string, more: string[] = []): Promise<unknown> {
  const file = path.join(folder, "program.py");
  writeFileSync(file, program);
  const options = { env: environment, cwd: folder, timeout: 50_000 };
  const { stdout } = await run("/usr/bin/python3", [...more, file], options);
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "null");
}

it("A program buys, lists and sends traffic, synchronously and asynchronously", async () => {
  const told = await python(`
import asyncio, json, os
import httpx
from proxy_api import ApiRefusal, AsyncClient, Client, proxy_url

options = dict(url=os.environ["URL"], key=os.environ["KEY"])
told = {}
with Client(**options) as client:
    wanted = dict(sku="traffic-standard", quantity=1, method="wallet", requestId="python-once-1")
    first = client.place_order(**wanted)["order"]["orderNo"]
    told["once"] = first == client.place_order(**wanted)["order"]["orderNo"]
    try:
        client.place_order(sku="traffic-standard", quantity=1, method="wallet", maxTotalCents=1)
    except ApiRefusal as refusal:
        told["refused"] = [refusal.code, refusal.reason, refusal.data["totalCents"] > 1]
    try:
        client.up_lang(language="fr")
    except ApiRefusal as refusal:
        told["scope"] = refusal.data["scope"]
    for number in range(3):
        client.add_sub_user(account=f"pythonsub{number}", password="secret123", trafficGb=0)
    told["subs"] = sorted(one["account"] for one in client.pages(client.sub_users, limit=2, search="pythonsub"))
    host, port = os.environ["GATEWAY"].rsplit(":", 1)
    proxy = proxy_url(host=host, port=int(port), account=os.environ["ACCOUNT"],
                      password=os.environ["PASSWORD"], country="US", sid="python1")
    with httpx.Client(proxies=proxy) as through:
        told["bytes"] = len(through.get(os.environ["TARGET"] + "/bytes/100000").content)


async def main():
    async with AsyncClient(**options) as client:
        told["async"] = [one["account"] async for one in client.pages(client.sub_users, limit=1, search="pythonsub")]
        told["usage"] = (await client.usage(grain="day", by="country"))["grain"]


asyncio.run(main())
print(json.dumps(told))`);
  const subs = ["pythonsub0", "pythonsub1", "pythonsub2"];
  expect(told).toMatchObject({
    once: true,
    refused: [409, "priceAboveLimit", true],
    scope: "manage",
    subs,
    bytes: 100_000,
    async: expect.arrayContaining(subs),
    usage: "day",
  });
}, 60_000);

it("A spider leaves through the gateway, keeps sessions, and ends where the password is wrong", async () => {
  const spider = (password: string) => `
import json, os
from scrapy import Request, Spider
from scrapy.crawler import CrawlerProcess

seen, why = {}, []


class Walk(Spider):
    name = "walk"
    custom_settings = {
        "DOWNLOADER_MIDDLEWARES": {"proxy_api.scrapy.ProxyMiddleware": 740},
        "PROXY_API_GATEWAY": os.environ["GATEWAY"],
        "PROXY_API_ACCOUNT": os.environ["ACCOUNT"],
        "PROXY_API_PASSWORD": ${password},
        "LOG_ENABLED": False,
        "TELNETCONSOLE_ENABLED": False,
        "RETRY_ENABLED": False,
    }

    def start_requests(self):
        for number in range(4):
            meta = {"proxy_country": "US", "proxy_session": "walk" + str(number % 2)}
            yield Request(os.environ["TARGET"] + "/ip", dont_filter=True, meta=meta)

    def parse(self, response):
        seen.setdefault(response.meta["proxy_session"], []).append(json.loads(response.text)["ip"])

    def closed(self, reason):
        why.append(reason)


process = CrawlerProcess()
process.crawl(Walk)
process.start()
print(json.dumps([seen, why]))`;
  const [seen, why] = (await python(spider('os.environ["PASSWORD"]'))) as [
    Record<string, string[]>,
    string[],
  ];
  expect(why).toEqual(["finished"]);
  expect(Object.keys(seen).toSorted()).toEqual(["walk0", "walk1"]);
  for (const ips of Object.values(seen)) {
    expect(ips).toHaveLength(2);
    expect(new Set(ips).size).toBe(1);
    expect(ips[0]).toMatch(/^127\.1\./);
  }
  const [none, [reason]] = (await python(spider('"wrong1234"'))) as [object, string[]];
  expect([none, reason]).toEqual([{}, expect.stringMatching(/^proxy refused: /)]);
}, 60_000);
