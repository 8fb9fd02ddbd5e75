/**
 * All refusals of calls with their codes (spec/api#codes). The sentences shown to people are in
 * `@turnpike/locales/<lang>/refusals.json` under the same names.
 */
import type { BaseAsset } from "@turnpike/rules/assets.ts";
import type { Scope } from "@turnpike/rules/api-key.ts";
import type { IdentityState } from "@turnpike/rules/identity.ts";
import type { AgreedKind } from "@turnpike/rules/legal.ts";
import type { Permission } from "@turnpike/rules/staff.ts";

export const refusals = {
  // 300: the session, or the API key in its place
  sessionInvalid: 300,
  keyUnknown: 300,
  keyMistyped: 300,
  keyExpired: 300,
  // 400: a field
  badField: 400,
  missingField: 400,
  badNumber: 400,
  badEmail: 400,
  enterPassword: 400,
  badRegistrationPassword: 400,
  badSettingsPassword: 400,
  commonPassword: 400,
  /** The mailbox is a throw-away one, which the operator refuses. */
  disposableEmail: 400,
  mustAgree: 400,
  unknownInviteCode: 400,
  mustConfirm: 400,
  badMinutes: 400,
  notYourAddress: 400,
  badAmount: 400,
  badMethod: 400,
  badQuantity: 400,
  enterQuantity: 400,
  unknownSku: 400,
  badRequestId: 400,
  badDays: 400,
  badCountry: 400,
  notPrintable: 400,
  badAccountName: 400,
  badProxyPassword: 400,
  trafficNotNumber: 400,
  allotmentBelowUsed: 400,
  badDomain: 400,
  tooManyDomains: 400,
  badIp: 400,
  enterIp: 400,
  privateIp: 400,
  mainlandChinaIp: 400,
  selectRow: 400,
  badProxy: 400,
  proxyNotOurs: 400,
  proxyNeedsCredentials: 400,
  couponNeeded: 400,
  badWithdrawalAmount: 400,
  withdrawalBelowMinimum: 400,
  enterContact: 400,
  enterWalletAddress: 400,
  badWalletAddress: 400,
  badInviteCode: 400,
  enterCdkey: 400,
  cdkeyMinimum: 400,
  badThreshold: 400,
  badMonth: 400,
  tooManyAddresses: 400,
  badTemplate: 400,
  badRegion: 400,
  badBandwidth: 400,
  badPortRotation: 400,
  badBandwidthRotation: 400,
  countryNotInRegion: 400,
  badHours: 400,
  badPortMinutes: 400,
  badApiPort: 400,
  noExitThere: 400,
  badUpstream: 400,
  badWebhookUrl: 400,
  internalWebhookUrl: 400,
  badEvent: 400,
  badScope: 400,
  badNetwork: 400,
  badExpiry: 400,
  badDocument: 400,
  badKeyLimit: 400,
  badTeamRole: 400,
  // 401, 403
  wrongPassword: 401,
  wrongCode: 401,
  wrongPasswordOrCode: 401,
  providerRefused: 401,
  keyReadOnly: 403,
  trialNeedsProof: 403,
  /** Not allowed in the staff's read-only view of the account (spec/console#view). */
  viewOnly: 403,
  keyNetwork: 403,
  keyScope: 403,
  keyLimit: 403,
  /** The role of the team's member does not allow the call (spec/accounts#roles). */
  roleScope: 403,
  /** Only the owner decides about admins. */
  roleForbidden: 403,
  /** The owner has bound a second factor, the member has not. */
  teamNeedsMfa: 403,
  /** The invitation is for another address than the one signed in with. */
  otherAddressInvited: 403,
  verifyEmail: 403,
  accountDisabled: 403,
  inArrears: 403,
  /** A legal document's new version was not agreed to in time; `data.documents` names them. */
  consentNeeded: 403,
  /** The product is sold to identified customers; `data.url` leads to the page (spec/identity#gates). */
  identityNeeded: 403,
  providerNotConfigured: 403,
  providerEmailUnverified: 403,
  paymentMethodUnavailable: 403,
  labOnlyLocal: 403,
  proxyTestUnavailable: 403,
  cdkeyNeedsEnterprise: 403,
  notWhitelisted: 403,
  /** The client is in a country that the operator refuses. */
  countryRefused: 403,
  /** The network behaves oddly: solve `data.challenge` and send the answer as `captcha`. */
  captchaNeeded: 403,
  foreignOrigin: 403,
  /** The staff member's role lacks `data.permission` (spec/console#roles). */
  notPermitted: 403,
  // 404
  unknownPath: 404,
  notFound: 404,
  sessionNotFound: 404,
  loginNotBound: 404,
  subAccountNotFound: 404,
  whitelistEntryNotFound: 404,
  paymentNotFound: 404,
  couponNotFound: 404,
  promoUnknown: 404,
  orderNotFound: 404,
  cdkeyNotFound: 404,
  staticNotFound: 404,
  cardNotFound: 404,
  planNotFound: 404,
  portNotFound: 404,
  exitNotFound: 404,
  openedIpNotFound: 404,
  whitePortNotFound: 404,
  linkNotFound: 404,
  legalNotFound: 404,
  documentNotFound: 404,
  viewLinkInvalid: 404,
  webhookNotFound: 404,
  deliveryNotFound: 404,
  apiKeyNotFound: 404,
  memberNotFound: 404,
  invitationNotFound: 404,
  accountNotFound: 404,
  staffNotFound: 404,
  nodeNotFound: 404,
  caseNotFound: 404,
  exitUnknown: 404,
  traceTooOld: 404,
  // 405, 413, 415: the transport
  methodNotAllowed: 405,
  bodyTooLarge: 413,
  badContentType: 415,
  badBody: 400,
  // 409
  signalsTooSlow: 409,
  emailTaken: 409,
  alreadyInTeam: 409,
  linkBySignIn: 409,
  identityTaken: 409,
  loginBound: 409,
  setPasswordFirst: 409,
  mfaIssues: 409,
  mfaNotBound: 409,
  mfaNotStarted: 409,
  accountTaken: 409,
  secondMainAccount: 409,
  ipTaken: 409,
  requestIdReused: 409,
  inviteCodeTaken: 409,
  invoiceNotReady: 409,
  couponUsed: 409,
  trialUsed: 409,
  couponBelowMinimum: 409,
  couponNotForThis: 409,
  promoNotApplicable: 409,
  reachable: 409,
  /** Its address cannot be changed by a link: it is no modem. */
  notRotatable: 409,
  swapsUsedUp: 409,
  regionNotOpen: 409,
  periodNotSold: 409,
  portUnavailable: 409,
  tooManyWhitePorts: 409,
  tooManyLinks: 409,
  tooManyWebhooks: 409,
  webhookDisabled: 409,
  /** The account has reached a limit; `data.limit` is that limit (spec/limits#caps). */
  tooMany: 409,
  /** Nothing can be handed in: somebody checks, or has approved. */
  identityClosed: 409,
  nodeTaken: 409,
  lastOwner: 409,
  /** Somebody else has changed what was shown since. */
  changedMeanwhile: 409,
  /** The console call cannot be carried out; `data.detail` says why, in English. */
  actRefused: 409,
  // 410
  codeExpired: 410,
  codeUsedUp: 410,
  ticketExpired: 410,
  couponExpired: 410,
  promoOver: 410,
  priceAboveLimit: 409,
  quoteExpired: 410,
  cdkeyUsed: 410,
  cdkeyVoid: 410,
  staticExpired: 410,
  renewalTooLate: 410,
  planExpired: 410,
  // 402: not enough of something; `data.short` says of what
  insufficientBalance: 402,
  insufficientTraffic: 402,
  insufficientIps: 402,
  insufficientCredits: 402,
  insufficientStock: 402,
  insufficientCapacity: 402,
  // 460, 461: the second factor
  mfaNeeded: 460,
  mfaWrong: 461,
  // 429, 500, 503
  tooManyTries: 429,
  /** `data.retryAfter` or `data.retryAfterSeconds` is in how many seconds it is possible; `GET /rotate` adds `ip`. */
  tooSoon: 429,
  tooManyStreams: 429,
  ourFault: 500,
  notReady: 503,
  /** The modem's link does not work now. */
  rotationFailed: 503,
} as const;

