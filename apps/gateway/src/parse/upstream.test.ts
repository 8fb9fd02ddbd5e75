import { parseAuthority, type Target } from "@turnpike/rules/destination.ts";
import { expect, test } from "vitest";
import { parseHead } from "./http-head.ts";
import { parseProxyAuthorization } from "./proxy-authorization.ts";
import { readGreeting, readRequest, readUserPass, requestReply } from "./socks5.ts";
import {
  connectRequest,
  readConnectAnswer,
  readSocksMethod,
  readSocksReply,
  readSocksUserPass,
  socksGreeting,
  socksRequest,
  socksUserPass,
} from "./upstream.ts";

const known = { user: "user", password: "pa:ss" };
const nobody = { user: "", password: "" };
function target(text: string): Target {
  const read = parseAuthority(text, null);
  if ("bad" in read) throw new Error(read.bad);
  return read.target;
}
const need = { need: true };

test.each(["a.example:443", "8.8.8.8:1", "[2a00::1]:65535"])(
  "Our CONNECT to %s passes our own strict parser",
  (authority) => {
    const parsed = parseHead(connectRequest(target(authority), known));
    if (!("head" in parsed)) throw new Error("not read");
    expect(parsed.head.target.authority).toBe(authority);
    expect(parseProxyAuthorization(parsed.head.proxyAuthorization)).toEqual({
      username: "user",
      password: "pa:ss",
    });
    const bare = connectRequest(target(authority), nobody).toString();
    expect(bare).not.toMatch(/authorization/i);
  },
);
test("Our SOCKS5 messages pass our own strict parser, for each kind of target", () => {
  expect(readGreeting(socksGreeting(known))).toMatchObject({ methods: [0, 2] });
  expect(readGreeting(socksGreeting(nobody))).toMatchObject({ methods: [0] });
  expect(readUserPass(socksUserPass(known) ?? Buffer.alloc(0))).toMatchObject({
    username: "user",
    password: "pa:ss",
  });
  expect(socksUserPass({ user: "a".repeat(256), password: "" })).toBe(null);
  for (const authority of ["a.example:443", "8.8.8.8:1", "255.255.255.255:2", "[2a00::1]:65535"]) {
    expect(readRequest(socksRequest(target(authority)))).toMatchObject({ target: { authority } });
  }
});

test("An upstream's response to CONNECT ends at its empty line, whatever length it declares", () => {
  const head = "HTTP/1.1 200 Connection established\r\nContent-Length: 5\r\n\r\n";
  const bytes = Buffer.from(`${head}tunnel`);
  expect(readConnectAnswer(bytes)).toMatchObject({ status: 200, consumed: head.length });
  expect(readConnectAnswer(bytes.subarray(0, 20))).toMatchObject(need);
  expect(readConnectAnswer(Buffer.from("HTTP/1.0 407 No\r\n\r\n"))).toMatchObject({ status: 407 });
  expect(readConnectAnswer(Buffer.from("SSH-2.0"))).toHaveProperty("bad");
});
test("An upstream may choose only a method that we offered", () => {
  expect(readSocksMethod(Buffer.from([5]), known)).toEqual(need);
  expect(readSocksMethod(Buffer.from([5, 2]), known)).toMatchObject({ method: 2 });
  expect(readSocksMethod(Buffer.from([5, 0]), nobody)).toMatchObject({ method: 0 });
  expect(readSocksMethod(Buffer.from([5, 2]), nobody)).toHaveProperty("bad");
  expect(readSocksMethod(Buffer.from([5, 255]), known)).toHaveProperty("bad");
  expect(readSocksMethod(Buffer.from([4]), known)).toHaveProperty("bad");
  expect(readSocksUserPass(Buffer.from([1, 0]))).toMatchObject({ ok: true });
  expect(readSocksUserPass(Buffer.from([1, 1]))).toMatchObject({ ok: false });
  expect(readSocksUserPass(Buffer.from([1]))).toEqual(need);
});
test("An upstream's reply is read to its end, and the rest belongs to the target", () => {
  const done = Buffer.concat([requestReply(0), Buffer.from("data")]);
  for (let length = 0; length < 10; length += 1) {
    expect(readSocksReply(done.subarray(0, length))).toEqual(need);
  }
  expect(readSocksReply(done)).toEqual({ code: 0, consumed: 10 });
  const named = Buffer.from([5, 0, 0, 3, 2, 0x61, 0x62, 0, 80, 1]);
  expect(readSocksReply(named)).toEqual({ code: 0, consumed: 9 });
  expect(readSocksReply(Buffer.from([5, 0, 0, 4, ...Array<number>(18).fill(0)]))).toMatchObject({
    consumed: 22,
  });
  expect(readSocksReply(Buffer.from([5, 5]))).toMatchObject({ code: 5 });
  expect(readSocksReply(Buffer.from([5, 0, 0, 9]))).toHaveProperty("bad");
});
