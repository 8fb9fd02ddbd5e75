import { beforeEach, expect, test } from "vitest";
import { Descriptors } from "./descriptors.ts";

const limits = { all: 20_000 };
const room = { most: 0, clients: 0 };
const heard: number[] = [];
/** 128 are the process's own: 1,000 are left, half of them for listeners. */
const few = () => new Descriptors({ files: 1_128, limits, room });

beforeEach(() => {
  limits.all = 20_000;
  heard.length = 0;
});

test("Customers' ports come first, doors get what is left", () => {
  const descriptors = few();
  expect(descriptors.forPorts(300)).toBe(300);
  expect(descriptors.forDoors(900)).toBe(200);
  expect(descriptors.forPorts(700)).toBe(500);
  expect(descriptors.forDoors(900)).toBe(0);
});

test("Doors hear of it when ports leave them another number, and only then", () => {
  const descriptors = few();
  descriptors.onDoors = () => void heard.push(descriptors.forDoors(900));
  descriptors.forDoors(900);
  descriptors.forPorts(300);
  descriptors.forPorts(300);
  descriptors.forPorts(100);
  expect(heard).toEqual([200, 400]);
});

test("What listeners have not got connections have, and a thousand more may come to hear why not", () => {
  const descriptors = few();
  descriptors.forPorts(100);
  descriptors.forDoors(100);
  expect([limits.all, room.most]).toEqual([320, 1_320]);
  descriptors.forDoors(0);
  expect([limits.all, room.most]).toEqual([360, 1_360]);
});

test("Where nothing is limited nothing is taken away", () => {
  const descriptors = new Descriptors({ files: Number.POSITIVE_INFINITY, limits, room });
  expect([descriptors.forPorts(4_000), descriptors.forDoors(9_000)]).toEqual([4_000, 9_000]);
  expect([limits.all, room.most]).toEqual([20_000, 21_000]);
});
