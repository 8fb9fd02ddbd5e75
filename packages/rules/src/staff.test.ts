import { describe, expect, it } from "vitest";
import { asStaffRole, isPermitted, permissions, rolePermissions, staffRoles } from "./staff.ts";

describe("Roles (spec/console#roles)", () => {
  it("allow the owner everything", () => {
    expect(permissions.filter((one) => !isPermitted("owner", one))).toEqual([]);
  });

  it("allow a viewer only to read, without audit log and trace", () => {
    expect(rolePermissions.viewer.filter((one) => !one.endsWith(".read"))).toEqual([]);
    expect(isPermitted("viewer", "audit.read")).toBe(false);
    expect(isPermitted("viewer", "trace.read")).toBe(false);
  });

  it("allow only the owner to change machines, exits or staff", () => {
    const owned = ["staff.manage", "nodes.write", "exits.write"] as const;
    const others = staffRoles.filter((role) => role !== "owner");
    for (const role of others)
      expect([role, owned.filter((one) => isPermitted(role, one))]).toEqual([role, []]);
  });

  it("allow owner and finance to change products and prices, and nobody else", () => {
    const may = staffRoles.filter((role) => isPermitted(role, "shop.write"));
    expect(may).toEqual(["owner", "finance"]);
  });

  it("allow support to trace and handle abuse, but not to grant or pay out money", () => {
    expect(isPermitted("support", "trace.read")).toBe(true);
    expect(isPermitted("support", "cases.write")).toBe(true);
    expect(isPermitted("support", "grants.write")).toBe(false);
    expect(isPermitted("support", "withdrawals.decide")).toBe(false);
  });

  it("allow finance to decide withdrawals, but not to act on customers' accounts", () => {
    expect(isPermitted("finance", "withdrawals.decide")).toBe(true);
    expect(isPermitted("finance", "customers.act")).toBe(false);
    expect(isPermitted("finance", "trace.read")).toBe(false);
  });

  it("are four, and unknown names are rejected", () => {
    expect(staffRoles).toEqual(["owner", "support", "finance", "viewer"]);
    expect(staffRoles.map(asStaffRole)).toEqual(staffRoles);
    expect(["owner", "admin", "", null, "Owner"].map(asStaffRole)).toEqual([
      "owner",
      null,
      null,
      null,
      null,
    ]);
  });
});
