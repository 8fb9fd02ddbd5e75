/** The operator's own texts of mails: what they may contain, and samples of what they show. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import {
  type MailName,
  mailNames,
  type MailTemplate,
  mailTemplate,
} from "@turnpike/locales/mails.ts";
import { longDate, money } from "@turnpike/locales/shop.ts";
import { isBeyondReading } from "../markdown-bounds.ts";
import { badLinks, placeholdersIn, secretsInAddresses } from "./markdown.ts";
import { isSecretName } from "./values.ts";

/** Placeholders of every mail. */
const everywhere = ["brand", "supportEmail"];
export const longestSubject = 200;
export const longestBody = 20_000;

/** Converts any text to the name of a mail; null if there is none. */
export const asMailName = (name: string): MailName | null =>
  mailNames.find((one) => one === name) ?? null;

/** What a mail's text can use; a code and links are required in the body. */
export function placeholdersOf(name: MailName): { name: string; required: boolean }[] {
  const { subject, body } = mailTemplate("en", name);
  const names = new Set([...placeholdersIn(`${subject}\n${body}`), ...everywhere]);
  return [...names].map((one) => ({ name: one, required: isSecretName(one) }));
}

export interface TextFault {
  field: "subject" | "body";
  fault: string;
}

/** What is wrong with a text, by field; empty if it can be sent. */
export function faultsOf(name: MailName, { subject, body }: MailTemplate): TextFault[] {
  const known = placeholdersOf(name);
  const list = known.map((one) => `{{${one.name}}}`).join(", ");
  const unknown = (text: string) =>
    placeholdersIn(text)
      .filter((used) => !known.some((one) => one.name === used))
      .map((used) => `{{${used}}} is unknown; this mail has ${list}`);
  const inSubject = placeholdersIn(subject).filter(isSecretName);
  const missing = known.filter((one) => one.required && !placeholdersIn(body).includes(one.name));
  const subjectFaults = [
    ...(subject.trim() === "" ? ["is empty"] : []),
    ...(subject.length > longestSubject ? [`has more than ${longestSubject} characters`] : []),
    ...(/[\p{Cc}\p{Zl}\p{Zp}]/u.test(subject) ? ["is one line without control characters"] : []),
    ...unknown(subject),
    ...inSubject.map((used) => `{{${used}}} belongs into the body: others can read a subject`),
  ];
  const bodyFaults = [
    ...(body.trim() === "" ? ["is empty"] : []),
    ...(body.length > longestBody ? [`has more than ${longestBody} characters`] : []),
    ...(/(?![\t\n\r])\p{Cc}/u.test(body) ? ["has a control character"] : []),
    ...(isBeyondReading(body) ? ["has a paragraph with too many marks, or lists in lists"] : []),
    ...unknown(body),
    ...missing.map((one) => `{{${one.name}}} is missing`),
    ...secretsInAddresses(body).map(
      (used) => `{{${used}}} stands in an address: who has the address gets it`,
    ),
    ...badLinks(body).map((to) => `the link to ${to} is none to a page or a mailbox`),
  ];
  return [
    ...subjectFaults.map((fault) => ({ field: "subject", fault }) as const),
    ...bodyFaults.map((fault) => ({ field: "body", fault }) as const),
  ];
}

/** Values for a preview. Unknown placeholders stand as they are written. */
export function sampleValues(
  { subject, body }: MailTemplate,
  {
    lang,
    now,
    publicUrl,
    orderPrefix,
    to,
  }: { lang: Lang; now: number; publicUrl: string; orderPrefix: string; to: string },
): Record<string, string> {
  const instant = `${new Date(now).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const samples: Record<string, string> = {
    ...words,
    orderNo: `${orderPrefix}261121-7K3Q9FXM`,
    reference: `${orderPrefix}261121-7K3Q9FXM`,
    amount: money(lang, 2_500),
    bonus: money(lang, 250),
    fee: money(lang, 50),
    left: money(lang, 180),
    owed: money(lang, 1_200),
    sent: money(lang, 2_450),
    threshold: money(lang, 500),
    date: longDate(lang, now),
    email: to,
    secureEmail: to,
    time: instant,
    until: instant,
  };
  const names = placeholdersIn(`${subject}\n${body}`).filter((name) => !everywhere.includes(name));
  return Object.fromEntries(
    names.map((name) => {
      if (name !== "code" && isSecretName(name)) return [name, `${publicUrl}/cli/home`];
      return [name, Object.hasOwn(samples, name) ? (samples[name] ?? "") : `{{${name}}}`];
    }),
  );
}

/** Samples that are the same in all languages. */
const words = {
  address: "https://hooks.example.com/orders",
  because: "…",
  code: "000000",
  count: "2",
  coupon: "10 %",
  credits: "1",
  days: "7",
  debt: "",
  device: "Firefox, Linux",
  discount: "",
  exit: "198.51.100.7",
  ip: "203.0.113.9",
  minutes: "10",
  name: "crawler",
  number: "17",
  paymentId: "00000000-0000-4000-8000-000000000000",
  place: "Hamburg",
  product: "1 GB",
  provider: "GitHub",
  quantity: "1",
  reason: "…",
  text: "…",
  things: "198.51.100.7\n198.51.100.8",
  title: "…",
  unit: "",
  walletAddress: "TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf",
  where: "…",
};
