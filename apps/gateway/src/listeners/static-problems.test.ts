import { expect, test } from "vitest";
import { labExit } from "../testing/resources.ts";
import { ProblemLog } from "./problem-log.ts";
import { StaticListener } from "./static-listener.ts";
import { staticProblems } from "./static-listeners.ts";

const lines: string[] = [];
const log = {
  debug: () => {},
  info: (_fields: object, message: string) => void lines.push(`info ${message}`),
  warn: (_fields: object, message: string) => void lines.push(`warn ${message}`),
  error: () => {},
};

test("A kind of problem is logged once for all its addresses, and again when it changes", () => {
  const problems = new ProblemLog(log);
  const listeners = Array.from({ length: 1_750 }, () => new StaticListener(labExit(), [2024, 443]));
  for (const listener of listeners) {
    listener.setWanted(true);
    listener.errors.set(2024, "EADDRINUSE");
  }
  const said = () => {
    problems.report(staticProblems(listeners, 1_024));
    return lines.splice(0);
  };
  expect(said()).toEqual(["warn static listeners failed at 1,750 addresses: port 2024 EADDRINUSE"]);
  expect(said()).toEqual([]);
  const [first, second, third] = listeners;
  first?.errors.delete(2024);
  second?.errors.set(2024, "EADDRNOTAVAIL").set(443, "EADDRNOTAVAIL");
  third?.setWanted(false);
  expect(said()).toEqual([
    "warn static listeners failed at 1 address: not on this machine",
    "warn static listeners failed at 1 address: open file limit of 1024 reached",
    "warn static listeners failed at 1,747 addresses: port 2024 EADDRINUSE",
  ]);
  for (const listener of listeners) {
    listener.setWanted(true);
    listener.errors.clear();
  }
  expect(said().toSorted()).toEqual([
    "info resolved: static listeners failed at 1 address: not on this machine",
    "info resolved: static listeners failed at 1 address: open file limit of 1024 reached",
    "info resolved: static listeners failed at 1,747 addresses: port 2024 EADDRINUSE",
  ]);
});
