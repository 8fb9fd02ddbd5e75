import { describe, expect, it } from "vitest";
import { readListLine } from "./target-list.ts";

const names = (line: string) => {
  const read = readListLine(line);
  return "names" in read ? read.names : read.fault;
};

describe("lines of lists of domains (spec/operator#target-policy)", () => {
  it.each([
    ["bank.com", ["bank.com"]],
    ["  WWW.Bank.COM.  ", ["www.bank.com"]],
    ["*.bank.com", ["bank.com"]],
    [".bank.com", ["bank.com"]],
    ["bank.com # the bank", ["bank.com"]],
    ["bücher.example", ["xn--bcher-kva.example"]],
    ["пример.рф", ["xn--e1afmkfd.xn--p1ai"]],
    ["*.gov", ["gov"]],
    ["my_host.example", ["my_host.example"]],
    ["\ufeffbank.com\r", ["bank.com"]],
    ["0.0.0.0 ads.example", ["ads.example"]],
    ["127.0.0.1\tads.example  b.example # both", ["ads.example", "b.example"]],
    ["::1 ip6-localhost ip6-loopback", []],
    ["fe80::1%lo0 localhost", []],
    ["0.0.0.0 0.0.0.0", []],
    ["||bank.com^", ["bank.com"]],
    ["||bank.com", ["bank.com"]],
    ["||bank.com^$important", ["bank.com"]],
    ["||*.bank.com^$all,document", ["bank.com"]],
    ["", []],
    ["# bank.com", []],
    ["! Title: a list", []],
    ["[Adblock Plus 2.0]", []],
    ["// bank.com", []],
    ["; bank.com", []],
  ])("%j has the names %j", (line, expected) => {
    expect(names(line)).toEqual(expected);
  });

  it.each([
    ["com", "one label"],
    ["||com^", "one label"],
    ["192.0.2.7", "an address"],
    ["||192.0.2.7^", "an address"],
    ["2001:db8::1", "an address"],
    ["@@||bank.com^", "an exception"],
    ["||bank.com^$third-party", "a rule with options"],
    ["||bank.com/login", "a rule with options"],
    ["https://bank.com/", "not a domain name"],
    ["bank.com,finance", "not a domain name"],
    ["bank..com", "not a domain name"],
    ["local-zone: bank.com refuse", "not a domain name"],
    ["bank.com other.com", "not a domain name"],
    ["b\ufffdnk.com", "not a domain name"],
    ["bank\0.com", "not a domain name"],
    [`${"a".repeat(64)}.com`, "not a domain name"],
    ["a.".repeat(600), "longer than"],
  ])("%j is left out: %s", (line, why) => {
    expect(names(line)).toContain(why);
  });
});
