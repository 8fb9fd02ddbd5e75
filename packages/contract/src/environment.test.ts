import { expect, test } from "vitest";
import { readEnvironment } from "./environment.ts";

test("STATIC_PORTS has at most 100 ports, as many as are recorded of a door (§13)", () => {
  expect(readEnvironment({ STATIC_PORTS: "3000-3098, 2024" }).STATIC_PORTS).toHaveLength(100);
  expect(() => readEnvironment({ STATIC_PORTS: "3000-3100" })).toThrow(/at most 100 ports/);
});
