/** Signing in to the console (spec/console#sign-in). */
import { permissions, staffRoles } from "@turnpike/rules/staff.ts";
import { z } from "zod";
import { at, optional, requiredText, text } from "../fields.ts";
import { anyPassword, email, newPassword } from "../session.ts";
import { consoleCall } from "./call.ts";
import { secret } from "../secret.ts";

export const me = z
  .object({
    id: z.string().describe("The person's id."),
    email: z.string().describe("The person's e-mail address."),
    role: z.enum(staffRoles).describe("The person's role."),
    permissions: z.array(z.enum(permissions)).describe("What the role may do."),
    mfaBound: z.boolean().describe("Whether a second factor is bound."),
    mustBindMfa: z
      .boolean()
      .describe(
        "True where a second factor has to be bound before anything else: until then every other call is refused with mfaNotBound.",
      ),
    lastSignInAt: at.nullable().describe("When the person signed in before; null at first."),
    lab: z.boolean().describe("Whether this is a lab, without real money."),
  })
  .meta({ id: "Me" });

const now = at.describe("The server's clock, by which the console counts days.");

const cookieless = z
  .boolean()
  .default(false)
  .describe(
    "True for a browser that refuses cookies: the answer then has the session's token, which each further call sends in the header `turnpike-console-session`.",
  );
const token = secret(
  z
    .string()
    .optional()
    .describe("The session's token, where `cookieless` asked for it; otherwise it is a cookie."),
);

const link = requiredText(200).describe("The secret of the one-time link (`#link=…`).");

export const linkInfo = consoleCall({
  path: "/console/v1/linkInfo",
  access: "visitor",
  summary: "Tells whom a one-time link is for.",
  question: { link },
  answer: {
    email: z.string().describe("Whose link it is; empty for the first owner's."),
    needsEmail: z
      .boolean()
      .describe("True for the first owner's link: `setPassword` needs `email`."),
    role: z.enum(staffRoles).describe("Their role."),
    expiresAt: at.describe("Until when it can be used."),
  },
  refusals: ["linkNotFound", "tooManyTries"],
});

export const setPassword = consoleCall({
  path: "/console/v1/setPassword",
  access: "visitor",
  summary: "Sets a password by a one-time link and signs in; the person's other sessions end.",
  question: {
    link,
    password: newPassword.describe("The new password."),
    email: optional(email).describe("The first owner's e-mail address (`needsEmail`)."),
    cookieless,
  },
  answer: { me: me.describe("Who is signed in now."), now, token },
  refusals: ["linkNotFound", "commonPassword", "missingField", "emailTaken", "tooManyTries"],
});

export const signIn = consoleCall({
  path: "/console/v1/signIn",
  access: "visitor",
  summary: "Signs in; where a second factor is bound, the first try answers mfaNeeded (460).",
  question: {
    email: email.describe("The e-mail address."),
    password: anyPassword.describe("The password."),
    mfaCode: optional(text(40)).describe("A code of the authenticator app, or a recovery code."),
    cookieless,
  },
  answer: { me: me.describe("Who is signed in now."), now, token },
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
  summary: "Tells who is signed in, and what they may do.",
  answer: { me: me.describe("Who is signed in."), now },
});

export const mfaStart = consoleCall({
  path: "/console/v1/mfaStart",
  access: "staff",
  summary: "Makes a secret for an authenticator app; it counts once `mfaConfirm` was answered.",
  answer: {
    secret: secret(z.string().describe("The secret in base32, to be typed.")),
    otpauth: secret(z.string().describe("The same as an otpauth address.")),
    qr: secret(z.string().describe("The same as a picture: a data URL of an SVG.")),
  },
  refusals: ["mfaIssues"],
});

export const mfaConfirm = consoleCall({
  path: "/console/v1/mfaConfirm",
  access: "staff",
  summary: "Binds the second factor by its first code; the person's other sessions end.",
  question: { code: requiredText(40).describe("The code that the app shows.") },
  answer: {
    recoveryCodes: secret(z.array(z.string()).describe("Ten codes; each replaces the app once.")),
    me: me.describe("Who is signed in."),
  },
  refusals: ["mfaNotStarted", "mfaIssues", "mfaWrong", "tooManyTries"],
});

export const consoleSessionCalls = {
  linkInfo,
  setPassword,
  signIn,
  signOut,
  whoAmI,
  mfaStart,
  mfaConfirm,
};
