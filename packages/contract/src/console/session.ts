/** Signing in to the console (spec/console#sign-in). */
import { permissions, staffRoles } from "@turnpike/rules/staff.ts";
import { z } from "zod";
import { at, optional, requiredText, text } from "../fields.ts";
import { anyPassword, email, newPassword } from "../session.ts";
import { consoleCall } from "./call.ts";
import { secret } from "../secret.ts";

export const me = z
  .object({
    id: z.string().describe("The person's ID."),
    email: z.string().describe("The person's e-mail address."),
    role: z.enum(staffRoles).describe("The person's role."),
    permissions: z.array(z.enum(permissions)).describe("The role's permissions."),
    mfaBound: z.boolean().describe("True if a second factor is bound."),
    mustBindMfa: z
      .boolean()
      .describe(
        "True if a second factor has to be bound before anything else: until then every other call is refused with `mfaNotBound`.",
      ),
    lastSignInAt: at.nullable().describe("The time of the previous sign-in; null at the first."),
    lab: z.boolean().describe("True for a lab, without real money."),
  })
  .meta({ id: "Me" });

const now = at.describe("The server's time, by which the console counts days.");

const cookieless = z
  .boolean()
  .default(false)
  .describe(
    "True for a browser that refuses cookies: the response then contains the session's token, which each further call sends in the header `turnpike-console-session`.",
  );
const token = secret(
  z
    .string()
    .optional()
    .describe("The session's token, if `cookieless` asked for it; otherwise it is in a cookie."),
);

const link = requiredText(200).describe("The secret of the one-time link (`#link=…`).");

export const linkInfo = consoleCall({
  path: "/console/v1/linkInfo",
  access: "visitor",
  summary: "Returns the recipient of a one-time link.",
  request: { link },
  response: {
    email: z
      .string()
      .describe("The e-mail address of the link's recipient; empty for the first owner's link."),
    needsEmail: z
      .boolean()
      .describe("True for the first owner's link: `setPassword` then needs `email`."),
    role: z.enum(staffRoles).describe("Their role."),
    expiresAt: at.describe("The time until which it can be used."),
  },
  refusals: ["linkNotFound", "tooManyTries"],
});

export const setPassword = consoleCall({
  path: "/console/v1/setPassword",
  access: "visitor",
  summary: "Sets a password by a one-time link and signs in; the person's other sessions end.",
  request: {
    link,
    password: newPassword.describe("The new password."),
    email: optional(email).describe("The first owner's e-mail address (`needsEmail`)."),
    cookieless,
  },
  response: { me: me.describe("The person who is signed in."), now, token },
  refusals: ["linkNotFound", "commonPassword", "missingField", "emailTaken", "tooManyTries"],
});

export const signIn = consoleCall({
  path: "/console/v1/signIn",
  access: "visitor",
  summary: "Signs in. If a second factor is bound, the first try returns `mfaNeeded` (460).",
  request: {
    email: email.describe("The e-mail address."),
    password: anyPassword.describe("The password."),
    mfaCode: optional(text(40)).describe("A code of the authenticator app, or a recovery code."),
    cookieless,
  },
  response: { me: me.describe("The person who is signed in."), now, token },
  refusals: ["wrongPassword", "mfaNeeded", "mfaWrong", "mfaIssues", "tooManyTries"],
});

export const signOut = consoleCall({
  path: "/console/v1/signOut",
  access: "staff",
  summary: "Ends the session.",
});

export const whoAmI = consoleCall({
  path: "/console/v1/me",
  access: "staff",
  summary: "Returns the person who is signed in, with their permissions.",
  response: { me: me.describe("The person who is signed in."), now },
});

export const mfaStart = consoleCall({
  path: "/console/v1/mfaStart",
  access: "staff",
  summary: "Creates a secret for an authenticator app; it takes effect with `mfaConfirm`.",
  response: {
    secret: secret(z.string().describe("The secret in base32, to type in.")),
    otpauth: secret(z.string().describe("The secret as an otpauth address.")),
    qr: secret(z.string().describe("The secret as a QR code: a data URL of an SVG.")),
  },
  refusals: ["mfaIssues"],
});

export const mfaConfirm = consoleCall({
  path: "/console/v1/mfaConfirm",
  access: "staff",
  summary: "Binds the second factor by its first code; the person's other sessions end.",
  request: { code: requiredText(40).describe("The code that the app shows.") },
  response: {
    recoveryCodes: secret(
      z.array(z.string()).describe("Ten recovery codes; each replaces a code of the app once."),
    ),
    me: me.describe("The person who is signed in."),
  },
  refusals: ["mfaNotStarted", "mfaIssues", "mfaWrong", "tooManyTries"],
});

export const mfaProve = consoleCall({
  path: "/console/v1/mfaProve",
  access: "staff",
  summary:
    "Proves the second factor again, for calls that were refused with `mfaNeeded` (460); it counts for 15 minutes.",
  request: { code: requiredText(40).describe("A code of the app, or a recovery code.") },
  refusals: ["mfaIssues", "mfaWrong", "tooManyTries"],
});

export const consoleSessionCalls = {
  linkInfo,
  setPassword,
  signIn,
  signOut,
  whoAmI,
  mfaStart,
  mfaConfirm,
  mfaProve,
};
