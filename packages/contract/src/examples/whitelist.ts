/** Addresses that need no password, and ports made for them, by example. */
import { gateway, now, seattle, whiteEntryId, whitePortId } from "./customer.ts";
import { onePage, type SomeExamples } from "./example.ts";

const entry = {
  id: whiteEntryId,
  ip: "203.0.113.7",
  description: "office",
  expiresAt: "2026-04-15T09:30:00.000Z",
  createdAt: now,
  account: "Crawler01",
};
const { postal: _postal, ...place } = seattle;
const port = {
  id: whitePortId,
  host: gateway,
  port: 30_001,
  ...place,
  minutes: 30,
  createdAt: now,
  expiresAt: "2026-03-16T10:00:00.000Z",
  remainingSeconds: 1_800,
  open: true,
  byLink: false,
  remark: "",
};

export const whitelistExamples = {
  trafficWhiteList: { question: { page: 1, limit: 10 }, answer: onePage([entry]) },
  addTrafficWhite: {
    question: {
      ips: ["203.0.113.7", "10.0.0.1"],
      description: "office",
      days: 30,
      account: "Crawler01",
    },
    answer: {
      added: [entry],
      refused: [
        {
          ip: "10.0.0.1",
          msg: "This address is private: it cannot reach us.",
          reason: "privateIp",
        },
      ],
    },
  },
  delTrafficWhite: { question: { ids: [whiteEntryId] }, answer: { deleted: 1 } },
  checkTrafficWhite: {
    question: { ip: "203.0.113.7" },
    answer: { ip: "203.0.113.7", whitelisted: true },
  },
  whitePorts: { question: { page: 1, limit: 10 }, answer: onePage([port]) },
  whitePortAdd: {
    question: { country: "US", city: "seattle", num: 1, minutes: 30 },
    answer: { items: [port] },
  },
  whitePortDel: { question: { ids: [whitePortId] }, answer: { deleted: 1 } },
} satisfies SomeExamples;
