import { expect, it } from "vitest";
import { shareLinks } from "./share-links.ts";

it("share links contain the complete invitation link, correctly encoded", () => {
  const url = "https://proxies.example/index/register?code=AB&x=1";
  const links = shareLinks({ url, message: "Hallo & los?", subject: "Ä" });
  expect(links.map(({ way: channel }) => channel)).toEqual(["mail", "telegram", "x"]);
  const [mail, telegram, x] = links.map(({ href }) => new URL(href));
  expect(mail?.searchParams.get("body")).toBe(`Hallo & los?\n${url}`);
  expect(mail?.searchParams.get("subject")).toBe("Ä");
  expect(telegram?.searchParams.get("url")).toBe(url);
  expect(x?.searchParams.get("url")).toBe(url);
  expect(x?.searchParams.get("text")).toBe("Hallo & los?");
});
