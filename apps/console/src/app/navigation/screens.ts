/** The console's screens: path, menu entry, and the call a role must be permitted to see them. */
import {
  IconAddressBook,
  IconAlertTriangle,
  IconBan,
  IconBuildingBank,
  IconChartBar,
  IconClockExclamation,
  IconCreditCard,
  IconFileCertificate,
  IconFolders,
  IconHome2,
  IconFileInvoice,
  IconKey,
  IconListDetails,
  IconMail,
  IconReceipt,
  IconReceiptRefund,
  IconReportMoney,
  IconScale,
  IconShieldCheck,
  IconZoomScan,
  type Icon,
} from "@turnpike/ui/icons.ts";
import type { ComponentType } from "react";
import { ownScreens } from "./own-screens.ts";
import type { CallName } from "../../lib/call.ts";
import { supplyScreens } from "./supply-screens.ts";
import { shopScreens } from "./shop-screens.ts";

export type Section = "home" | "money" | "supply" | "shop" | "abuse" | "settings" | "team";

export interface Screen {
  path: string;
  /** Key of its texts: `screens.<name>`. */
  name: string;
  /** Its menu section. A screen without one is reached only through links. */
  section?: Section;
  icon: Icon;
  needs: CallName;
  /** Keyboard shortcut: `g`, then this letter. */
  key?: string;
  load: () => Promise<ComponentType>;
}

export const screens: readonly Screen[] = [
  {
    path: "/",
    name: "overview",
    section: "home",
    icon: IconHome2,
    needs: "overview",
    key: "o",
    load: async () => (await import("../../features/overview/Overview.tsx")).Overview,
  },
  {
    path: "/customers",
    name: "customers",
    section: "home",
    icon: IconAddressBook,
    needs: "customerList",
    key: "c",
    load: async () => (await import("../../features/customers/Customers.tsx")).Customers,
  },
  {
    path: "/customers/:id",
    name: "customer",
    icon: IconAddressBook,
    needs: "customer",
    load: async () => (await import("../../features/customers/Customer.tsx")).Customer,
  },
  {
    path: "/identities",
    name: "identities",
    section: "home",
    icon: IconShieldCheck,
    needs: "identityList",
    key: "i",
    load: async () => (await import("../../features/customers/Identities.tsx")).Identities,
  },
  {
    path: "/orders",
    name: "orders",
    section: "money",
    icon: IconReceipt,
    needs: "orderList",
    key: "r",
    load: async () => (await import("../../features/money/Orders.tsx")).Orders,
  },
  {
    path: "/payments",
    name: "payments",
    section: "money",
    icon: IconCreditCard,
    needs: "paymentList",
    key: "p",
    load: async () => (await import("../../features/money/Payments.tsx")).Payments,
  },
  {
    path: "/withdrawals",
    name: "withdrawals",
    section: "money",
    icon: IconBuildingBank,
    needs: "withdrawalList",
    key: "w",
    load: async () => (await import("../../features/money/Withdrawals.tsx")).Withdrawals,
  },
  {
    path: "/refunds",
    name: "refunds",
    section: "money",
    icon: IconReceiptRefund,
    needs: "refundList",
    load: async () => (await import("../../features/money/Refunds.tsx")).Refunds,
  },
  {
    path: "/invoices",
    name: "invoices",
    section: "money",
    icon: IconFileInvoice,
    needs: "invoiceList",
    load: async () => (await import("../../features/money/Invoices.tsx")).Invoices,
  },
  {
    path: "/disputes",
    name: "disputes",
    section: "money",
    icon: IconScale,
    needs: "disputeList",
    load: async () => (await import("../../features/money/Disputes.tsx")).Disputes,
  },
  {
    path: "/arrears",
    name: "arrears",
    section: "money",
    icon: IconClockExclamation,
    needs: "arrearsList",
    load: async () => (await import("../../features/money/Arrears.tsx")).Arrears,
  },
  {
    path: "/cdkeys",
    name: "cdkeys",
    section: "money",
    icon: IconKey,
    needs: "cdkeyList",
    load: async () => (await import("../../features/money/Cdkeys.tsx")).Cdkeys,
  },
  {
    path: "/revenue",
    name: "revenue",
    section: "money",
    icon: IconChartBar,
    needs: "revenue",
    key: "v",
    load: async () => (await import("../../features/money/Revenue.tsx")).Revenue,
  },
  {
    path: "/margin",
    name: "margin",
    section: "money",
    icon: IconReportMoney,
    needs: "margin",
    key: "m",
    load: async () => (await import("../../features/money/Margin.tsx")).Margin,
  },
  {
    path: "/tax",
    name: "tax",
    section: "money",
    icon: IconFileCertificate,
    needs: "taxReport",
    load: async () => (await import("../../features/money/Tax.tsx")).Tax,
  },
  ...supplyScreens,
  ...shopScreens,
  {
    path: "/trace",
    name: "trace",
    section: "abuse",
    icon: IconZoomScan,
    needs: "trace",
    key: "t",
    load: async () => (await import("../../features/abuse/Trace.tsx")).Trace,
  },
  {
    path: "/cases",
    name: "cases",
    section: "abuse",
    icon: IconFolders,
    needs: "caseList",
    key: "d",
    load: async () => (await import("../../features/abuse/Cases.tsx")).Cases,
  },
  {
    path: "/cases/:number",
    name: "case",
    icon: IconFolders,
    needs: "caseShow",
    load: async () => (await import("../../features/abuse/Case.tsx")).Case,
  },
  {
    path: "/signals",
    name: "signals",
    section: "abuse",
    icon: IconAlertTriangle,
    needs: "signals",
    load: async () => (await import("../../features/abuse/Signals.tsx")).Signals,
  },
  {
    path: "/targets",
    name: "targets",
    section: "abuse",
    icon: IconBan,
    needs: "targetList",
    key: "b",
    load: async () => (await import("../../features/abuse/Targets.tsx")).Targets,
  },
  {
    path: "/target-policy",
    name: "policies",
    section: "abuse",
    icon: IconListDetails,
    needs: "policyList",
    load: async () => (await import("../../features/abuse/Policies.tsx")).Policies,
  },
  {
    path: "/disposable-mail",
    name: "disposableMail",
    section: "abuse",
    icon: IconMail,
    needs: "disposableMailList",
    load: async () => (await import("../../features/abuse/DisposableMail.tsx")).DisposableMail,
  },
  ...ownScreens,
];

/** Paths of the screens that `g` and a letter open, by letter. */
export const goKeys = Object.fromEntries(
  screens.flatMap(({ key, path }) => (key ? [[key, path]] : [])),
);

/** The menu entries that a role may see, grouped by section. */
export function menuFor(canCall: (call: CallName) => boolean): [Section, Screen[]][] {
  const offered = screens.filter((screen) => screen.section && canCall(screen.needs));
  return [...Map.groupBy(offered, ({ section }) => section ?? "home")];
}
