/** The ISP pool and extraction links, by example. */
import {
  exitIds,
  gateway,
  linkId,
  now,
  openedIds,
  openedIp,
  seattle,
  poolIp,
  site,
} from "./customer.ts";
import { onePage, type SomeExamples } from "./example.ts";

const { username: _name, password: _secret, ...whitelisted } = openedIp;
const link = {
  id: linkId,
  url: `${site}/extract?token=EXAMPLE-LINK-TOKEN`,
  plan: "ip" as const,
  country: "US",
  countryName: seattle.countryName,
  state: "washington",
  stateName: "Washington",
  city: "",
  cityName: "",
  num: 2,
  hours: 1,
  minutes: null,
  format: "txt" as const,
  separator: "\\n",
  port: null,
  protocol: "http" as const,
  remark: "crawler",
  createdAt: "2026-03-12T14:00:00.000Z",
  lastUsedAt: null,
  uses: 0,
};

export const poolExamples = {
  ipList: {
    question: { country: "US", state: "washington", page: 1, limit: 10 },
    answer: onePage([
      { ...poolIp, ip: openedIp.ip, opened: true },
      { ...poolIp, id: exitIds.second, ip: "192.0.*.*", latencyMs: 91 },
    ]),
  },
  ipOpen: {
    question: {
      country: "US",
      state: "washington",
      num: 1,
      hours: 2,
      auth: "user",
      requestId: "open-2026-03-16",
    },
    answer: { items: [openedIp] },
  },
  ipDel: { question: { ids: [openedIds.user] }, answer: { deleted: 1 } },
  ipHistory: { question: { country: "US", status: "active" }, answer: onePage([openedIp]) },
  ipHistoryNoUser: {
    question: { status: "active" },
    answer: onePage([
      { ...whitelisted, id: openedIds.nouser, auth: "nouser" as const, port: 5_002 },
    ]),
  },
  ipPassInfo: {
    question: {},
    answer: {
      username: openedIp.username ?? "",
      password: openedIp.password ?? "",
      endpoints: [
        {
          id: openedIds.user,
          host: gateway,
          port: openedIp.port,
          ip: openedIp.ip,
          country: "US",
          expiresAt: openedIp.expiresAt,
        },
      ],
    },
  },
  ipLineChart: {
    question: { days: 7 },
    answer: {
      items: Array.from({ length: 7 }, (_, n) => ({
        day: `2026-03-${10 + n}`,
        opened: n === 6 ? 2 : 0,
      })),
    },
  },
  apiLinks: { question: {}, answer: { items: [link] } },
  apiLinkAdd: {
    question: {
      plan: "ip",
      country: "US",
      state: "washington",
      num: 2,
      hours: 1,
      remark: "crawler",
    },
    answer: { ...link, item: { ...link, createdAt: now }, items: [link] },
  },
  apiLinkDel: { question: { ids: [linkId] }, answer: { deleted: 1 } },
} satisfies SomeExamples;
