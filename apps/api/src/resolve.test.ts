import dgram from "node:dgram";
import { once } from "node:events";
import { afterAll, beforeAll, expect, it } from "vitest";
import { resolver } from "./resolve.ts";

const A = 1;
const AAAA = 28;
const ipv4 = Buffer.from([93, 184, 216, 34]);
const ipv6 = Buffer.from("20010db8000000000000000000000001", "hex");
/** What the name server has of each name; of others it says nothing at all. */
const zone: Record<string, Record<number, Buffer[]>> = {
  both: { [A]: [ipv4], [AAAA]: [ipv6] },
  old: { [A]: [ipv4] },
  young: { [AAAA]: [ipv6] },
  bare: {},
};

let server: dgram.Socket;
let resolve: (host: string) => Promise<string[]>;
let asked: string[] = [];
beforeAll(async () => {
  server = dgram.createSocket("udp4", (query, { port, address }) => {
    const end = query.indexOf(0, 12);
    const name = query.toString("latin1", 13, 13 + (query[12] ?? 0));
    asked.push(name);
    const held = zone[name];
    if (!held) return;
    const answers = held[query.readUInt16BE(end + 1)] ?? [];
    const head = Buffer.from([0, 0, 0x81, 0x80, 0, 1, 0, answers.length, 0, 0, 0, 0]);
    query.copy(head, 0, 0, 2);
    const rows = answers.flatMap((each) => [
      Buffer.from([0xc0, 12]),
      query.subarray(end + 1, end + 5),
      Buffer.from([0, 0, 0, 60, 0, each.length]),
      each,
    ]);
    server.send(Buffer.concat([head, query.subarray(12, end + 5), ...rows]), port, address);
  });
  server.bind(0, "127.0.0.1");
  await once(server, "listening");
  resolve = resolver([`127.0.0.1:${server.address().port}`]);
});
afterAll(() => {
  server.close();
});

it.each([
  ["both.example.com", ["93.184.216.34", "2001:db8::1"]],
  ["old.example.com", ["93.184.216.34"]],
  ["young.example.com", ["2001:db8::1"]],
])("%s has the addresses %j", async (host, addresses) => {
  expect(await resolve(host)).toEqual(addresses);
});

it("A name without an address is refused", async () => {
  await expect(resolve("bare.example.com")).rejects.toThrow("no address of bare.example.com");
});

it("Names that nobody answers hold up no other, and end", async () => {
  const silent = Array.from({ length: 20 }, (_, n) => resolve(`silent${n}.example.com`));
  const ended = Promise.allSettled(silent);
  let over = false;
  void ended.then(() => (over = true));
  asked = [];
  expect(await resolve("old.example.com")).toEqual(["93.184.216.34"]);
  expect([over, asked.includes("silent19")]).toEqual([false, true]);
  expect((await ended).map(({ status }) => status)).toEqual(Array(20).fill("rejected"));
}, 20_000);
