import type { MonitorPoint } from "@turnpike/contract/monitor.ts";
import { expect, test } from "vitest";
import { csvRows } from "./monitor-csv.ts";
import { rangeIn, ranges, rangeText } from "./ranges.ts";
import {
  mergePoints,
  isSilent,
  MINUTE_MS,
  minutesTrack,
  type Moment,
  momentsOf,
  newestAt,
  currentAverage,
  addPoint,
  secondsTrack,
  viewOf,
} from "./track.ts";
import { addEarlier, addLive } from "./use-monitor.ts";

const START = Date.parse("2026-11-22T08:00:00Z");
const point = (second: number, downMbps: number): MonitorPoint => ({
  at: new Date(START + second * 1000).toISOString(),
  downMbps,
  upMbps: 1,
  bandwidthMbps: downMbps + 1,
  tcpConnections: second,
  cpuPercent: 10,
  memoryPercent: 5,
});
const moment = (second: number, downMbps: number): Moment => {
  const { at: _at, bandwidthMbps: _both, ...values } = point(second, downMbps);
  return { ...values, at: START + second * 1000 };
};
const kept = (moments: readonly Moment[]) =>
  moments.map(({ at, downMbps }) => [(at - START) / 1000, downMbps]);
const both = () => ({ seconds: secondsTrack(), minutes: minutesTrack() });

test("hours of seconds fit in the memory of 15 minutes, newest last", () => {
  const track = secondsTrack();
  const room = track.columns.map((column) => column.buffer.byteLength);
  for (let second = 0; second < 4 * 3600; second++) addPoint(track, moment(second, second));
  expect(track.columns.map((column) => column.buffer.byteLength)).toEqual(room);
  const moments = momentsOf(track);
  expect(moments.length).toBe(901);
  expect(kept(moments).at(-1)).toEqual([14_399, 14_399]);
  expect(kept(moments)[0]).toEqual([13_499, 13_499]);
  const [times, down] = viewOf(track, "downMbps", 60_000);
  expect([times?.length, down?.at(0), down?.at(-1)]).toEqual([61, 14_339, 14_399]);
});

test("a second is stored once, late ones are ignored, and a clock jump restarts the track", () => {
  const track = secondsTrack();
  for (const second of [10, 11, 11.4, 9]) addPoint(track, moment(second, second));
  expect(kept(momentsOf(track))).toEqual([
    [10, 10],
    [11, 11.4],
  ]);
  addPoint(track, moment(10_000, 1));
  expect(kept(momentsOf(track))).toEqual([[10_000, 1]]);
  addPoint(track, moment(500, 2));
  expect(kept(momentsOf(track))).toEqual([[500, 2]]);
});

test("missed points are merged in order, and what was never received stays a gap", () => {
  const track = secondsTrack();
  for (const second of [1, 2, 10]) addPoint(track, moment(second, 1));
  mergePoints(track, [moment(2, 7), moment(5, 7), moment(3, 7)]);
  expect(kept(momentsOf(track))).toEqual([
    [1, 1],
    [2, 7],
    [3, 7],
    [5, 7],
    [10, 1],
  ]);
});

test("the current minute is the average of its seconds so far", () => {
  const tracks = both();
  for (let second = 0; second < 90; second++) addLive(tracks, point(second, second < 60 ? 2 : 8));
  addLive(tracks, point(90, 8 + 31));
  expect(kept(momentsOf(tracks.minutes))).toEqual([
    [0, 2],
    [60, 9],
  ]);
});

test("recent minutes are computed from seconds, earlier ones come from the API", () => {
  const tracks = both();
  addLive(tracks, point(130, 4));
  const seconds = Array.from({ length: 130 }, (_, second) => point(second, 6));
  const told = [point(-60, 3), point(0, 3), point(60, 3)];
  addEarlier(tracks, { seconds, minutes: told });
  expect(kept(momentsOf(tracks.minutes))).toEqual([
    [-60, 3],
    [0, 3],
    [60, 6],
    [120, (10 * 6 + 4) / 11],
  ]);
  expect(momentsOf(tracks.seconds).length).toBe(131);
});

test("only complete minutes are computed from seconds alone", () => {
  const tracks = both();
  const seconds = Array.from({ length: 100 }, (_, index) => point(index + 30, 6));
  addEarlier(tracks, { seconds, minutes: [] });
  expect(momentsOf(tracks.minutes).map(({ at }) => (at - START) / MINUTE_MS)).toEqual([1, 2]);
});

test("the current value is the average of the last 5 s, with the newest connection count", () => {
  const track = secondsTrack();
  expect(currentAverage(track)).toBe(null);
  for (let second = 0; second < 20; second++) addPoint(track, moment(second, second));
  expect(currentAverage(track)).toMatchObject({
    at: newestAt(track),
    downMbps: 17,
    tcpConnections: 19,
  });
});

test("a plan is silent if it had no traffic and no connections in the period", () => {
  const track = secondsTrack();
  addPoint(track, moment(0, 5));
  addPoint(track, { ...moment(300, 0), upMbps: 0, tcpConnections: 0 });
  expect([isSilent(track, 60_000), isSilent(track, 600_000)]).toEqual([true, false]);
  addPoint(track, { ...moment(301, 0), upMbps: 0, tcpConnections: 1 });
  expect(isSilent(track, 60_000)).toBe(false);
});

test("a file has the displayed points, under the API's names", () => {
  const track = secondsTrack();
  for (const second of [0, 100, 101]) addPoint(track, moment(second, 1.23456));
  expect(csvRows(track, 60_000)).toEqual([
    ["at", "downMbps", "upMbps", "tcpConnections", "cpuPercent", "memoryPercent"],
    ["2026-11-22T08:01:40.000Z", 1.235, 1, 100, 10, 5],
    ["2026-11-22T08:01:41.000Z", 1.235, 1, 101, 10, 5],
  ]);
});

test("the period in the URL is one of four; the shortest is omitted", () => {
  expect(ranges.map(rangeText)).toEqual(["", "60", "360", "1440"]);
  expect(["", "60", "360", "1440", "15", "7", "x"].map(rangeIn)).toEqual([
    15, 60, 360, 1440, 15, 15, 15,
  ]);
});
