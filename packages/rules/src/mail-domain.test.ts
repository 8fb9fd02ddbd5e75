import { expect, it } from "vitest";
import { isDisposableMail, mailDomain } from "./mail-domain.ts";

const known = {
  isListed: (domain: string) => ["trash.example", "xn--mll-hoa.example"].includes(domain),
  added: new Set(["own.example", "bad.fine.example"]),
  excepted: new Set(["fine.trash.example", "fine.example"]),
};

it.each([
  ["a@trash.example", true],
  ["a@deep.down.trash.example", true],
  ["a@nottrash.example", false],
  ["a@example", false],
  ["a@own.example", true],
  ["a@sub.own.example", true],
  ["a@fine.trash.example", false],
  ["a@x.fine.trash.example", false],
  ["a@fine.example", false],
  ["a@x.bad.fine.example", true],
  ["a@xn--mll-hoa.example", true],
])("%s is disposable: %s (spec/sign-in#disposable-mail)", (email, expected) => {
  expect(isDisposableMail(email, known)).toBe(expected);
});

it.each([
  [" Trash.Example. ", "trash.example"],
  ["@trash.example", "trash.example"],
  ["MÜLL.example", "xn--mll-hoa.example"],
  ["trash", null],
  ["no domain.example", null],
])("a domain is kept as addresses have it: %j (spec/sign-in#disposable-mail)", (text, expected) => {
  expect(mailDomain(text)).toBe(expected);
});
