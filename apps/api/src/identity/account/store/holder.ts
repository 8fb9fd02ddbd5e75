/** The view of account holders: what every screen shows of one, in one row. */
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import type { HolderFacts } from "../../../platform/holder-facts.ts";
import { type InvoiceTitle, titleColumns } from "./invoice-title.ts";

export interface HolderRow extends Omit<InvoiceTitle, "title">, HolderFacts {
  id: string;
  email: string;
  emailVerifiedAt: Date | null;
  secureEmail: string | null;
  createdAt: Date;
  lastLoginAt: Date | null;
  loginMinutes: number;
  multiDevice: boolean;
  inviteCode: string;
  accessKeySealed: string;
  lang: string;
  hasPassword: boolean;
  hasTitle: boolean;
  title: string | null;
}

/** An account's holder; null if it is gone. */
export async function findHolder(db: Db, accountId: string): Promise<HolderRow | null> {
  const { rows } = await sql<HolderRow>`
    select id, email, email_verified_at as "emailVerifiedAt", secure_email as "secureEmail",
      created_at as "createdAt", last_login_at as "lastLoginAt", login_minutes as "loginMinutes",
      multi_device as "multiDevice", invite_code as "inviteCode",
      access_key_sealed as "accessKeySealed", lang, has_password as "hasPassword",
      mfa_bound as "mfaBound", has_linked_login as "hasLinkedLogin", in_team as "inTeam",
      identity_stage as "identityStage", enterprise_ip as "enterpriseIp",
      enterprise_traffic as "enterpriseTraffic", has_title as "hasTitle", ${titleColumns}
    from holder_facts where id = ${accountId}`.execute(db);
  return rows[0] ?? null;
}

/** The invoice title in a holder's row; null if there is none. */
export function titleIn(row: HolderRow): InvoiceTitle | null {
  const { title, name, company, taxId, vatId, address, street, postal, city, country } = row;
  if (!row.hasTitle) return null;
  const parts = { name, company, taxId, vatId, address, street, postal, city, country };
  return { title: title ?? "", ...parts };
}
