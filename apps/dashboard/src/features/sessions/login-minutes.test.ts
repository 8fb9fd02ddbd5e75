import { describe, expect, it } from "vitest";
import { choiceOf, minutesOf } from "./login-minutes.ts";

describe("login duration: always online (0) or 10-43200 minutes (spec/sign-in#sessions)", () => {
  it.each([
    [0, "0"],
    [60, "60"],
    [1440, "1440"],
    [43_200, "43200"],
    [90, "own"],
    [10, "own"],
  ])("%i minutes is the choice %s", (minutes, choice) => {
    expect(choiceOf(minutes)).toBe(choice);
  });

  it.each([
    ["10", 10],
    [43_200, 43_200],
    [" 95 ", 95],
    ["9", undefined],
    [43_201, undefined],
    ["0", undefined],
    ["", undefined],
    ["12.5", undefined],
    ["-30", undefined],
    ["1e3", undefined],
    ["abc", undefined],
  ])("typed %j is read as %j", (typed, minutes) => {
    expect(minutesOf("own", typed)).toBe(minutes);
  });

  it("ignores the typed value unless custom minutes are chosen", () => {
    expect(minutesOf("480", "7")).toBe(480);
    expect(minutesOf("0", "")).toBe(0);
  });
});
