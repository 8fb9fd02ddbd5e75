/** Tells the holder of sign-ins from where nobody signed in before (rules/new-sign-in.ts). */
import { deviceName } from "@turnpike/rules/device-name.ts";
import { networkOf } from "@turnpike/rules/network-of.ts";
import { isNewSignIn } from "@turnpike/rules/new-sign-in.ts";
import { addressesOf } from "../account/addresses.ts";
import type { Tx } from "../../platform/db/database.ts";
import { countryNames } from "../../platform/geo/country-names.ts";
import { countryOf } from "../../platform/geo/country-of.ts";
import { queueNotice } from "../account/notice.ts";
import type { Services } from "../../platform/services.ts";
import { enteredBy, enteredFrom, entryAddresses } from "./store/login-event.ts";

const EVER = new Date(0);

/** Call it before the sign-in itself is noted, and not for an account's first one. */
export async function notifyNewSignIn(
  services: Services,
  tx: Tx,
  { accountId, ip, agent }: { accountId: string; ip: string; agent: string },
): Promise<void> {
  // Nearly all sign-ins end here, after one look-up.
  if (await enteredFrom(tx, { accountId, network: networkOf(ip), since: EVER })) return;
  const inCountry = countryOf(services.env.GEO_COUNTRY_MMDB);
  const country = await inCountry(ip);
  const before = await entryAddresses(tx, accountId);
  const countries = await Promise.all(before.map(inCountry));
  const seen = {
    network: false,
    device: await enteredBy(tx, accountId, agent),
    country: countries.includes(country),
  };
  if (!isNewSignIn(seen)) return;
  const { lang } = await addressesOf(tx, accountId);
  const place = country === null ? ip : `${countryNames(lang)(country)} (${ip})`;
  await queueNotice(services, tx, accountId, "newSignIn", { place, device: deviceName(agent) });
}
