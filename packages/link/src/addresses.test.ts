import { expect, test } from "vitest";
import { readApiUrls, readJoinLine } from "./addresses.ts";

test("URLs of hubs (spec/nodes#joining) must use wss, or ws on this machine", () => {
  const secret = "a".repeat(32);
  expect(readJoinLine(`wss://a.example/link/${secret}`)).toEqual({
    url: "wss://a.example/link",
    secret,
  });
  expect(readApiUrls("wss://a.example/link, ws://127.0.0.1:3000/link")).toHaveLength(2);
  expect(() => readApiUrls("ws://10.0.0.4:3000/link")).toThrow(/loopback alone/);
  expect(() => readJoinLine(`ws://a.example/link/${secret}`)).toThrow(/loopback alone/);
  expect(() => readApiUrls("https://a.example/link")).toThrow(/wss/);
  expect(() => readJoinLine("wss://a.example/")).toThrow(/node add/);
});
