import { expect, test } from "vitest";
import { labExit } from "../testing/test-hub.ts";
import { Door } from "./static-listener.ts";
import { Troubles } from "./static-problems.ts";

const lines: string[] = [];
const log = {
  debug: () => {},
  info: (_fields: object, message: string) => void lines.push(`info ${message}`),
  warn: (_fields: object, message: string) => void lines.push(`warn ${message}`),
  error: () => {},
};

test("A kind of trouble is one line, however many addresses it concerns, and again when it changes", () => {
  const troubles = new Troubles(log, 1_024);
  const doors = Array.from({ length: 1_750 }, () => new Door(labExit(), [2024, 443]));
  for (const door of doors) {
    door.wanted = true;
    door.troubles.set(2024, "EADDRINUSE");
  }
  const said = () => {
    troubles.tell(doors);
    return lines.splice(0);
  };
  expect(said()).toEqual(["warn port 2024 cannot be opened at 1,750 addresses: EADDRINUSE"]);
  expect(said()).toEqual([]);
  const [first, second, third] = doors;
  first?.troubles.delete(2024);
  second?.troubles.set(2024, "EADDRNOTAVAIL").set(443, "EADDRNOTAVAIL");
  if (third) third.wanted = false;
  expect(said()).toEqual([
    "warn 1 address of static exits: not on this machine",
    "warn 1 address of static exits: no door, 1024 open files allow no more",
    "warn port 2024 cannot be opened at 1,747 addresses: EADDRINUSE",
  ]);
  for (const door of doors) {
    door.wanted = true;
    door.troubles.clear();
  }
  expect(said().toSorted()).toEqual([
    "info no longer so: 1 address of static exits: no door, 1024 open files allow no more",
    "info no longer so: 1 address of static exits: not on this machine",
    "info no longer so: port 2024 cannot be opened at 1,747 addresses: EADDRINUSE",
  ]);
});
