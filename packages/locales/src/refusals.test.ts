import { requestId } from "@turnpike/contract/fields.ts";
import { maxDocumentBytes } from "@turnpike/rules/identity-document.ts";
import { maxMbpsOfPlan } from "@turnpike/rules/unlimited.ts";
import { langs, type RefusalReason, refusals } from "@turnpike/contract/refusals.ts";
import { maxKeyCents, maxKeyNetworks } from "@turnpike/rules/api-key.ts";
import { cdkeyLeastIps } from "@turnpike/rules/cdkey.ts";
import {
  fewestDigits,
  isProxyCredential,
  isProxyPassword,
  isRegistrationPassword,
  isSettingsPassword,
} from "@turnpike/rules/credentials.ts";
import { inviteCodeLength, isInviteCode } from "@turnpike/rules/invite-code.ts";
import {
  apiPorts,
  maxApiLinks,
  maxLiveWhitelistedPorts,
  openHours,
  whiteMinutes,
} from "@turnpike/rules/pool.ts";
import { rechargeCents } from "@turnpike/rules/recharge-bonus.ts";
import { loginMinutes } from "@turnpike/rules/session-life.ts";
import { renewGraceMs } from "@turnpike/rules/static-ip.ts";
import { maxDomains } from "@turnpike/rules/sub-account-limits.ts";
import { bandwidthStepMbps, rotationRange } from "@turnpike/rules/unlimited.ts";
import { deliveryRetentionMs, maxWebhooks } from "@turnpike/rules/webhook.ts";
import { expect, test } from "vitest";
import { ownTexts } from "./catalogues.ts";
import { refusalSentence } from "./refusals.ts";

const passwordLength = { least: 8, most: 20 };
const credentialLength = { least: 6, most: 22 };
const requestIdLength = { least: 8, most: 64 };
const { port, bandwidth } = rotationRange;
const dollars = (cents: number) => cents / 100;

/** The figures that a sentence may contain, taken from the rules. */
const figures: Partial<Record<RefusalReason, number[]>> = {
  badRegistrationPassword: [passwordLength.least, passwordLength.most],
  badSettingsPassword: [passwordLength.least, passwordLength.most],
  badAccountName: [credentialLength.least, credentialLength.most],
  badProxyPassword: [credentialLength.least, credentialLength.most, fewestDigits],
  badInviteCode: [inviteCodeLength.least, inviteCodeLength.most],
  badAmount: [dollars(rechargeCents.least), dollars(rechargeCents.most)],
  badRequestId: [requestIdLength.least, requestIdLength.most],
  // The smallest allotment and its decimals: traffic is allotted in thousandths of a GB.
  trafficNotNumber: [0, 3],
  tooManyDomains: [maxDomains],
  // KiB, the limit of the API and the local manager.
  bodyTooLarge: [64],
  badMinutes: [0, loginMinutes.least, loginMinutes.most],
  badWithdrawalAmount: [dollars(1)],
  cdkeyMinimum: [cdkeyLeastIps],
  renewalTooLate: [renewGraceMs / 3_600_000],
  badBandwidth: [bandwidthStepMbps, bandwidthStepMbps, maxMbpsOfPlan],
  badPortRotation: [port.min, port.max],
  badBandwidthRotation: [bandwidth.min, bandwidth.max],
  badHours: [openHours.least, openHours.most],
  badPortMinutes: [whiteMinutes.least, whiteMinutes.most],
  badApiPort: [apiPorts.first, apiPorts.last],
  tooManyWhitePorts: [maxLiveWhitelistedPorts],
  tooManyLinks: [maxApiLinks],
  tooManyWebhooks: [maxWebhooks],
  badDocument: [maxDocumentBytes / 1_000_000],
  badNetwork: [maxKeyNetworks],
  badKeyLimit: [0, dollars(maxKeyCents)],
  deliveryNotFound: [deliveryRetentionMs / 86_400_000],
};

/** Returns the numbers in a sentence, parsed with the language's separators. */
function numbersIn(sentence: string, lang: string): number[] {
  const tag = lang === "zh" ? "zh-TW" : lang;
  const parts = new Intl.NumberFormat(tag).formatToParts(1_234_567.5);
  const decimal = parts.find(({ type }) => type === "decimal")?.value ?? ".";
  const group = parts.find(({ type }) => type === "group")?.value ?? ",";
  // Accept ordinary spaces as thousands separators too.
  const groups = /\s/.test(group) ? "\\u0020\\u00a0\\u202f" : `\\${group}`;
  const number = new RegExp(`\\d+(?:[${groups}]\\d{3})*(?:\\${decimal}\\d+)?`, "g");
  const plain = (text: string) =>
    Number(text.replace(new RegExp(`[${groups}]`, "g"), "").replace(decimal, "."));
  // Example addresses are not limits.
  return (sentence.replaceAll(/203\.0\.113\.\d+(?:\/\d+)?/g, "").match(number) ?? []).map(plain);
}

const reasons = Object.keys(refusals) as RefusalReason[];
test.each(langs)("the numbers in every refusal message match the rules: %s", (lang) => {
  const own = ownTexts(lang === "zh" ? "zh-tw" : lang, "refusals");
  for (const reason of reasons.filter((one) => one in own)) {
    const found = numbersIn(refusalSentence(lang, reason), lang);
    expect({ [reason]: found }).toEqual({ [reason]: figures[reason] ?? [] });
  }
});

const isRequestId = (text: string) => requestId.safeParse(text).success;
test("the lengths given in the messages are those that are enforced", () => {
  const judges: [(text: string) => boolean, { least: number; most: number }, string][] = [
    [isRegistrationPassword, passwordLength, "a"],
    [isSettingsPassword, passwordLength, "aA1!"],
    [isProxyCredential, credentialLength, "a"],
    [isProxyPassword, credentialLength, "a"],
    [isInviteCode, inviteCodeLength, "a"],
    [isRequestId, requestIdLength, "a"],
  ];
  for (const [judge, { least, most }, start] of judges) {
    const long = (length: number) => judge(start.padEnd(length, "a"));
    const lengths = [least - 1, least, most, most + 1];
    expect([judge.name, lengths.map(long)]).toEqual([judge.name, [false, true, true, false]]);
  }
});
