import { expect, test } from "vitest";
import { defaultTemplate, isTemplate, proxyLine } from "./proxy-format.ts";

const fields = {
  host: "2001:db8::7",
  port: 443,
  user: "ada",
  password: "secret",
  country: "DE",
  city: "berlin",
  expires: "",
  remark: "a\nb",
};

test("a line has brackets around an IPv6 host, and no line break (spec/static#export)", () => {
  expect(proxyLine(defaultTemplate, fields)).toBe("[2001:db8::7]:443:ada:secret");
  expect(proxyLine("{host} {remark} {other}", fields)).toBe("[2001:db8::7] a b {other}");
});

test("a template must be a single line of valid characters that contains only known fields", () => {
  for (const good of [defaultTemplate, "{host}\t{port}", "{user} \u{1f642} ü{password}"])
    expect(isTemplate(good)).toBe(true);
  const controls = ["\u0000", "\u0007", "\n", "\r", "\u001b", "\u007f"];
  for (const bad of [...controls, "\ud800", "\udc00"])
    for (const template of [`{host}${bad}`, `${bad}{host}`])
      expect([template, isTemplate(template)]).toEqual([template, false]);
  for (const bad of ["", "host", "{host}{other}", `{host}${"x".repeat(200)}`])
    expect(isTemplate(bad)).toBe(false);
});

test("a template with the port yields just the host if no port is open (spec/static#ports)", () => {
  const shut = { ...fields, port: 0 };
  expect(proxyLine(defaultTemplate, shut)).toBe("2001:db8::7");
  expect(proxyLine("{user}/{country}", shut)).toBe("ada/DE");
});
