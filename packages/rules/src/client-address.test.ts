import { expect, test } from "vitest";
import { clientAddress } from "./client-address.ts";
import { networkMatcher } from "./network.ts";

const isTrusted = networkMatcher(["10.0.0.0/8", "2001:db8:1::/48", "127.0.0.1"]);
const of = (peer: string, forwardedFor?: string) =>
  clientAddress({ peer, forwardedFor, isTrusted });

test.each<[string, string | undefined, string, string]>([
  ["203.0.113.1", "198.51.100.7", "203.0.113.1", "not trusted: ignored"],
  ["10.0.0.1", undefined, "10.0.0.1", "no header"],
  ["10.0.0.1", "198.51.100.7", "198.51.100.7", "one proxy"],
  ["10.0.0.1", "1.1.1.1, 198.51.100.7", "198.51.100.7", "what a client wrote itself"],
  ["10.0.0.1", "1.1.1.1,198.51.100.7 , 10.2.3.4", "198.51.100.7", "a chain of trusted ones"],
  ["10.0.0.1", "10.0.0.9, 10.0.0.8", "10.0.0.9", "all trusted: the leftmost"],
  ["10.0.0.1", "198.51.100.7:4711", "198.51.100.7", "with a port"],
  ["10.0.0.1", "[2001:db8:2::7]:4711", "2001:db8:2::7", "in brackets, with a port"],
  ["10.0.0.1", "2001:DB8:2:0::7", "2001:db8:2::7", "IPv6 in its one spelling"],
  ["2001:db8:1::5", "::ffff:198.51.100.7", "198.51.100.7", "v4-mapped"],
  ["10.0.0.1", "unknown", "10.0.0.1", "no address"],
  ["10.0.0.1", "", "10.0.0.1", "empty"],
  ["10.0.0.1", "198.51.100.7,", "10.0.0.1", "an empty entry where it counts"],
  ["10.0.0.1", "garbage, 198.51.100.7", "198.51.100.7", "garbage to the left"],
  ["10.0.0.1", "garbage, 10.0.0.2", "10.0.0.1", "garbage where it counts"],
  ["127.0.0.1", "198.51.100.7", "198.51.100.7", "a single address is a network"],
  ["127.0.0.2", "198.51.100.7", "127.0.0.2", "its neighbour is not in it"],
])(
  "Peer %s with X-Forwarded-For %o is client %s (%s; spec/environment#proxies)",
  (peer, header, client, _why) => {
    expect(of(peer, header)).toBe(client);
  },
);
