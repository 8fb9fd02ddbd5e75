import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { rotatingFile } from "./log-file.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "turnpike-log-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("the lab's log file", () => {
  it("keeps the newest lines in two files of limited size", () => {
    const file = path.join(folder, "logs/api.log");
    const log = rotatingFile(file, 1_000);
    for (let line = 0; line < 500; line++) log.write(`line ${String(line).padStart(4, "0")}\n`);
    expect(readdirSync(path.dirname(file)).sort()).toEqual(["api.log", "api.log.1"]);
    expect(statSync(file).size + statSync(`${file}.1`).size).toBeLessThanOrEqual(2_020);
    const kept = readFileSync(`${file}.1`, "utf8") + readFileSync(file, "utf8");
    const lines = kept.trimEnd().split("\n");
    expect(lines.at(-1)).toBe("line 0499");
    expect(lines[0]).toBe(`line ${String(500 - lines.length).padStart(4, "0")}`);
  });

  it("continues the file of an earlier process, and is readable only by its owner", () => {
    const file = path.join(folder, "logs/api.log");
    rotatingFile(file).write("one\n");
    rotatingFile(file).write("two\n");
    expect(readFileSync(file, "utf8")).toBe("one\ntwo\n");
    expect(statSync(file).mode & 0o077).toBe(0);
  });

  it("drops lines that cannot be written, and resumes once it can write", () => {
    const folderOfLog = path.join(folder, "logs");
    writeFileSync(folderOfLog, "no folder");
    const log = rotatingFile(path.join(folderOfLog, "api.log"));
    log.write("one\n");
    rmSync(folderOfLog);
    log.write("two\n");
    expect(readFileSync(path.join(folderOfLog, "api.log"), "utf8")).toBe("two\n");
  });
});
