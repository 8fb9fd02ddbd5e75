/** What there is to know of single calls beyond their summary: costs, effects, and how soon they hold. */
import type { Call } from "@turnpike/contract/call.ts";
import type { CallName } from "@turnpike/contract/calls.ts";

const renewal =
  "Credits of the period pay first, the wallet what is missing; `card` and `crypto` pay all of it by the page at `payUrl`, and it is renewed once the payment has come in. The new time begins at the old end.";
const take =
  "Takes one credit of the period for each; with `pay=wallet` the wallet buys the credits that are missing, else the call is refused with 402. Several are taken together or not at all.";
const replace =
  "Possible only while its exit does not answer (409 `reachable` else). The address changes; account, password, whitelist and the remaining time stay.";
const quoteOnly = "Nothing is changed or reserved.";
const mail = "A code is six digits, lives 10 minutes, takes 5 tries and one use.";

export const notes: Partial<Record<CallName, string>> = {
  signup:
    "The password begins with a letter and has 8 to 20 visible ASCII characters. The session lives as long as `loginMinutes` allows.",
  signin:
    "An unknown e-mail and a wrong password are the same refusal, in the same time. Where a second factor is bound, the first try answers 460 `mfaNeeded`.",
  mailCode: `${mail} The answer is the same whether the address is known or not. \`cancel\` and \`unbindMfa\` need a session.`,
  repwd: "The code is that of scene `forgot`.",
  webauto:
    "With a session it answers `ticket`, `url` and `expiresAt`: the address opens the dashboard signed in, once, within a minute. With a ticket it answers `session` and `user`.",
  gLogin:
    "Takes Google's ID token as `credential`, or `code` with `redirectUri` and `state` as `/v1/loginOptions` gave it.",
  member: "Holds the access key: show it to its owner alone.",
  upPwd: "This session goes on.",
  upAccessKey: "Programs that use the old key are refused with 300 from then on.",
  upTokenCache: "Holds for all sessions of the account from their next call on.",
  moreLogin: "With `enabled=0` every other session ends at once: its next call answers 300.",
  cancel:
    "Cannot be undone: balances, proxies and sessions end at once. The code is that of scene `cancel`.",
  cancelInfo: quoteOnly,
  bindMFa: "The recovery codes are answered this one time.",
  placeOrder:
    "By `wallet` it is paid and delivered when it is answered. By `card` or `crypto` it waits for its payment, and is delivered when that has come in. `coupon` redeems a gift and costs nothing. What may be bought, and in which quantities, says `/v2/priceList`.",
  quote: quoteOnly,
  recharge: "5 US dollars at least. A person pays at `payUrl`; `/v1/payment` tells how far it is.",
  payment: "Asked again every few seconds while a payment is open; `status` tells when it is over.",
  ledger: "`amount` and `balance` are in the asset's own unit: cents, bytes, or pieces.",
  ticket: "`export` opens any of the proxy exports. The session never stands in an address.",
  alerts:
    "Each threshold is told once until it is over, in the dashboard and, with `email`, by mail.",
  getProfit:
    "To the wallet it is there at once. In crypto it is pending until the operator has paid it; the fee comes out of the amount.",
  cdkeyMake:
    "Takes `amount` times `count` out of the balance at once. The codes can be read again by `/v1/cdkeys`.",
  cdkeyUse: "Too many wrong codes from one account are refused for a while.",
  ipOpen:
    "Costs one IP of balance each and opens for whole hours; nothing is paid back for hours that are not used. The ports are open when it is answered. `auth=user` uses the account's one pair (`/v1/ipPassInfo`), `auth=nouser` the whitelist. `ids` names exits of `/v1/ip/list`; without, `num` are drawn of the place.",
  ipDel: "Their connections end at once.",
  ipPassInfo:
    "With `password`, by a session: the old one is refused at all opened IPs from then on.",
  apiLinkAdd:
    "Costs nothing by itself: each answer of `/extract` opens proxies, and is paid as those are.",
  trafficInfo: "`grammar` tells how a user name asks for a place or a session.",
  statis: "Days are UTC; days without traffic are there with 0.",
  requestLog: "A line is there a few seconds after its tunnel has ended.",
  live: "A stream: one event a second. Nothing is sent where nothing runs but zeros.",
  proxyTest: "Its bytes are counted, and billed where the product is billed by traffic.",
  addSubUser:
    "`account` and `password` have 6 to 22 letters and digits. `trafficGb` is taken out of what is not allotted; the `main` one needs none. It can be used when it is answered.",
  upSubUser:
    "`trafficGb` is the whole allotment, not what is added to it. Connections that exceed a new limit end within a second.",
  delSubUser: "Open tunnels end at once; a name that was used once is never given again.",
  upSubUserPasswd: "It has 6 to 22 letters and digits. The old password is refused at once.",
  addTrafficWhite:
    "Each address passes without a password, and is billed to the sub-account, when it is answered. An address belongs to one account alone.",
  whitePortAdd: "Costs nothing but the traffic. The ports are open when it is answered.",
  staticUse: take,
  shortExtract: take,
  staticUpdate:
    "The old account and password are refused when it is answered. With `ids` all change or none.",
  shortUpdate:
    "The old account and password are refused when it is answered. With `ids` all change or none.",
  staticRenewal: quoteOnly,
  staticMoreInfo: quoteOnly,
  renewalStatic: renewal,
  renewalStaticMany: renewal,
  staticMoreRenewal: renewal,
  staticRenewalAuto:
    "It is renewed for the same period shortly before its end, by credits first, then by the wallet.",
  staticChange: replace,
  shortChange: replace,
  staticDel: "Nothing is paid back for time that is left.",
  shortDel: "Nothing is paid back for time that is left.",
  orderUnlimit:
    "By `wallet` the plan's ports open within seconds; by `card` or `crypto` once the payment has come in. Prices are those of `unitMicros`, times the quantity.",
  renewalUnlimit: "The new time begins at the old end.",
  upport:
    "A change of country or of minutes holds from the next turn on; open connections keep their exit.",
  upbandwidth:
    "A change of country or of minutes holds from the next turn on; open connections keep their exit.",
  upwhite: "The whole list is replaced.",
  monitor: "Of 15 minutes a point each second, else each minute.",
  monitorLive: "A stream: one event a second.",
  webhookAdd:
    "The first event may come when it is answered. The address has to be https, and none of an internal network.",
  webhookSecret: "While two secrets sign, `webhook-signature` carries both, separated by a space.",
  webhookTest: "Waits for the receiver's answer, some seconds at most.",
  webhookReplay:
    "The same `webhook-id` is sent again: a receiver that keeps ids does nothing twice.",
};

const access = {
  visitor: "Anybody may ask.",
  session: "By `session` alone: an access key is refused (403 `keyReadOnly`).",
  key: "By `session`, or by an access key as `key`.",
};

/** A call's description: who may ask, what there is to know, and whether it may be sent again. */
export function descriptionOf(name: CallName, call: Call): string {
  return [
    notes[name],
    access[call.access],
    call.once
      ? "Send a `requestId`: the same one with the same fields answers the first result again and does nothing twice."
      : "",
    call.live ? "What it changes is in force at the gateways when it is answered." : "",
    call.events ? "Answered by `text/event-stream`, one `data:` line an event." : "",
  ]
    .filter(Boolean)
    .join(" ");
}
