import { fileContents, fileName } from "@turnpike/rules/file-name.ts";
import { expect, test } from "vitest";
import { proxyFileName, renamedTo } from "./file-name.ts";
import { proxyFormatNames } from "./proxy-formats.ts";

const when = Date.UTC(2026, 2, 15, 9, 30);

test("a file's name says product, contents, what distinguishes it, and when (spec/api#tickets)", () => {
  const [contents, ending] = ["usage-series", "csv"] as const;
  expect(fileName({ contents, when, ending })).toBe("usage-series-2026-03-15-093000.csv");
  expect(fileName({ contents, details: ["country", undefined], when: "2026-03", ending })).toBe(
    "usage-series-country-2026-03.csv",
  );
});

test("no two kinds of files share a name, in any format of proxies", () => {
  const names = fileContents.flatMap((contents) => [
    ...["pdf", "md"].map((ending) => fileName({ contents, when, ending })),
    ...proxyFormatNames.map((format) => proxyFileName({ contents, format, when })),
  ]);
  expect(names.length).toBeGreaterThan(500);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test("proxies that were fetched as JSON are saved under the name of their own format", () => {
  const json = proxyFileName({ contents: "static-ips", format: "json", when });
  for (const format of proxyFormatNames)
    expect(renamedTo(format, json)).toBe(proxyFileName({ contents: "static-ips", format, when }));
});

test("files of one kind differ by the second that they were made in", () => {
  const at = (ms: number) => proxyFileName({ contents: "endpoints", format: "json", when: ms });
  expect(at(when)).not.toBe(at(when + 1_000));
});

test("a name has no character with a meaning for file systems or headers", () => {
  for (const detail of ['a"b', "../../x", "a/b\\c:d", "é\r\nx", ".", "-"])
    expect(fileName({ contents: "trace", details: [detail], when, ending: "json" })).toMatch(
      /^trace(-[a-z.]+)*-2026-03-15-093000\.json$/,
    );
});
