import { expect, test } from "vitest";
import { outcomeOf } from "./request-log.ts";

test("A tunnel that ended by itself is ok; one that we ended is cut (contract §7, §16)", () => {
  expect(outcomeOf({ opened: true, reason: null })).toBe("ok");
  expect(outcomeOf({ opened: true, reason: "insufficientTraffic" })).toBe("cut");
  expect(outcomeOf({ opened: true, reason: "accountDisabled" })).toBe("cut");
});

test("Our verdict is a refusal, what the exit or the target did is a failure", () => {
  expect(outcomeOf({ opened: false, reason: "targetNotAllowed" })).toBe("refused");
  expect(outcomeOf({ opened: false, reason: "noExit" })).toBe("refused");
  expect(outcomeOf({ opened: false, reason: "targetRefused" })).toBe("failed");
  expect(outcomeOf({ opened: true, reason: "badAnswer" })).toBe("failed");
});
