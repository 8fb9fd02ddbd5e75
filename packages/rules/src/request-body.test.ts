import { expect, test } from "vitest";
import { parseForm, parseJson } from "./request-body.ts";

test("a form has 200 fields at most, and the rest is not read (spec/api#requests)", () => {
  const cpu = process.cpuUsage();
  for (const part of ["a&", "a=b&", "&", "=", "&=&", "%26&", "+&"])
    expect(Object.keys(parseForm(part.repeat(6_000_000 / part.length))).length).toBeLessThan(3);
  const { user } = process.cpuUsage(cpu);
  expect(user / 1_000).toBeLessThan(2_000);
  const many = Array.from({ length: 300 }, (_, at) => `f${at}=${at}`).join("&");
  expect(Object.keys(parseForm(many))).toHaveLength(200);
  expect(parseForm(many)).toMatchObject({ f0: "0", f199: "199" });
});

test("repeated fields are a list, and names of the prototype are names", () => {
  expect(parseForm("a=1&a=2&b[]=3&__proto__=4")).toEqual(
    Object.assign(Object.create(null), { a: ["1", "2"], b: "3", ["__proto__"]: "4" }),
  );
  expect(parseJson('{"__proto__":{"polluted":1}}')).not.toHaveProperty("polluted");
});

test("a JSON body of thousands of empty objects or lists is refused unparsed (spec/api#requests)", () => {
  const of = (count: number, part: string) => `{"ids":[${Array(count).fill(part).join()}]}`;
  for (const part of ["{}", "[]", "[[]]", '{"a":{}}', '"\\\\",{}'])
    expect(parseJson(of(5_000, part))).toBeNull();
  expect(parseJson(`{"a":${"[".repeat(3_000)}${"]".repeat(3_000)}}`)).toBeNull();
  expect(parseJson(of(900, "{}"))?.ids).toHaveLength(900);
  const text = `"${"[{".repeat(3_000)}\\"[{\\\\"`;
  expect(parseJson(of(10, text))?.ids).toHaveLength(10);
  const rows = of(1_400, '{"name":"a customer\'s words"}');
  expect(parseJson(rows)?.ids).toHaveLength(1_400);
});
