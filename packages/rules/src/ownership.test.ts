import { describe, expect, test } from "vitest";
import { needsOwner, type NodeKeyRef, ownerOf, projectToNode } from "./ownership.ts";

test("Local exits and static IP listeners have an owner; lab and shared upstream exits have none", () => {
  const exit = { how: "local", product: "pool", lab: false } as const;
  expect(needsOwner(exit)).toBe(true);
  expect(needsOwner({ ...exit, lab: true })).toBe(false);
  expect(needsOwner({ ...exit, how: "http" })).toBe(false);
  expect(needsOwner({ ...exit, how: "socks5", product: "unlimited" })).toBe(false);
  expect(needsOwner({ ...exit, how: "http", product: "static" })).toBe(true);
});

describe("A local exit belongs to", () => {
  const fields = { named: null, current: null, only: null, having: [], claimable: true };

  test("the node that the exit list names", () => {
    expect(ownerOf({ ...fields, named: "a", current: "b", having: ["c"] })).toBe("a");
  });

  test("the only node, or the single node that claims its address", () => {
    expect(ownerOf({ ...fields, only: "a" })).toBe("a");
    expect(ownerOf({ ...fields, having: ["b"] })).toBe("b");
    expect(ownerOf(fields)).toBeNull();
  });

  test("nobody if several claim its address, or if it has a password or is sold", () => {
    expect(ownerOf({ ...fields, having: ["b", "c"] })).toBeNull();
    expect(ownerOf({ ...fields, having: ["b"], claimable: false })).toBeNull();
    expect(ownerOf({ ...fields, only: "a", claimable: false })).toBe("a");
  });

  test("its current node, whoever claims its address", () => {
    expect(ownerOf({ ...fields, current: "b", having: ["a", "b"] })).toBe("b");
    expect(ownerOf({ ...fields, current: "b" })).toBe("b");
    expect(ownerOf({ ...fields, current: "b", having: ["a"] })).toBe("b");
  });
});

test("A node receives its own resources and those that belong to every node", () => {
  const resources = [
    { id: "all" },
    { id: "mine", owner: "n1" },
    { id: "theirs", owner: "n2" },
    { id: "nobody's", owner: null },
    {
      id: "far",
      owner: "n2",
      relay: ({ nodeId, generation }: NodeKeyRef) => ({ id: `far, for ${nodeId} ${generation}` }),
    },
  ];
  expect(projectToNode({ nodeId: "n1", generation: 3 }, resources)).toEqual({
    own: [{ id: "all" }, { id: "mine" }, { id: "far, for n1 3" }],
    others: [{ id: "theirs" }, { id: "nobody's" }],
  });
});
