/** Verifies every byte in both directions before anything is timed. */
import { pattern } from "@turnpike/gateway/testing/origin.ts";
import { authorization, openTunnel, type Route } from "./tunnel.ts";

/** Sizes below, at and beyond a buffer's length. */
const sizes = [1, 65_521, 65_536, 3_000_001];
const timeoutMs = 10_000;

/** Compares data received through the proxy with data sent; throws at the first difference. */
export async function check(route: Route): Promise<{ bytes: number }> {
  let bytes = 0;
  for (const [index, size] of sizes.entries()) {
    const from = 1_009 * (index + 1);
    await Promise.all(
      route.protocol === "http"
        ? [get(route, size, from), get(route, size, from + 5)]
        : [down(route, size, from), up(route, size, from + 5), down(route, size, from + 11)],
    );
    bytes += size * (route.protocol === "http" ? 2 : 3);
  }
  if (route.protocol !== "direct") await refusesWrongPassword(route);
  return { bytes };
}

/** Opens a tunnel, sends `first`, and passes received data to `take` until it returns true. */
function through(
  route: Route,
  first: (Buffer | string)[],
  take: (chunk: Buffer) => boolean,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let done = false;
    const late = () => socket.destroy(new Error("the bytes did not come in time"));
    const timer = setTimeout(late, timeoutMs);
    const events = {
      open: () => {
        for (const part of first) socket.write(part);
      },
      data: (chunk: Buffer) => {
        done = take(chunk);
        if (done) socket.destroy();
      },
      closed: (error: Error | null) => {
        clearTimeout(timer);
        if (done) resolve();
        else reject(error ?? new Error("closed too soon"));
      },
    };
    const socket = openTunnel(route, events, true);
  });
}

/** Consumes `size` bytes of the pattern; throws if one differs. */
function expecting(size: number, from: number): (chunk: Buffer) => boolean {
  let at = 0;
  return (chunk) => {
    if (!chunk.equals(pattern(chunk.length, from + at))) {
      throw new Error(`a wrong byte after ${at} of ${size}`);
    }
    at += chunk.length;
    if (at > size) throw new Error(`more than ${size} bytes`);
    return at === size;
  };
}

function down(route: Route, size: number, from: number): Promise<void> {
  return through(route, [`bytes ${size} ${from}\n`], expecting(size, from));
}

async function up(route: Route, size: number, from: number): Promise<void> {
  let answer = "";
  const take = (chunk: Buffer) => {
    answer += chunk.toString("latin1");
    return answer.endsWith("\n");
  };
  await through(route, [`compare ${size} ${from}\n`, pattern(size, from)], take);
  if (answer !== "0\n") throw new Error(`upload of ${size}: ${answer.trim()} wrong`);
}

function get(route: Route, size: number, from: number): Promise<void> {
  const authority = `127.0.0.1:${route.originPort}`;
  const expected = expecting(size, from);
  let head: string | null = "";
  const take = (chunk: Buffer) => {
    if (head === null) return expected(chunk);
    head += chunk.toString("latin1");
    const end = head.indexOf("\r\n\r\n");
    if (end < 0) return false;
    if (!head.startsWith("HTTP/1.1 200")) throw new Error(head.slice(0, head.indexOf("\r\n")));
    const rest = Buffer.from(head.slice(end + 4), "latin1");
    head = null;
    return rest.length > 0 && expected(rest);
  };
  const lines = [
    `GET http://${authority}/${size}/${from} HTTP/1.1`,
    `Host: ${authority}`,
    `Proxy-Authorization: ${authorization(route)}`,
  ];
  return through(route, [`${lines.join("\r\n")}\r\n\r\n`], take);
}

async function refusesWrongPassword(route: Route): Promise<void> {
  const wrong = { ...route, wrongPassword: true };
  const passed = await (route.protocol === "http" ? get(wrong, 1, 0) : down(wrong, 1, 0)).then(
    () => true,
    () => false,
  );
  if (passed) throw new Error("a wrong password is let through");
}
