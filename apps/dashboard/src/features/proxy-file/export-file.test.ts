import { expect, test } from "vitest";
import { staticIpRow } from "../static/testing/static-ip.ts";
import { fieldsOf } from "../static/static-ip.ts";
import { joined, textPreview } from "./export-file.ts";

const line = (id: string) => ({ host: id, remark: "a,\nb" });

test("the parts of an export are joined into one file", () => {
  expect(joined(["a\nb\n", "c\n"], "txt")).toBe("a\nb\nc\n");
  const csv = ['host,remark\r\n1,"x\ny"\r\n', "host,remark\r\n2,z\r\n"];
  expect(joined(csv, "csv")).toBe('host,remark\r\n1,"x\ny"\r\n2,z\r\n');
  const json = [[line("1"), line("2")], [line("3")]].map((rows) => JSON.stringify(rows));
  expect(JSON.parse(joined(json, "json"))).toEqual([line("1"), line("2"), line("3")]);
  expect(joined(["only, one"], "csv")).toBe("only, one");
});

test("the text preview uses the template, or each proxy's own format if there is none", () => {
  const rows = [
    { fields: fieldsOf(staticIpRow({})), format: "{port}" },
    { fields: fieldsOf(staticIpRow({ host: "2001:db8::7", port: 3010 })) },
  ];
  expect(textPreview(rows, "{user}:{password}@{host}:{port} {city}")).toBe(
    "shopper1:Secret99@198.51.100.7:443 berlin\nshopper1:Secret99@[2001:db8::7]:3010 berlin\n",
  );
  expect(textPreview(rows, null)).toBe("443\n[2001:db8::7]:3010:shopper1:Secret99\n");
});
