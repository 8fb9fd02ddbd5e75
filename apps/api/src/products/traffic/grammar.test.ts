import { parseUsername } from "@turnpike/rules/username.ts";
import { expect, test } from "vitest";
import { grammarPattern, grammarWords } from "./grammar.ts";

test.each(grammarWords)(
  "$name and its aliases mean the same to the gateway (spec/gateway#user-name)",
  (word) => {
    const [plain] = [word.name, ...word.aliases].map((name) =>
      parseUsername(`Account1-${name}-${word.example}`),
    );
    expect(plain).toMatchObject({ ok: true });
    for (const alias of word.aliases) {
      expect(parseUsername(`Account1-${alias}-${word.example}`)).toEqual(plain);
    }
  },
);

test("The displayed pattern is a valid user name once its brackets are removed", () => {
  const shown = grammarPattern.replace("NAME", "Account1").replace(/[[\]]/g, "");
  expect(parseUsername(shown)).toMatchObject({ ok: true, name: "account1", minutes: 10 });
  for (const { name } of grammarWords) expect(grammarPattern).toContain(`[-${name}-`);
});
