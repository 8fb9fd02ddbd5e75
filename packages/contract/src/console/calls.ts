/** All calls of the console. The API does not start unless it handles each of them. */
import type { z } from "zod";
import { consoleAbuseCalls } from "./abuse.ts";
import { consoleBrandCalls } from "./brand.ts";
import { consoleHeadCalls } from "./head.ts";
import type { ConsoleCall } from "./call.ts";
import { consoleCaseCalls } from "./cases.ts";
import { consoleCostCalls } from "./costs.ts";
import { consoleCustomerActs } from "./customer-acts.ts";
import { consoleCustomerCalls } from "./customer.ts";
import { consoleCustomerProductCalls } from "./customer-products.ts";
import { consoleCustomerTeamCalls } from "./customer-team.ts";
import { consoleCustomerListCalls } from "./customer-list.ts";
import { consoleIdentityCalls } from "./identity.ts";
import { consoleMailServerCalls } from "./mail-server.ts";
import { consoleMailCalls } from "./mails.ts";
import { consoleDisposableMailCalls } from "./disposable-mail.ts";
import { consoleImportCalls } from "./imports.ts";
import { consoleLegalCalls } from "./legal.ts";
import { consoleInvoiceCalls } from "./invoices.ts";
import { consoleMoneyCalls } from "./money.ts";
import { consoleOverviewCalls } from "./overview.ts";
import { consolePaymentKeyCalls } from "./payment-keys.ts";
import { consolePayoutCalls } from "./payouts.ts";
import { consolePriceCalls } from "./prices.ts";
import { consolePolicyCalls } from "./policies.ts";
import { consolePoolCalls } from "./pools.ts";
import { consoleGroupCalls } from "./groups.ts";
import { consolePromoCalls } from "./promos.ts";
import { consoleRateCalls } from "./rates.ts";
import { consoleSessionCalls } from "./session.ts";
import { consoleProductCalls } from "./products.ts";
import { consoleSetUpCalls } from "./set-up.ts";
import { consoleShopCalls } from "./shop.ts";
import { consoleStaffAlertCalls } from "./staff-alerts.ts";
import { consoleStaffCalls } from "./staff.ts";
import { consoleSupplyCalls } from "./supply.ts";
import { consoleTaxCalls } from "./tax.ts";
import { consoleBoughtCalls } from "./bought.ts";
import { consoleUpstreamCalls } from "./upstreams.ts";

export const consoleCalls = {
  ...consoleSessionCalls,
  ...consoleStaffCalls,
  ...consoleOverviewCalls,
  ...consoleCustomerListCalls,
  ...consoleCustomerCalls,
  ...consoleCustomerProductCalls,
  ...consoleCustomerTeamCalls,
  ...consoleCustomerActs,
  ...consoleImportCalls,
  ...consoleMoneyCalls,
  ...consoleInvoiceCalls,
  ...consolePaymentKeyCalls,
  ...consolePayoutCalls,
  ...consoleCostCalls,
  ...consoleSupplyCalls,
  ...consoleUpstreamCalls,
  ...consoleBoughtCalls,
  ...consoleProductCalls,
  ...consoleShopCalls,
  ...consolePriceCalls,
  ...consolePromoCalls,
  ...consoleGroupCalls,
  ...consoleTaxCalls,
  ...consoleAbuseCalls,
  ...consoleCaseCalls,
  ...consoleIdentityCalls,
  ...consoleMailCalls,
  ...consoleMailServerCalls,
  ...consolePolicyCalls,
  ...consolePoolCalls,
  ...consoleRateCalls,
  ...consoleStaffAlertCalls,
  ...consoleDisposableMailCalls,
  ...consoleSetUpCalls,
  ...consoleBrandCalls,
  ...consoleHeadCalls,
  ...consoleLegalCalls,
};
export type ConsoleCalls = typeof consoleCalls;
export type ConsoleCallName = keyof ConsoleCalls;

/** Fields as a caller may send them: text, or already typed. */
export type ConsoleRequestInput<C extends ConsoleCall> = z.input<C["request"]>;
/** Fields as a handler receives them: parsed and typed. */
export type ConsoleRequest<C extends ConsoleCall> = z.output<C["request"]>;
/** The `data` of a call's response. */
export type ConsoleResponse<C extends ConsoleCall> = z.output<C["response"]>;
