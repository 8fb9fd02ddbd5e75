import { expect, test } from "vitest";
import { Streams, streamsInAll, streamsPerAccount } from "./streams.ts";

test("A stream that ended makes room, of its account and in all; ended twice it counts once", () => {
  const streams = new Streams();
  const open = Array.from({ length: streamsInAll }, (_, at) => {
    const ending = new AbortController();
    streams.enter(`account-${Math.floor(at / streamsPerAccount)}`, ending.signal);
    return ending;
  });
  const more = () => streams.enter("another", new AbortController().signal);
  expect(more).toThrow("tooManyStreams");
  open[0]?.abort();
  open[0]?.abort();
  more();
  expect(more).toThrow("tooManyStreams");
  for (const ending of open) ending.abort();
  streams.enter("account-1", AbortSignal.abort());
  for (let count = 0; count < streamsPerAccount; count += 1) {
    streams.enter("account-1", new AbortController().signal);
  }
  expect(() => streams.enter("account-1", new AbortController().signal)).toThrow("tooManyStreams");
  more();
});
