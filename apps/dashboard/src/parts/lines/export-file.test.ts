import { expect, test } from "vitest";
import { staticIpRow } from "../../testing/static-ip.ts";
import { fieldsOf } from "../static/static-ip.ts";
import { exportPreview, joined } from "./export-file.ts";

const line = (id: string) => ({ host: id, remark: "a,\nb" });

test("parts of a file are joined into the one that they are parts of", () => {
  expect(joined(["a\nb\n", "c\n"], "txt")).toBe("a\nb\nc\n");
  const csv = ['host,remark\r\n1,"x\ny"\r\n', "host,remark\r\n2,z\r\n"];
  expect(joined(csv, "csv")).toBe('host,remark\r\n1,"x\ny"\r\n2,z\r\n');
  const json = [[line("1"), line("2")], [line("3")]].map((rows) => JSON.stringify(rows));
  expect(JSON.parse(joined(json, "json"))).toEqual([line("1"), line("2"), line("3")]);
  expect(joined(["only, one"], "csv")).toBe("only, one");
});

test("the preview is what the file begins with, formulas kept texts", () => {
  const rows = [
    staticIpRow({ expiresAt: "2026-12-01T00:00:00.000Z", remark: "=1+1" }),
    staticIpRow({ host: "2001:db8::7", port: 3010 }),
  ].map((row) => ({ fields: fieldsOf(row) }));
  const template = "{user}:{password}@{host}:{port} {city}";
  expect(exportPreview(rows, { format: "txt", template })).toBe(
    "shopper1:Secret99@198.51.100.7:443 berlin\nshopper1:Secret99@[2001:db8::7]:3010 berlin\n",
  );
  expect(exportPreview(rows.slice(0, 1), { format: "csv", template })).toBe(
    "host,port,user,password,country,city,expires,remark\r\n" +
      "198.51.100.7,443,shopper1,Secret99,DE,berlin,2026-12-01T00:00:00.000Z,'=1+1\r\n",
  );
  const [first] = JSON.parse(exportPreview(rows, { format: "json", template })) as object[];
  expect(first).toMatchObject({ host: "198.51.100.7", port: 443, user: "shopper1" });
});
