import { describe, expect, it } from "vitest";
import { piecesOf, scoreOf, wordsOf } from "./match.ts";

const score = (typed: string, label: string, aliases = "") =>
  scoreOf(wordsOf(typed), label, aliases);

describe("typed text matches a label", () => {
  it("regardless of case and accents, on either side", () => {
    for (const [typed, label] of [
      ["parametres", "Paramètres"],
      ["MÉNU", "menu"],
      ["dang xuat", "Đăng xuất"],
      ["strasse", "Straße"],
      ["НАСТРОЙКИ", "Настройки"],
      ["流量", "即時流量"],
      ["ｉｐ", "ISP IP"],
    ] as const) {
      expect([typed, score(typed, label)]).not.toEqual([typed, null]);
    }
  });

  it("with its words in any order, if all of them are found", () => {
    expect(score("password user", "User and password")).not.toBeNull();
    expect(score("user invoice", "User and password")).toBeNull();
    expect(score("user curl", "User and password", "sub-account curl")).not.toBeNull();
    expect(score("xyz", "User and password", "curl")).toBeNull();
  });

  it("best at its start, then at a word's start, then inside it, last by its aliases", () => {
    const order = [
      score("pass", "Password recovery"),
      score("pass", "User and password"),
      score("pass", "Bypass"),
      score("pass", "Security", "password"),
      score("pass", "Security", "bypass"),
    ];
    expect(order).not.toContain(null);
    expect(order.toSorted((one, other) => (one ?? 0) - (other ?? 0))).toEqual(order);
    expect(new Set(order).size).toBe(5);
  });

  it("inside an alias only if it is long enough", () => {
    expect(score("eas", "Dashboard", "leases")).toBeNull();
    expect(score("ease", "Dashboard", "leases")).not.toBeNull();
    expect(score("lea", "Dashboard", "leases")).not.toBeNull();
    expect(score("清單", "API 提取", "代理清單")).not.toBeNull();
  });

  it("always if it is empty", () => {
    expect(score("  ", "Home")).toBe(0);
  });
});

describe("the matching text is highlighted", () => {
  const marked = (label: string, typed: string) =>
    piecesOf(label, wordsOf(typed))
      .map(({ text, hit }) => (hit ? `[${text}]` : text))
      .join("");

  it("including the label's accents", () => {
    expect(marked("Paramètres", "metre")).toBe("Para[mètre]s");
    expect(marked("Đăng xuất", "xuat dang")).toBe("[Đăng] [xuất]");
    expect(marked("Cafe\u0301 au lait", "cafe")).toBe("[Cafe\u0301] au lait");
    expect(marked("Große Straße", "strasse")).toBe("Große [Straße]");
  });

  it("wherever it occurs, and nothing else is", () => {
    expect(marked("IP by IP", "ip")).toBe("[IP] by [IP]");
    expect(marked("Home", "z")).toBe("Home");
    expect(marked("a😀b", "b")).toBe("a😀[b]");
    expect(marked("Home", "")).toBe("Home");
  });
});
