/** Opens a session for an account whose holder has proved their identity. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { LoginEvent } from "@turnpike/contract/session.ts";
import { neighbourhoodOf, networkOf } from "@turnpike/rules/network-of.ts";
import { lockAccountExclusively } from "../account/account-lock.ts";
import { recordLogin } from "../account/register.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Caller } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { recordEvent } from "./record-event.ts";
import { deleteOtherDevices, deleteSessionsBeyond, insertSession } from "./store/session.ts";
import { saveSignUpNetwork } from "../account/store/sign-up-network.ts";
import { newToken, tokenHash } from "./token.ts";
import { deviceName } from "@turnpike/rules/device-name.ts";
import { isNewSignIn } from "@turnpike/rules/new-sign-in.ts";
import { addressesOf } from "../account/addresses.ts";
import { countryNames } from "../../platform/geo/country-names.ts";
import { countryOf } from "../../platform/geo/country-of.ts";
import { queueNotice } from "../account/notice.ts";
import {
  hasSignedInWithAgent,
  hasSignedInFromNetwork,
  signInAddresses,
} from "./store/login-event.ts";

/** Since the beginning of the login log. */
const EVER = new Date(0);

/**
 * Mails the holder about a sign-in from a new place or device (rules/new-sign-in.ts). Call it
 * before the sign-in is recorded, and not for an account's first one.
 */
async function notifyNewSignIn(
  services: Services,
  tx: Tx,
  { accountId, ip, agent }: { accountId: string; ip: string; agent: string },
): Promise<void> {
  // Almost all sign-ins return here, after one query.
  if (await hasSignedInFromNetwork(tx, { accountId, network: networkOf(ip), since: EVER })) return;
  const inCountry = countryOf(services.env.GEO_COUNTRY_MMDB);
  const country = await inCountry(ip);
  const before = await signInAddresses(tx, accountId);
  const countries = await Promise.all(before.map(inCountry));
  const seen = {
    network: false,
    device: await hasSignedInWithAgent(tx, accountId, agent),
    country: countries.includes(country),
  };
  if (!isNewSignIn(seen)) return;
  const { lang } = await addressesOf(tx, accountId);
  const place = country === null ? ip : `${countryNames(lang)(country)} (${ip})`;
  await queueNotice(services, tx, accountId, "newSignIn", { place, device: deviceName(agent) });
}

const AGENT_LENGTH = 300;
/** The maximum sessions of an account; one more ends the least recently used one. */
export const maxSessions = 200;

/**
 * Opens a session and returns its token. With multi-device off, the other sessions end
 * (spec/sign-in#sessions). `passwordHash` is the hash that the password was checked against: no
 * session opens with a password that was changed since.
 * @throws Refusal accountDisabled, wrongPassword (the password was just changed)
 */
export async function openSession(
  services: Services,
  tx: Tx,
  opened: { accountId: string; caller: Caller; event: LoginEvent; passwordHash?: string | null },
): Promise<string> {
  const { accountId, event, passwordHash } = opened;
  const caller = { ...opened.caller, agent: opened.caller.agent.slice(0, AGENT_LENGTH) };
  const now = new Date(services.world.now());
  await lockAccountExclusively(tx, accountId);
  // This update locks the account's row, so that of two concurrent logins one ends the other.
  const account = await recordLogin(tx, accountId, now);
  if (account.disabled) throw new Refusal("accountDisabled");
  if (passwordHash !== undefined && passwordHash !== account.passwordHash)
    throw new Refusal("wrongPassword", { field: "password" });
  const token = newToken(services.world);
  const hash = tokenHash(token);
  if (!hash) throw new Error("the new token has no valid hash");
  const id = services.world.id();
  const { ip, agent } = caller;
  if (account.first) {
    const [lookup, ...before] = services.seal.lookups("signUpNetwork", neighbourhoodOf(ip));
    await saveSignUpNetwork(tx, { accountId, lookup, before });
  } else await notifyNewSignIn(services, tx, { accountId, ip, agent });
  await insertSession(tx, { id, accountId, ip, agent, now, tokenHash: hash });
  await recordEvent(services, tx, caller, { event, accountId, sessionId: id });
  if (account.multiDevice) await deleteSessionsBeyond(tx, { accountId }, maxSessions);
  else await deleteOtherDevices(tx, accountId, id);
  return token;
}
