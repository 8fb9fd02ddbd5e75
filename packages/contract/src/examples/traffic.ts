/** The traffic plan, by example. */
import { GB, gateway, left, now } from "./customer.ts";
import { onePage, type SomeExamples } from "./example.ts";
import { days, weekBytes, weekRequests } from "./statistics.ts";

const endpoint = { region: "europe", host: gateway, port: 8_000, protocols: ["http", "socks5"] };
const requestId = "5d0c4e1b-8a7f-4c36-b2d9-1f6e3a907c58";

export const trafficExamples = {
  trafficInfo: {
    question: {},
    answer: {
      balanceBytes: left.trafficBytes,
      usedBytes: 37.4 * GB,
      allocatedBytes: 20 * GB,
      enterprise: false,
      grammar: {
        pattern: "NAME-region-CC-city-CITY-sid-ID-t-MINUTES",
        parameters: [
          {
            name: "region",
            aliases: ["country"],
            example: "region-us",
            help: "Country of the exit, as a two-letter code",
          },
          {
            name: "sid",
            aliases: ["session"],
            example: "sid-abc123",
            help: "Connections with the same session keep the same exit",
          },
        ],
      },
      endpoints: [endpoint],
      exampleTarget: "https://example.com/",
    },
  },
  statis: {
    question: { days: 7 },
    answer: {
      todayBytes: 1.2 * GB,
      totalBytes: weekBytes,
      requests: weekRequests,
      items: days,
    },
  },
  trafficStatis: {
    question: { days: 7, by: "day" },
    answer: {
      items: days.map(({ day, bytes, requests }) => ({
        at: `${day}T00:00:00.000Z`,
        bytes,
        upBytes: Math.round(bytes / 10),
        downBytes: bytes - Math.round(bytes / 10),
        requests,
      })),
    },
  },
  trafficStatisMonth: {
    question: { months: 2 },
    answer: {
      items: [
        { month: "2026-02", bytes: 0 },
        { month: "2026-03", bytes: 37.4 * GB },
      ],
    },
  },
  trafficStatisDomain: {
    question: { days: 7, top: 2 },
    answer: {
      items: [
        { domain: "shop.example.com", bytes: 8.1 * GB, requests: 71_200 },
        { domain: "api.example.org", bytes: 4.5 * GB, requests: 42_200 },
      ],
    },
  },
  requestLog: {
    question: { outcome: "refused", page: 1, limit: 10 },
    answer: onePage([
      {
        id: requestId,
        at: "2026-03-16T09:21:44.120Z",
        account: "Shopper02",
        product: "traffic" as const,
        client: "203.0.113.7",
        target: "cdn.example.net:443",
        exit: "",
        country: "",
        protocol: "connect" as const,
        upBytes: 0,
        downBytes: 0,
        ms: 2,
        outcome: "refused" as const,
        reason: "targetNotAllowed",
        detail: "",
        text: "The owner of this sub-account does not allow this target.",
        fix: "Ask the owner to allow it, or use another target.",
      },
    ]),
  },
  live: {
    question: {},
    answer: {
      at: now,
      bytesPerSecond: 1_840_000,
      connections: 12,
      byAccount: [
        { account: "Crawler01", bytesPerSecond: 1_500_000, connections: 9 },
        { account: "Shopper02", bytesPerSecond: 340_000, connections: 3 },
      ],
    },
  },
  proxyTest: {
    question: { proxy: `${gateway}:8000:Crawler01-region-us:Example1Pass`, protocol: "http" },
    answer: {
      ok: true,
      exitIp: "192.0.2.44",
      country: "US",
      asn: 7_922,
      connectMs: 212,
      totalMs: 390,
      reason: "",
      detail: "",
      text: "",
      fix: "",
      requestId,
      status: 200,
    },
  },
} satisfies SomeExamples;
