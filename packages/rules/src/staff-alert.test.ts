import { expect, it } from "vitest";
import { alertMessage, readAlertPlace, readAlertTopics, shownPlace } from "./staff-alert.ts";

const token = "123456:ABCdefGHIjklMNOpqrsTUVwxyz012345678";

it.each([
  ["mail:ops@example.com", "ops@example.com"],
  ["webhook:https://hooks.example.com/services/secret?x=1", "https://hooks.example.com/…"],
  [`telegram:${token}@-100123`, "-100123"],
  [`telegram:${token}@oncall`, "@oncall"],
  [`telegram:${token}@@oncall`, "@oncall"],
])("%s is shown as %s, without its secret (spec/operator#alerts)", (text, shown) => {
  const place = readAlertPlace(text);
  expect(place && shownPlace(place)).toBe(shown);
});

it.each(["", "mail:", "mail:nobody", "sms:123", `telegram:${token}`, "telegram:x@1"])(
  "%j is no place (spec/operator#alerts)",
  (text) => {
    expect(readAlertPlace(text)).toBeNull();
  },
);

it("topics are a list; none are all, and an unknown one is named (spec/operator#alerts)", () => {
  expect(readAlertTopics("nodes, disputes")).toEqual({ topics: ["disputes", "nodes"] });
  expect(readAlertTopics("")).toMatchObject({ topics: { length: 7 } });
  expect(readAlertTopics("nodes,weather")).toEqual({ unknown: "weather" });
});

it("many events are one message with counts (spec/operator#alerts)", () => {
  const one = { topic: "disputes", title: "Dispute of 5.00" } as const;
  expect(alertMessage([one])).toEqual({
    subject: "Dispute of 5.00",
    text: "- Dispute of 5.00",
    counts: { disputes: 1 },
  });
  const node = { topic: "nodes", title: "Node ams is down" } as const;
  const { subject, text, counts } = alertMessage([node, ...Array.from({ length: 8 }, () => one)]);
  expect(subject).toBe("disputes: 8, nodes: 1");
  expect(counts).toEqual({ disputes: 8, nodes: 1 });
  expect(text.split("\n")).toEqual([
    "disputes: 8, nodes: 1",
    "- Node ams is down",
    ...Array.from({ length: 4 }, () => "- Dispute of 5.00"),
    "- and 4 more",
  ]);
});
