import type { LoginEvent } from "@turnpike/contract/session.ts";

/** The kind of an entry of the login log. */
export type EventKind = "signIn" | "signOut" | "change";

export const kindOfEvent: Record<LoginEvent, EventKind> = {
  signup: "signIn",
  signin: "signIn",
  google: "signIn",
  github: "signIn",
  linkedin: "signIn",
  auto: "signIn",
  signout: "signOut",
  ended: "signOut",
  passwordChanged: "change",
  passwordRecovered: "change",
  mfaBound: "change",
  mfaUnbound: "change",
  secureMailChanged: "change",
  loginBound: "change",
  loginUnbound: "change",
  accessKeyChanged: "change",
  apiKeyAdded: "change",
  apiKeyDeleted: "change",
  changeUndone: "change",
  webhookAdded: "change",
  webhookMoved: "change",
  webhookSecretRenewed: "change",
  viewed: "signIn",
};
