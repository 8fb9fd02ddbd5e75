/** What guards the account, by example. */
import { bindings, exampleId, now } from "./customer.ts";
import { onePage, type SomeExamples } from "./example.ts";

const here = {
  ip: "203.0.113.7",
  country: "SE",
  countryName: "Sweden",
  agent: "Mozilla/5.0 (X11; Linux x86_64) Firefox/136.0",
};

export const securityExamples = {
  upPwd: {
    question: {
      oldPassword: "Example-Pass-1",
      newPassword: "Example-Pass-2",
      mfaCode: "123456",
    },
    answer: { ended: 1 },
  },
  secureMail: {
    question: { email: "backup.device@example.org", code: "123456", mfaCode: "123456" },
    answer: { secureEmail: "b***e@example.org" },
  },
  mfaApp: {
    question: {},
    answer: {
      apps: [
        {
          name: "Aegis",
          ios: "https://apps.example.com/ios/aegis",
          android: "https://apps.example.com/android/aegis",
        },
      ],
    },
  },
  mfaSecret: {
    question: {},
    answer: {
      secret: "JBSWY3DPEHPK3PXP",
      otpauth: "otpauth://totp/Turnpike:mara%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Turnpike",
      qr: "data:image/svg+xml;base64,PHN2Zy8+",
    },
  },
  bindMFa: {
    question: { code: "123456" },
    answer: { recoveryCodes: ["EXAMPLE-CODE-01", "EXAMPLE-CODE-02"], ended: 1 },
  },
  unbindMFa: { question: { code: "123456" }, answer: { ended: 1 } },
  gBind: { question: { provider: "google", credential: "EXAMPLE.ID.TOKEN" }, answer: { bindings } },
  sessions: {
    question: {},
    answer: {
      items: [
        {
          id: exampleId(2),
          current: true,
          createdAt: "2026-03-15T07:58:12.000Z",
          lastSeenAt: now,
          expiresAt: "2026-03-17T09:30:00.000Z",
          ...here,
        },
      ],
    },
  },
  endSessions: { question: { id: exampleId(3) }, answer: { ended: 1 } },
  loginLog: {
    question: { page: 1, limit: 10 },
    answer: onePage([
      { at: "2026-03-15T07:58:12.000Z", ...here, current: true, event: "signin" as const },
      { at: "2026-02-02T08:20:00.000Z", ...here, current: false, event: "loginBound" as const },
      { at: "2026-02-02T08:15:00.000Z", ...here, current: false, event: "signup" as const },
    ]),
  },
  moreLogin: { question: { enabled: false }, answer: { multiDevice: false } },
  upTokenCache: { question: { minutes: 1440 }, answer: { loginMinutes: 1440 } },
  upAccessKey: { question: { mfaCode: "123456" }, answer: { accessKey: "EXAMPLE-ACCESS-KEY" } },
} satisfies SomeExamples;
