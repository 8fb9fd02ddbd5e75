import { expect, it } from "vitest";
import { alertBody } from "./message.ts";

it("An upstream's words mention nobody and lead nowhere in the staff's chats (spec/operator#alerts)", () => {
  const title =
    "Upstream a: @everyone <!channel> <https://evil.example|Log in> [here](https://e.example) evil.example/login";
  const given = { id: "1", at: "2026-01-01T00:00:00Z", console: "" };
  const { subject, text, content, items } = alertBody(
    [{ topic: "upstreams", item: "1", title }],
    given,
  );
  expect(content).toBe(text);
  expect(text).toBe(
    "- Upstream a: @\u200beveryone <\u200b!channel> <\u200bhttps:\u200b//evil.\u200bexample|Log in> [here]\u200b(https:\u200b//e.\u200bexample) evil.\u200bexample/login",
  );
  // Telegram shows the subject where the text lacks it.
  expect(text).toBe(`- ${subject}`);
  expect(items).toMatchObject([{ title }]);
});
