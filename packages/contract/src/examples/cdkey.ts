/** CDKeys, by example. */
import { exampleId, now } from "./customer.ts";
import { onePage, type SomeExamples } from "./example.ts";

const key = (number: number) => ({
  id: exampleId(700 + number),
  code: `EXAMP-LEKEY-CODE${number}-00000`,
  kind: "traffic" as const,
  amount: 5,
  producedAt: now,
  status: "unused" as const,
  usedAt: null,
  redeemerEmail: null,
});

export const cdkeyExamples = {
  cdkeyMake: {
    question: {
      kind: "traffic",
      amount: 5,
      count: 2,
      mfaCode: "123456",
      requestId: "cdkeys-2026-03-16",
    },
    answer: { items: [key(1), key(2)] },
  },
  cdkeys: {
    question: { status: "unused", kind: "traffic" },
    answer: onePage([key(2), key(1)]),
  },
  cdkeyUse: {
    question: { code: key(1).code, requestId: "redeem-2026-03-16" },
    answer: { kind: "traffic", amount: 5 },
  },
  cdkeyRecord: {
    question: { page: 1, limit: 10 },
    answer: onePage([
      { id: key(1).id, code: key(1).code, kind: "traffic" as const, amount: 5, usedAt: now },
    ]),
  },
} satisfies SomeExamples;
