import { describe, expect, it } from "vitest";
import { asStaffRole, isPermitted, permissions, rolePermissions, staffRoles } from "./staff.ts";

describe("Roles (spec/console#roles)", () => {
  it("let the owner do everything", () => {
    expect(permissions.filter((one) => !isPermitted("owner", one))).toEqual([]);
  });

  it("let a viewer look and change nothing", () => {
    expect(rolePermissions.viewer.filter((one) => !one.endsWith(".read"))).toEqual([]);
    expect(isPermitted("viewer", "audit.read")).toBe(false);
    expect(isPermitted("viewer", "trace.read")).toBe(false);
  });

  it("let nobody but the owner change prices, machines, exits or staff", () => {
    const owned = ["staff.manage", "shop.write", "nodes.write", "exits.write"] as const;
    const others = staffRoles.filter((role) => role !== "owner");
    for (const role of others)
      expect([role, owned.filter((one) => isPermitted(role, one))]).toEqual([role, []]);
  });

  it("let support trace and answer abuse, and give no money away", () => {
    expect(isPermitted("support", "trace.read")).toBe(true);
    expect(isPermitted("support", "cases.write")).toBe(true);
    expect(isPermitted("support", "grants.write")).toBe(false);
    expect(isPermitted("support", "withdrawals.decide")).toBe(false);
  });

  it("let finance decide withdrawals, and not act on customers' accounts", () => {
    expect(isPermitted("finance", "withdrawals.decide")).toBe(true);
    expect(isPermitted("finance", "customers.act")).toBe(false);
    expect(isPermitted("finance", "trace.read")).toBe(false);
  });

  it("are four, and no other word is one", () => {
    expect(["owner", "admin", "", null, "Owner"].map(asStaffRole)).toEqual([
      "owner",
      null,
      null,
      null,
      null,
    ]);
  });
});
