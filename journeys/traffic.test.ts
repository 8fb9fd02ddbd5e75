/** Every byte that passes is counted once, whatever its route (spec/gateway#billing, M1). */
import { describe, expect, it } from "vitest";
import { type Customer, curl, customerWithTraffic } from "./customer.ts";
import { sharedProduct } from "./shared.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { borrowed } from "@turnpike/net/testing/for-tests.ts";

const product = borrowed(sharedProduct);

const totalBytes = async (customer: Customer) =>
  (await customer.ask("trafficStatis", { days: 7 })).items.reduce(
    (sum, item) => ({ up: sum.up + item.upBytes, down: sum.down + item.downBytes }),
    { up: 0, down: 0 },
  );

const sizes = [
  0, 1, 2, 100, 1_000, 1_460, 4_096, 9_999, 16_384, 65_535, 65_536, 100_000, 131_072, 262_143,
  500_000, 777_777, 1_048_576, 2_000_000, 3_141_592, 4_194_304,
];

describe("a sub-account's traffic", () => {
  it("uses an exit at the place given in the user name, and keeps it with its sid", async () => {
    const { account, password } = await customerWithTraffic(product);
    const proxy = (user: string) => `http://${user}:${password}@${product.gateway}`;
    const sticky = proxy(`${account}-region-DE-sid-a1-t-10`);
    const exits = [];
    for (let i = 0; i < 4; i++) {
      exits.push(JSON.parse((await curl("-x", sticky, `${product.target}/ip`)).out).ip);
    }
    expect(exits[0]).toMatch(/^127\.1\./);
    expect(new Set(exits).size).toBe(1);
    const tunnelled = await curl("-p", "-x", sticky, `${product.target}/ip`);
    expect(JSON.parse(tunnelled.out).ip).toBe(exits[0]);
    const socks = `socks5h://${account}-cc-de-session-a1:${password}@${product.gateway}`;
    expect(JSON.parse((await curl("-x", socks, `${product.target}/ip`)).out).ip).toBe(exits[0]);
    const fresh = new Set();
    for (let i = 0; i < 6; i++) {
      fresh.add((await curl("-x", proxy(`${account}-region-DE`), `${product.target}/ip`)).out);
    }
    expect(fresh.size).toBeGreaterThan(1);
  });

  it("appears in the statistics within five seconds, exact to the byte: SOCKS5 and CONNECT", async () => {
    const { customer, account, password } = await customerWithTraffic(product);
    let down = 0;
    for (const [way, ...args] of [
      ["CONNECT", "-p", "-x", `http://${account}:${password}@${product.gateway}`],
      ["SOCKS5", "-x", `socks5h://${account}:${password}@${product.gateway}`],
    ]) {
      for (const size of sizes) {
        const url = `${product.target}/bytes/${size}`;
        const report = "%{size_header} %{size_download}";
        const { out, err } = await curl(...args, "-o", "/dev/null", "-w", report, url);
        const [, body = 0] = out.split(" ").map(Number);
        expect([way, body, err]).toEqual([way, size, ""]);
      }
    }
    // A tunnel carries the target's whole response: a direct request measures its header.
    for (const size of sizes) {
      const direct = await curl(
        "-o",
        "/dev/null",
        "-w",
        "%{size_header}",
        `${product.target}/bytes/${size}`,
      );
      down += 2 * (Number(direct.out) + size);
    }
    const counted = await waitFor(
      `the statistics show ${down} bytes down`,
      async () => {
        const total = await totalBytes(customer);
        return total.down >= down ? total : null;
      },
      5_000,
    );
    expect(counted.down).toBe(down);
    const { balanceBytes, usedBytes } = await customer.ask("trafficInfo", {});
    expect(usedBytes).toBe(counted.up + counted.down);
    expect(balanceBytes).toBe(10_000_000_000 - usedBytes);
    const domains = await customer.ask("trafficStatisDomain", { days: 7 });
    expect(domains.items.reduce((sum, item) => sum + item.bytes, 0)).toBe(usedBytes);
  }, 60_000);

  it("counts the headers and bodies of absolute-form requests and their responses", async () => {
    const { customer, account, password } = await customerWithTraffic(product);
    const proxy = ["-x", `http://${account}:${password}@${product.gateway}`];
    let down = 0;
    for (const size of sizes) {
      const url = `${product.target}/bytes/${size}`;
      const { out } = await curl(
        ...proxy,
        "-o",
        "/dev/null",
        "-w",
        "%{size_header} %{size_download}",
        url,
      );
      const [head = 0, body = 0] = out.split(" ").map(Number);
      expect(body).toBe(size);
      down += head + body;
    }
    const counted = await waitFor("the statistics show it all", async () => {
      const total = await totalBytes(customer);
      return total.down >= down ? total : null;
    });
    expect(counted.down).toBe(down);
  }, 60_000);
});

describe("refusals", () => {
  it("give the reason: password, parameters, target", async () => {
    const { account, password } = await customerWithTraffic(product);
    const status = async (user: string, url = `${product.target}/ip`) => {
      const proxy = `http://${user}@${product.gateway}`;
      const { out } = await curl("-i", "-x", proxy, url);
      return { code: Number(out.split(" ")[1]), out };
    };
    expect((await status(`${account}:wrong1234`)).code).toBe(407);
    const bad = await status(`${account}-regoin-DE:${password}`);
    expect(bad.code).toBe(400);
    expect(bad.out).toContain("region");
    expect(bad.out).toMatch(/proxy-status:/i);
    expect((await status(`${account}:${password}`, `${product.url}/healthz`)).code).toBe(403);
    expect((await status(`${account}-region-DE:${password}`)).code).toBe(200);
  });

  it("return 402 for a sub-account without traffic until it has some", async () => {
    const { customer, account, password, sub } = await customerWithTraffic(product, 0);
    const proxy = `http://${account}:${password}@${product.gateway}`;
    const code = async () =>
      (await curl("-o", "/dev/null", "-w", "%{http_code}", "-x", proxy, `${product.target}/ip`))
        .out;
    expect(await code()).toBe("402");
    await customer.ask("upSubUser", { id: sub.id, trafficGb: 1 });
    await waitFor("it works after the allotment", async () => (await code()) === "200", 2_000);
  });
});
