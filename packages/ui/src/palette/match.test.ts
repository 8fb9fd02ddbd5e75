import { describe, expect, it } from "vitest";
import { piecesOf, scoreOf, wordsOf } from "./match.ts";

const score = (typed: string, label: string, aliases = "") =>
  scoreOf(wordsOf(typed), label, aliases);

describe("what was typed fits a label", () => {
  it("whatever its case and accents are, on either side", () => {
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

  it("with its words in any order, each of them somewhere", () => {
    expect(score("password user", "User and password")).not.toBeNull();
    expect(score("user invoice", "User and password")).toBeNull();
    expect(score("user curl", "User and password", "sub-account curl")).not.toBeNull();
    expect(score("xyz", "User and password", "curl")).toBeNull();
  });

  it("best from its beginning, then from a word's, then within, last by its other names", () => {
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

  it("within other names only by enough of it", () => {
    expect(score("eas", "Dashboard", "leases")).toBeNull();
    expect(score("ease", "Dashboard", "leases")).not.toBeNull();
    expect(score("lea", "Dashboard", "leases")).not.toBeNull();
    expect(score("清單", "API 提取", "代理清單")).not.toBeNull();
  });

  it("as all does where nothing was typed", () => {
    expect(score("  ", "Home")).toBe(0);
  });
});

describe("what fits is marked", () => {
  const marked = (label: string, typed: string) =>
    piecesOf(label, wordsOf(typed))
      .map(({ text, hit }) => (hit ? `[${text}]` : text))
      .join("");

  it("with the accents that the label has", () => {
    expect(marked("Paramètres", "metre")).toBe("Para[mètre]s");
    expect(marked("Đăng xuất", "xuat dang")).toBe("[Đăng] [xuất]");
    expect(marked("Cafe\u0301 au lait", "cafe")).toBe("[Cafe\u0301] au lait");
    expect(marked("Große Straße", "strasse")).toBe("Große [Straße]");
  });

  it("wherever it stands, and nothing else is", () => {
    expect(marked("IP by IP", "ip")).toBe("[IP] by [IP]");
    expect(marked("Home", "z")).toBe("Home");
    expect(marked("a😀b", "b")).toBe("a😀[b]");
    expect(marked("Home", "")).toBe("Home");
  });
});