export type RefusalReason = keyof typeof refusals;
/** What there can be too little of in a 402 (spec/api#codes). */
export type Short = BaseAsset | "stock";

/** A business refusal; the dispatcher converts it into the response. */
export class Refusal extends Error {
  reason: RefusalReason;
  /**
   * Fields of `data` besides `reason`: `entry` is the invalid item of a list, `limit` the maximum
   * (tooMany), `mailCode` whether a mailed code lets the owner sign in, `proof` what to send again
   * together with the MFA code (gLogin), `scope` what an API key or a role needs (keyScope, roleScope; null: no key
   * may), `leftCents` what a key may still spend this month (keyLimit), `totalCents` the price (priceAboveLimit), `permission` what the role
   * lacks (notPermitted), `detail` why a console call cannot be carried out (actRefused), `documents`
   * what has to be agreed to (consentNeeded), `identity` what has to be proved (identityNeeded),
   * `challenge` what has to be solved (captchaNeeded).
   */
  details: {
    field?: string;
    entry?: string;
    short?: Short;
    retryAfterSeconds?: number;
    retryAfter?: number;
    ip?: string | null;
    limit?: number;
    mailCode?: boolean;
    proof?: string;
    scope?: Scope | null;
    leftCents?: number;
    totalCents?: number;
    minCents?: number;
    permission?: Permission;
    detail?: string;
    documents?: { kind: AgreedKind; version: number }[];
    identity?: IdentityState;
    overGb?: number | null;
    url?: string;
    challenge?: object;
  };
  constructor(reason: RefusalReason, details: Refusal["details"] = {}) {
    super(reason);
    this.reason = reason;
    this.details = details;
  }
}

/** Languages as the API spells them; the dashboard's `zh-tw` is sent as `zh`. */
export const langs = ["en", "zh", "fr", "ru", "vi", "de"] as const;
export type Lang = (typeof langs)[number];
/** Converts any value to a language; unknown ones become English. */
export function asLang(value: unknown): Lang {
  return langs.find((lang) => lang === value) ?? "en";
}
