/** Sub-accounts, by example. */
import { GB, mainAccount, now, shopAccount, subAccountIds } from "./customer.ts";
import { onePage, type SomeExamples } from "./example.ts";

const entry = ({ id, account, password, availableBytes }: typeof mainAccount) => ({
  id,
  account,
  password,
  availableBytes,
});
const fresh = {
  ...shopAccount,
  usedBytes: 0,
  availableBytes: 20 * GB,
  dayUsedBytes: 0,
  monthUsedBytes: 0,
  createdAt: now,
};

export const subAccountExamples = {
  addSubUser: {
    question: {
      account: "Shopper02",
      password: "Example1Pass",
      trafficGb: 20,
      remark: "price checks",
      maxConnections: 50,
      dayGb: 2,
      denyDomains: ["*.example.net"],
      requestId: "shopper-2026-03-16",
    },
    answer: fresh,
  },
  subUsers: {
    question: { page: 1, limit: 10, status: "enabled" },
    answer: onePage([shopAccount, mainAccount]),
  },
  upSubUser: {
    question: { id: subAccountIds.shop, trafficGb: 20, dayGb: 2, maxConnections: 50 },
    answer: shopAccount,
  },
  delSubUser: { question: { ids: [subAccountIds.shop] }, answer: { deleted: 1 } },
  upSubUserLevel: { question: { id: subAccountIds.main }, answer: mainAccount },
  upSubUserPasswd: {
    question: { id: subAccountIds.shop, password: "Example6Pass" },
    answer: {},
  },
  availableSubUsers: {
    question: {},
    answer: { items: [entry(shopAccount), entry(mainAccount)] },
  },
  subAccounts: {
    question: {},
    answer: {
      items: [
        { id: subAccountIds.shop, account: "Shopper02", deleted: false },
        { id: subAccountIds.main, account: "Crawler01", deleted: false },
      ],
    },
  },
} satisfies SomeExamples;
