/** The second factor (spec/sign-in#mfa). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { addressesOf } from "../account/addresses.ts";
import { brandOf } from "../../platform/brand/brand.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import { qrCode } from "../../platform/qr-code.ts";
import type { Services } from "../../platform/services.ts";
import { unbindMfa } from "./bind.ts";
import { saveMfaSecret } from "./store.ts";
import { newSecret, otpauthUri } from "./totp.ts";

const appStore = (id: string) => `https://apps.apple.com/app/${id}`;
const playStore = (id: string) => `https://play.google.com/store/apps/details?id=${id}`;

/** Authenticator apps, and where to install them. */
const mfaApps = [
  {
    name: "Google Authenticator",
    ios: appStore("google-authenticator/id388497605"),
    android: playStore("com.google.android.apps.authenticator2"),
  },
  {
    name: "Microsoft Authenticator",
    ios: appStore("microsoft-authenticator/id983156458"),
    android: playStore("com.azure.authenticator"),
  },
  {
    name: "2FAS",
    ios: appStore("2fa-authenticator-2fas/id1217793794"),
    android: playStore("com.twofasapp"),
  },
];

export function mfaCalls(services: Services): Pick<Handlers, "mfaApp" | "mfaSecret" | "unbindMFa"> {
  return {
    mfaApp: async () => ({ apps: mfaApps }),

    async mfaSecret(_question, { accountId }) {
      const { db, seal, world } = services;
      const secret = newSecret(world);
      if (!(await saveMfaSecret(db, accountId, seal.seal(secret)))) throw new Refusal("mfaIssues");
      const { email } = await addressesOf(db, accountId);
      const otpauth = otpauthUri(secret, { issuer: brandOf(services).name, label: email });
      return { secret, otpauth, qr: qrCode(otpauth) };
    },

    async unbindMFa(question, caller) {
      return { ended: await unbindMfa(services, caller, question) };
    },
  };
}
