import { describe, expect, it } from "vitest";
import { gatewayName, isNodeName, type NodeFacts, nodeOfGateway, nodeState } from "./node.ts";

const now = 1_000_000;
const facts = (given: Partial<NodeFacts>): NodeFacts => ({
  retired: false,
  draining: false,
  joined: true,
  workers: [],
  ...given,
});
const connected = { seenAt: now - 1_000, disconnected: false };
const gone = { seenAt: now - 1_000, disconnected: true };
const silent = { seenAt: now - 60_000, disconnected: false };

describe("a node (spec/nodes#states)", () => {
  it.each<[string, Partial<NodeFacts>, string]>([
    ["down before it joined", { joined: false }, "down"],
    ["joined before its first connection", {}, "joined"],
    ["up while one worker is connected", { workers: [gone, connected] }, "up"],
    ["down when all have gone", { workers: [gone, gone] }, "down"],
    ["down when the API that had it was killed", { workers: [silent] }, "down"],
    ["draining, connected or not", { draining: true, workers: [gone] }, "draining"],
    ["retired, whatever else", { retired: true, draining: true, workers: [connected] }, "retired"],
  ])("is %s", (_, given, state) => {
    expect(nodeState(facts(given), now)).toBe(state);
  });

  it.each([
    ["eu-1", true],
    ["a", true],
    ["-a", false],
    ["a-", false],
    ["Eu", false],
    ["a b", false],
    ["a".repeat(41), false],
  ])("accepts %s as its name: %s", (name, fits) => expect(isNodeName(name)).toBe(fits));

  it("has worker names from which its own name can be derived", () => {
    expect(gatewayName("eu-1", 2)).toBe("eu-1-2");
    expect(nodeOfGateway("eu-1-2")).toBe("eu-1");
    expect(nodeOfGateway("nobody")).toBeNull();
  });
});
