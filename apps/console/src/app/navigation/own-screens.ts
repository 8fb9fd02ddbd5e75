/** The screens about the installation itself: its settings and its staff. */
import {
  IconCode,
  IconHistory,
  IconMail,
  IconPalette,
  IconScale,
  IconUsersGroup,
} from "@turnpike/ui/icons.ts";
import type { Screen } from "./screens.ts";

export const ownScreens: readonly Screen[] = [
  {
    path: "/settings/brand",
    name: "brand",
    section: "settings",
    icon: IconPalette,
    needs: "brandSet",
    load: async () => (await import("../../features/settings/Brand.tsx")).Brand,
  },
  {
    path: "/mails",
    name: "mails",
    section: "settings",
    icon: IconMail,
    needs: "mailTextSet",
    load: async () => (await import("../../features/settings/Mails.tsx")).Mails,
  },
  {
    path: "/mails/:name",
    name: "mail",
    icon: IconMail,
    needs: "mailTextSet",
    load: async () => (await import("../../features/settings/MailText.tsx")).MailText,
  },
  {
    path: "/settings/legal",
    name: "legal",
    section: "settings",
    icon: IconScale,
    needs: "legalPublish",
    load: async () => (await import("../../features/settings/Legal.tsx")).Legal,
  },
  {
    path: "/settings/head",
    name: "head",
    section: "settings",
    icon: IconCode,
    needs: "headSet",
    load: async () => (await import("../../features/settings/Head.tsx")).Head,
  },
  {
    path: "/settings/legal/:kind",
    name: "legalDocument",
    icon: IconScale,
    needs: "legalPublish",
    load: async () => (await import("../../features/settings/LegalEditor.tsx")).LegalEditor,
  },
  {
    path: "/staff",
    name: "staff",
    section: "team",
    icon: IconUsersGroup,
    needs: "staffList",
    load: async () => (await import("../../features/staff/Staff.tsx")).Staff,
  },
  {
    path: "/audit",
    name: "audit",
    section: "team",
    icon: IconHistory,
    needs: "auditList",
    key: "a",
    load: async () => (await import("../../features/staff/Audit.tsx")).Audit,
  },
];
