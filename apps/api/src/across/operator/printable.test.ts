import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { expect, it } from "vitest";
import { startTestApi } from "../../../testing/api.ts";
import { operate, operateJson } from "./testing.ts";

const api = forTests(startTestApi);

it("What others wrote commands no terminal, adds no line and turns no direction (spec/operator#commands)", async () => {
  const title = "spam\u009b2J\u202E\u2028x";
  const added = ["case", "add", "--title", title, "--reporter", "a\n17      closed  paid"];
  expect((await operate(api.services, ...added)).code).toBe(0);
  const { out } = await operate(api.services, "case", "list");
  expect(out.split(/[\n\u2028]/)).toHaveLength(2);
  expect(out).toContain(String.raw`spam\u009b2J\u202e\u2028x`);
  const raw = await operate(api.services, "case", "list", "--json");
  expect(raw.out).not.toMatch(/[\u0080-\u009f\u2028\u202E]/);
  const { said } = await operateJson(api.services, "case", "list");
  expect(JSON.stringify(said)).toContain(JSON.stringify(title));
  const { error } = await operate(api.services, "account", "show", "\u001b]0;x\u0007");
  expect(error).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u0080-\u009f]/);
  await operate(api.services, "case", "note", "1", "--body", "one\ntwo\r\nthree");
  const shown = await operate(api.services, "case", "show", "1");
  expect(shown.out).toContain("one two three");
});
