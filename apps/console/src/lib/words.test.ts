/** Texts looked up by values of the API: every value needs one, or its raw name would be shown. */
import { certainties } from "@turnpike/contract/console/abuse.ts";
import { consoleCalls } from "@turnpike/contract/console/calls.ts";
import { caseEventKinds, caseStates } from "@turnpike/contract/console/cases.ts";
import { attentionKinds } from "@turnpike/contract/console/overview.ts";
import { exitStates } from "@turnpike/contract/console/supply.ts";
import { paymentVariables } from "@turnpike/contract/environment-payments.ts";
import words from "@turnpike/locales/en/console.json";
import { signalNames } from "@turnpike/rules/abuse-signals.ts";
import { permissions, staffRoles } from "@turnpike/rules/staff.ts";
import { expect, test } from "vitest";
import { screens } from "../app/navigation/screens.ts";
import { sources } from "../../../../tools/tree.ts";

const has = (key: string) =>
  key
    .split(".")
    .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], words) !==
  undefined;
const missing = (keys: readonly string[]) => keys.filter((key) => !has(key));

test("every value in the contract has a text", () => {
  expect(
    missing([
      ...attentionKinds.map((kind) => `attention.${kind}`),
      ...exitStates.map((state) => `states.${state}`),
      ...caseStates.map((state) => `states.${state}`),
      ...caseEventKinds.map((kind) => `caseEvents.${kind}`),
      ...certainties.map((one) => `certainty.${one}`),
      ...signalNames.flatMap((name) => [
        `abuseSignals.${name}`,
        `signalReasons.${name}`,
        `signalAdvice.${name}`,
      ]),
      ...permissions.map((one) => `permissions.${one}`),
      ...staffRoles.map((role) => `roles.${role}`),
      ...screens.map(({ name }) => `screens.${name}.title`),
    ]),
  ).toEqual([]);
});

test("every key of a payment provider has a label and a sentence of help", () => {
  const keys = Object.keys(paymentVariables).filter((name) =>
    /^(?:STRIPE|BTCPAY|PAYPAL|NOWPAYMENTS|BANK)_/.test(name),
  );
  expect(keys.length).toBeGreaterThan(10);
  expect(
    missing(keys.flatMap((name) => [`paymentKeys.fields.${name}`, `paymentKeys.help.${name}`])),
  ).toEqual([]);
});

const code = sources([".tsx", ".ts"], ["apps/console/src/features"])
  .map(({ text }) => text)
  .join("\n");
const named = (pattern: RegExp) =>
  [...code.matchAll(pattern)].map(([, key = "", other]) => other ?? key);

test("every column used by a screen has a text", () => {
  const columns = named(/\bkey: "(\w+)"(?!,\s*name)(?:,\s*title: "(\w+)")?/g);
  expect(columns.length).toBeGreaterThan(60);
  expect(missing(columns.map((name) => `columns.${name}`))).toEqual([]);
});

test("every action used by a screen has a title and a success message", () => {
  const acts = named(/\bcall: "(\w+)",(?:\s*words: "(\w+)"|(?!\s*words))/g).filter(
    (name) => !(name in consoleCalls) || consoleCalls[name as keyof typeof consoleCalls].act,
  );
  expect(acts.length).toBeGreaterThan(20);
  expect(missing(acts.flatMap((name) => [`acts.${name}.title`, `acts.${name}.done`]))).toEqual([]);
});
