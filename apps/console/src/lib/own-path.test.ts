import { expect, test } from "vitest";
import { ownPath } from "./own-path.ts";

test("a link to the sign-in leads to a path of the console, however it is written", () => {
  for (const own of ["/", "/customers?search=%C3%A9&page=2", "/cases/1", "/./cases"])
    expect(ownPath(own)).toBe(own);
  const foreign = ["//evil.example", "/\\evil.example", "/\t/evil.example", "/\n\\evil.example"];
  for (const other of [...foreign, "javascript:alert(1)", "https://evil.example", "evil", ""])
    expect(ownPath(other)).toBe("/");
});
