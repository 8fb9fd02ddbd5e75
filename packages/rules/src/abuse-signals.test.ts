import { expect, test } from "vitest";
import { type Activity, signalLimits, signalsOf } from "./abuse-signals.ts";

const quiet: Activity = {
  accountId: "a1",
  holderId: "h1",
  product: "traffic",
  connections: 90_000,
  mailTries: signalLimits.mailTries - 1,
  targets: signalLimits.targets - 1,
  loginHosts: signalLimits.loginHosts - 1,
  unreachableTargets: signalLimits.unreachableTargets - 1,
};
const spray = {
  accountId: "a1",
  holderId: "h1",
  product: "traffic",
  host: "login.example",
  connections: signalLimits.sprays,
  exits: signalLimits.sprayExits,
};
const none = { activities: [], sprays: [], chargeBacks: [] };

test("Activity below every limit gives no signal (spec/operator#signals)", () => {
  const sprays = [
    { ...spray, connections: signalLimits.sprays - 1 },
    { ...spray, exits: signalLimits.sprayExits - 1 },
  ];
  const chargeBacks = [{ accountId: "a1", disputes: 0, cents: 0 }];
  expect(signalsOf({ activities: [quiet], sprays, chargeBacks })).toEqual([]);
});

test("Each limit reached gives a signal, the one exceeded most first", () => {
  const busy: Activity = {
    ...quiet,
    mailTries: signalLimits.mailTries * 2,
    targets: signalLimits.targets * 3,
    loginHosts: signalLimits.loginHosts,
    unreachableTargets: signalLimits.unreachableTargets * 4,
  };
  const found = signalsOf({ ...none, activities: [busy, quiet] });
  expect(found.map(({ signal }) => signal)).toEqual([
    "unreachableTargets",
    "manyTargets",
    "mailPorts",
    "loginPorts",
  ]);
  expect(found[0]).toEqual({
    signal: "unreachableTargets",
    accountId: "a1",
    holderId: "h1",
    product: "traffic",
    count: 2_000,
    limit: 500,
  });
});

test("Password spraying gives its host and exits, charge-backs their account and total", () => {
  const chargeBacks = [{ accountId: "a2", disputes: 2, cents: 9_900 }];
  const found = signalsOf({ ...none, sprays: [spray], chargeBacks });
  expect(found).toEqual([
    {
      signal: "chargeBacks",
      accountId: "a2",
      holderId: null,
      product: "",
      count: 2,
      limit: 1,
      cents: 9_900,
    },
    expect.objectContaining({ signal: "passwordSpraying", host: "login.example", exits: 30 }),
  ]);
});
