import { describe, expect, test } from "vitest";
import {
  nearestFirst,
  nodesNearCountry,
  nodesOfRegion,
  type PlacementNode,
  placePorts,
  servingNodes,
} from "./node-placement.ts";

const node = (id: string, region: string, state: PlacementNode["state"] = "up") => {
  return { id, region, state };
};
const ids = (nodes: { id: string }[]) => nodes.map(({ id }) => id);

describe("Nodes for new resources", () => {
  test("are those with the state up", () => {
    const nodes = [
      node("a", "europe"),
      node("b", "asia", "down"),
      node("c", "asia", "draining"),
      node("d", "asia", "retired"),
      node("e", "asia", "joined"),
    ];
    expect(ids(servingNodes(nodes))).toEqual(["a"]);
  });

  test("include a provider's only node while it restarts, unless it is draining", () => {
    expect(ids(servingNodes([node("a", "global", "joined")]))).toEqual(["a"]);
    const retired = node("b", "europe", "retired");
    expect(ids(servingNodes([node("a", "global", "down"), retired]))).toEqual(["a"]);
    expect(servingNodes([node("a", "global", "draining")])).toEqual([]);
    expect(servingNodes([node("a", "global", "down"), node("b", "asia", "down")])).toEqual([]);
  });
});

test("A region's ports are placed on its own nodes, otherwise on global ones", () => {
  const nodes = [node("a", "europe"), node("b", "europe"), node("c", "global")];
  expect(ids(nodesOfRegion(nodes, "europe"))).toEqual(["a", "b"]);
  expect(ids(nodesOfRegion(nodes, "asia"))).toEqual(["c"]);
  expect(ids(nodesOfRegion(nodes, "global"))).toEqual(["a", "b", "c"]);
  expect(nodesOfRegion([node("a", "europe")], "asia")).toEqual([]);
  expect(ids(nodesOfRegion([node("a", "fra"), node("b", "asia")], "europe"))).toEqual(["a"]);
});

test("An exit that every node reaches is opened in its country's region if a node is there", () => {
  const nodes = [node("a", "europe"), node("b", "north-america"), node("c", "global")];
  expect(ids(nodesNearCountry(nodes, "DE"))).toEqual(["a"]);
  expect(ids(nodesNearCountry(nodes, "JP"))).toEqual(["a", "b", "c"]);
});

describe("Ports of an unlimited plan", () => {
  test("are placed one by one on the node with the least bandwidth sold", () => {
    const nodes = [
      { id: "a", load: 20, free: 100 },
      { id: "b", load: 5, free: 100 },
      { id: "c", load: 5, free: 1 },
    ];
    expect(placePorts(nodes, { count: 5, each: 5 })).toEqual(["b", "c", "b", "b", "a"]);
  });

  test("are placed all or none", () => {
    expect(placePorts([{ id: "a", load: 0, free: 2 }], { count: 3, each: 5 })).toBeNull();
    expect(placePorts([], { count: 1, each: 5 })).toBeNull();
    expect(placePorts([{ id: "a", load: 0, free: 3 }], { count: 3, each: 5 })).toHaveLength(3);
  });
});

test("Regions are listed nearest first, after the global one", () => {
  const items = ["asia", "somewhere", "north-america", "europe", "global"].map((region) => {
    return { region };
  });
  const order = (country: string | null) => nearestFirst(items, country).map((one) => one.region);
  expect(order("FR")).toEqual(["global", "europe", "north-america", "asia", "somewhere"]);
  expect(order("JP")).toEqual(["global", "asia", "europe", "north-america", "somewhere"]);
  expect(order(null)).toEqual(items.map(({ region }) => region));
});
