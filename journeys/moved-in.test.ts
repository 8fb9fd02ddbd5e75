/** Imported user names and passwords work at the gateway as they did before (docs/moving-in.md). */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { curl, customerWithTraffic, send } from "./customer.ts";
import { operator } from "./operator.ts";
import { sharedProduct } from "./shared.ts";
import { borrowed } from "@turnpike/net/testing/for-tests.ts";

const product = borrowed(sharedProduct);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "moved-in-"));
}, 90_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

async function imported(kind: string, text: string) {
  const file = path.join(folder, `${kind}.csv`);
  await writeFile(file, text);
  const { code, error } = await operator(product, "import", kind, file);
  expect([code, error]).toEqual([0, ""]);
}

/** What the target sees of a request by HTTP, CONNECT and SOCKS5. */
async function seen(user: string, password: string) {
  const [name, secret] = [encodeURIComponent(user), encodeURIComponent(password)];
  const url = `${product.target}/ip`;
  const ways = [
    ["-x", `http://${name}:${secret}@${product.gateway}`],
    ["-p", "-x", `http://${name}:${secret}@${product.gateway}`],
    ["-x", `socks5h://${name}:${secret}@${product.gateway}`],
  ];
  return Promise.all(ways.map(async (way) => (await curl("-sS", ...way, url)).out));
}
const anIp = expect.stringMatching(/"ip":\s*"127\./);

it("serves old names by HTTP, CONNECT and SOCKS5, with parameters and without", async () => {
  const email = `moved${process.pid}@example.com`;
  const own = `p${process.pid}`;
  await imported("customers", `email,trafficGb\n${email},5`);
  await imported(
    "subaccounts",
    [
      "email,user,password,trafficGb",
      `${email},Anna.K-2_${own}@shop,Old_pass-1.@x,1`,
      `${email},x-${own},z,1`,
      `${email},user_${own},p_ass,`,
    ].join("\n"),
  );
  expect(await seen(`Anna.K-2_${own}@shop`, "Old_pass-1.@x")).toEqual([anIp, anIp, anIp]);
  expect(await seen(`anna.k-2_${own}@shop-region-DE`, "Old_pass-1.@x")).toEqual(
    Array.from({ length: 3 }, () => expect.stringMatching(/127\.1\./)),
  );
  expect(await seen(`x-${own}`, "z")).toEqual([anIp, anIp, anIp]);
  expect(await seen(`user_${own}-sid-a1-t-5`, "p_ass")).toEqual([anIp, anIp, anIp]);
  for (const [user, password] of [
    [`x-${own}`, "y"],
    [`x-${own}2`, "z"],
    [`x-${own}-moon-us`, "z"],
  ] as const)
    expect((await seen(user, password)).join(" ")).not.toContain("127.");
  // A bad parameter behind an old name is said, as behind any other.
  const bad = `http://x-${own}-t-99999:z@${product.gateway}`;
  const { out } = await curl(
    "-sS",
    "-o",
    "/dev/null",
    "-w",
    "%{http_code}",
    "-x",
    bad,
    product.target,
  );
  expect(out).toBe("400");
  const unknown = await send(product.url, "signin", { email, password: "x", agree: 1 });
  expect(unknown.code).toBe(401);
}, 60_000);

it("still tells a customer of a mistyped parameter", async () => {
  const { account, password } = await customerWithTraffic(product);
  const proxy = `http://${account}-regoin-US:${password}@${product.gateway}`;
  const { out } = await curl("-sS", "-x", proxy, product.target);
  expect(out).toContain("regoin");
});
