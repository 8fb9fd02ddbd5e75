import { expect, test } from "vitest";
import { accountSignalLimits, type Activity, signalLimits, signalsOf } from "./abuse-signals.ts";

const quiet: Activity = {
  accountId: "a1",
  holderId: "h1",
  product: "traffic",
  connections: 90_000,
  mailTries: signalLimits.mailTries - 1,
  targets: signalLimits.targets - 1,
  loginHosts: signalLimits.loginHosts - 1,
  unreachableTargets: signalLimits.unreachableTargets - 1,
  policyTries: signalLimits.policyTries - 1,
  clientNetworks: signalLimits.clientNetworks - 1,
};
const spray = {
  accountId: "a1",
  holderId: "h1",
  product: "traffic",
  host: "login.example",
  connections: signalLimits.sprays,
  exits: signalLimits.sprayExits,
};
const none = { activities: [], sprays: [], accounts: [] };

test("Activity below every limit gives no signal (spec/operator#signals)", () => {
  const sprays = [
    { ...spray, connections: signalLimits.sprays - 1 },
    { ...spray, exits: signalLimits.sprayExits - 1 },
  ];
  const names = Object.keys(accountSignalLimits) as (keyof typeof accountSignalLimits)[];
  const accounts = names.map((signal) => {
    return { signal, accountId: "a1", count: accountSignalLimits[signal] - 1 };
  });
  expect(signalsOf({ activities: [quiet], sprays, accounts })).toEqual([]);
});

test("Each limit reached gives a signal, the one exceeded most first", () => {
  const busy: Activity = {
    ...quiet,
    mailTries: signalLimits.mailTries * 2,
    targets: signalLimits.targets * 3,
    loginHosts: signalLimits.loginHosts,
    unreachableTargets: signalLimits.unreachableTargets * 4,
    policyTries: signalLimits.policyTries * 6,
    clientNetworks: signalLimits.clientNetworks * 5,
  };
  const found = signalsOf({ ...none, activities: [busy, quiet] });
  expect(found.map(({ signal }) => signal)).toEqual([
    "refusedTargets",
    "accountSharing",
    "unreachableTargets",
    "manyTargets",
    "mailPorts",
    "loginPorts",
  ]);
  expect(found[2]).toEqual({
    signal: "unreachableTargets",
    accountId: "a1",
    holderId: "h1",
    product: "traffic",
    count: 2_000,
    limit: 500,
  });
});

test("Password spraying gives its host and exits, charge-backs their account and total", () => {
  const sight = { signal: "chargeBacks", accountId: "a2", count: 2, cents: 9_900 } as const;
  const found = signalsOf({ ...none, sprays: [spray], accounts: [sight] });
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
