/** Permissions of staff roles in the console (spec/console#roles). */

/** `owner` may do everything; `viewer` may only read. */
export const staffRoles = ["owner", "support", "finance", "viewer"] as const;
export type StaffRole = (typeof staffRoles)[number];

export const permissions = [
  "overview.read",
  "customers.read",
  /** Disable, enable, verify an e-mail, resend a mail, end sessions, unbind MFA. */
  "customers.act",
  /** View a customer's dashboard as they see it, read only. */
  "customers.view",
  "notes.write",
  "money.read",
  "refunds.write",
  "grants.write",
  "coupons.write",
  "withdrawals.decide",
  /** Bank transfers that arrived. */
  "payments.confirm",
  /** Keys of payment providers. */
  "payments.keys",
  "cdkeys.void",
  "accounting.export",
  /** How sales are taxed. */
  "tax.write",
  /** Costs of upstreams and exits. */
  "costs.write",
  "supply.read",
  "exits.write",
  "nodes.write",
  "shop.read",
  "shop.write",
  "news.write",
  "targets.read",
  "targets.write",
  "trace.read",
  "cases.write",
  "audit.read",
  /** The installation's name, logo, colours. */
  "brand.write",
  "staff.manage",
  /** Rates of the affiliate programme, countries that are refused. */
  "rates.write",
  /** Who may sign up: domains of disposable mail. */
  "signups.write",
  /** Where the staff are told of what needs them. */
  "alerts.write",
  /** Texts of mails. */
  "mails.write",
  /** Legal documents. */
  "legal.write",
  /** Lists of domains that are refused. */
  "policies.write",
  /** Identities of customers with their documents, and which products need one. */
  "identity.write",
] as const;
export type Permission = (typeof permissions)[number];

const readPermissions: readonly Permission[] = [
  "overview.read",
  "customers.read",
  "money.read",
  "supply.read",
  "shop.read",
  "targets.read",
];

/** The permissions of each role. */
export const rolePermissions: Record<StaffRole, readonly Permission[]> = {
  owner: permissions,
  support: [
    ...readPermissions,
    "customers.act",
    "customers.view",
    "notes.write",
    "refunds.write",
    "coupons.write",
    "news.write",
    "targets.write",
    "trace.read",
    "cases.write",
    "identity.write",
    "signups.write",
    "alerts.write",
  ],
  finance: [
    ...readPermissions,
    "notes.write",
    "refunds.write",
    "grants.write",
    "coupons.write",
    "withdrawals.decide",
    "payments.confirm",
    "payments.keys",
    "cdkeys.void",
    "accounting.export",
    "tax.write",
    "costs.write",
    "rates.write",
    "shop.write",
    "audit.read",
  ],
  viewer: readPermissions,
};

/** Returns whether a role has a permission. */
export function isPermitted(role: StaffRole, permission: Permission): boolean {
  return rolePermissions[role].includes(permission);
}

/** Converts any value to a role; null if unknown. */
export function asStaffRole(text: unknown): StaffRole | null {
  return staffRoles.find((role) => role === text) ?? null;
}
