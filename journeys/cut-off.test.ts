/** Traffic that was not bought is not carried (spec/gateway#billing, M5, M6). */
import { connect, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { curl, customerWithTraffic } from "./customer.ts";
import { sharedProduct } from "./shared.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { borrowed } from "@turnpike/net/testing/for-tests.ts";

const product = borrowed(sharedProduct);

interface Download {
  socket: Socket;
  bytes: number;
  status: string;
  closedAt: number | null;
}
/** Opens a tunnel and requests `size` bytes from the target; counts the bytes received. */
function download(user: string, size: number, paceMs = 0): Download {
  const socket = connect(product.ports.gateway, "127.0.0.1");
  const state: Download = { socket, bytes: 0, status: "", closedAt: null };
  const auth = Buffer.from(user).toString("base64");
  const host = `127.0.0.1:${product.ports.target}`;
  socket.write(
    `CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\nProxy-Authorization: Basic ${auth}\r\n\r\n`,
  );
  let head = Buffer.alloc(0);
  socket.on("data", (data: Buffer) => {
    if (state.status) {
      state.bytes += data.length;
      if (paceMs > 0) {
        socket.pause();
        setTimeout(() => socket.resume(), paceMs);
      }
      return;
    }
    head = Buffer.concat([head, data]);
    const end = head.indexOf("\r\n\r\n");
    if (end < 0) return;
    state.status = head.toString("latin1").split(" ")[1] ?? "";
    state.bytes += head.length - end - 4;
    if (state.status === "200") {
      socket.write(`GET /bytes/${size} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    }
  });
  socket.on("error", () => {});
  socket.on("close", () => {
    state.closedAt = performance.now();
  });
  return state;
}

const MB = 1_000_000;

it("a quota is used up but not exceeded by 50 downloads through two gateways", async () => {
  const { customer, account, password, sub } = await customerWithTraffic(product, 0.1);
  const user = `${account}:${password}`;
  const downloads = Array.from({ length: 50 }, () => download(user, 50 * MB));
  await waitFor(
    "all tunnels were cut",
    () => downloads.every((one) => one.closedAt !== null),
    30_000,
  );
  const carried = downloads.reduce((sum, one) => sum + one.bytes, 0);
  expect(downloads.map((one) => one.status)).toEqual(downloads.map(() => "200"));
  expect(carried).toBeLessThanOrEqual(100 * MB);
  expect(carried).toBeGreaterThanOrEqual(98 * MB);
  const closed = downloads.map((one) => one.closedAt ?? 0).sort((a, b) => a - b);
  expect((closed.at(-1) ?? 0) - (closed[0] ?? 0)).toBeLessThan(2_000);
  // A download may take what the tunnels left: bytes that were bought, but on lease at the other gateway.
  await waitFor("requests are refused", async () => {
    const url = `${product.target}/bytes/${2 * MB}`;
    const { out } = await curl("-i", "-x", `http://${user}@${product.gateway}`, url);
    return out.startsWith("HTTP/1.1 402");
  });
  await customer.ask("upSubUser", { id: sub.id, trafficGb: 0.2 });
  await waitFor(
    "the same credential works after the top-up",
    async () =>
      (await curl("-x", `http://${user}@${product.gateway}`, `${product.target}/ip`)).code === 0,
    2_000,
  );
  await waitFor("all of it is booked", async () => {
    const { items } = await customer.ask("subUsers", {});
    const used = items[0]?.usedBytes ?? 0;
    return used >= carried && used <= 200 * MB;
  });
}, 60_000);

describe("within two seconds, a change in the dashboard cuts off", () => {
  const cases = {
    disabled: ["upSubUser", { enabled: 0 }, "403"],
    "given another password": ["upSubUserPasswd", { password: "another99" }, "407"],
    deleted: ["delSubUser", {}, "407"],
  } as const;

  it.each(Object.entries(cases))(
    "a sub-account that was %s",
    async (_title, [call, fields, code]) => {
      const { customer, account, password, sub } = await customerWithTraffic(product);
      const open = download(`${account}:${password}`, 2_000 * MB, 5);
      await waitFor("bytes flow", () => open.bytes > 100_000);
      await customer.ask(call, { id: sub.id, ids: sub.id, ...fields } as never);
      await waitFor("the tunnel was cut", () => open.closedAt !== null, 2_000);
      const proxy = `http://${account}:${password}@${product.gateway}`;
      const { out } = await curl(
        "-o",
        "/dev/null",
        "-w",
        "%{http_code}",
        "-x",
        proxy,
        `${product.target}/ip`,
      );
      expect(out).toBe(code);
    },
  );

  it("a whitelisted address that was removed", async () => {
    const { customer } = await customerWithTraffic(product);
    const { added } = await customer.ask("addTrafficWhite", { ips: "127.0.0.77" });
    const from = ["--interface", "127.0.0.77", "-x", `http://${product.gateway}`];
    const url = `${product.target}/ip`;
    await waitFor(
      "it needs no password",
      async () => (await curl(...from, url)).out.includes("127.1."),
      2_000,
    );
    const elsewhere = ["--interface", "127.0.0.78", "-x", `http://${product.gateway}`];
    expect((await curl(...elsewhere, "-i", url)).out).toMatch(/ 407 /);
    await customer.ask("delTrafficWhite", { ids: added.map(({ id }) => id) });
    await waitFor(
      "it is refused",
      async () => (await curl("-i", ...from, url)).out.includes(" 407 "),
      2_000,
    );
  });
});
