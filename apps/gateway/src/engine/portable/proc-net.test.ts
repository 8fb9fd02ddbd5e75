import { describe, expect, test } from "vitest";
import { type Endpoint, readQueues, socketKey } from "./proc-net.ts";

const head =
  "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n";

/** A row as Linux writes it, without the columns after the queues. */
const row = (at: number, sockets: string, tx: string) =>
  `${String(at).padStart(4)}: ${sockets} 01 ${tx}:00000007 01:00000014 00000000     0        0 9 1\n`;

function read(rows: string): [string, number][] {
  const queues = new Map<string, number>();
  readQueues(rows, queues);
  return [...queues];
}
const at = (address: string, port: number): Endpoint => ({ address, port });
const inV6 = "0000000000000000FFFF00000100007F";

describe("parsing /proc/net/tcp (ADR 5)", () => {
  test("Rows with queued bytes are read, others are skipped", () => {
    const rows =
      head +
      row(0, "0100007F:1F90 0100007F:C350", "0002D000") +
      row(1, "0100007F:C350 0100007F:1F90", "00000000") +
      row(12_345, "0500000A:01BB 08080808:D431", "FFFFFFFF");
    expect(read(rows)).toEqual([
      ["0100007F:1F90 0100007F:C350", 184_320],
      ["0500000A:01BB 08080808:D431", 4_294_967_295],
    ]);
    expect(read("")).toEqual([]);
    expect(read(`${head}something else: 1 2 3\n`)).toEqual([]);
  });

  test("A socket is found by its addresses, on little-endian and big-endian machines", () => {
    const key = (endianness: "LE" | "BE") =>
      socketKey(at("10.0.0.5", 443), at("1.2.3.4", 54_321), endianness);
    expect(key("LE")).toBe("0500000A:01BB 04030201:D431");
    expect(key("BE")).toBe("0A000005:01BB 01020304:D431");
    const v6 = (endianness: "LE" | "BE") =>
      socketKey(at("2001:db8::102:304", 80), at("fe80::1%eth0", 9), endianness);
    expect(v6("LE")).toBe(
      "B80D0120000000000000000004030201:0050 000080FE000000000000000001000000:0009",
    );
    expect(v6("BE")).toBe(
      "20010DB8000000000000000001020304:0050 FE800000000000000000000000000001:0009",
    );
  });

  test("An IPv4 socket is recognised in IPv4-mapped form, too", () => {
    const plain = "0100007F:1F90 0100007F:C350";
    expect(read(row(3, `${inV6}:1F90 ${inV6}:C350`, "00000001"))).toEqual([[plain, 1]]);
    const bigEndian = "00000000000000000000FFFF7F000001";
    expect(read(row(3, `${bigEndian}:1F90 ${bigEndian}:C350`, "00000001"))).toEqual([
      ["7F000001:1F90 7F000001:C350", 1],
    ]);
    const mapped = at("::ffff:127.0.0.1", 8_080);
    expect(socketKey(mapped, at("127.0.0.1", 50_000), "LE")).toBe(plain);
  });

  test("A socket without an address has no key", () => {
    const nobody = { address: undefined, port: undefined };
    expect(socketKey(at("127.0.0.1", 1), nobody, "LE")).toBeNull();
    expect(socketKey(at("somewhere", 1), at("127.0.0.1", 1), "LE")).toBeNull();
  });
});
