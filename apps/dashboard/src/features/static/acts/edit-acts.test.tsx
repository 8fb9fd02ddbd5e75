import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useEffect, useEffectEvent } from "react";
import { expect, test } from "vitest";
import {
  click,
  clickToSee,
  copied,
  field,
  press,
  type,
  watchClipboard,
} from "../../../testing/person.ts";
import { type Answers, NoAnswer, Refused, showScreen } from "../../../testing/screen.tsx";
import { useCall } from "../../../lib/queries.ts";
import { staticIpRow } from "../testing/static-ip.ts";
import { ResetAll } from "./ResetAll.tsx";
import { useIpActs } from "./use-ip-acts.ts";
import type { StaticIp } from "../static-ip.ts";
import type { Term } from "../term.ts";

watchClipboard();

async function show(rows: readonly StaticIp[], more: Answers = {}, term: Term = "static") {
  function Screen() {
    const { edit } = useIpActs({ term, onRenew: () => {}, onDeleted: () => {} });
    const open = useEffectEvent(() => edit(rows));
    useEffect(() => open(), []);
    return null;
  }
  const answers = {
    "/v1/checkTrafficWhite": () => ({ ip: "203.0.113.99", whitelisted: true, items: [] }),
    "/v1/static/update": () => ({ updated: rows.length }),
    "/v1/staticShort/update": () => ({ updated: rows.length }),
    ...more,
  };
  const path = "/cli/static-proxies";
  const shown = await showScreen({ screen: Screen, area: "static-edit", path, answers });
  await screen.findByRole("dialog");
  return shown;
}
const tick = (label: string) => fireEvent.click(screen.getByRole("checkbox", { name: label }));
const many = (count: number) =>
  Array.from({ length: count }, (_, at) => staticIpRow({ id: `i${at}`, host: `198.51.100.${at}` }));
const closed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

test("one IP: only changed fields are sent, and a note says when the old ones stop working (spec/static#editing)", async () => {
  const { askedOf } = await show([staticIpRow({ remark: "shop" })]);
  screen.getByText(/within two seconds/);
  type("Password", "Changed77");
  await clickToSee("Save", "198.51.100.7 was saved");
  await closed();
  const [asked] = askedOf("/v1/static/update");
  expect(asked).toMatchObject({ id: "i1", password: "Changed77" });
  for (const name of ["ids", "account", "whitelist", "remark"]) {
    expect(asked).not.toHaveProperty(name);
  }
});

test("one IP: without a change nothing is sent", async () => {
  const { askedOf } = await show([staticIpRow()]);
  await clickToSee("Save", "Nothing was changed");
  expect(askedOf("/v1/static/update")).toEqual([]);
});

test("account and password have 6-22 letters and digits, typed or generated (spec/sign-in#credentials)", async () => {
  const { askedOf } = await show([staticIpRow()]);
  type("Account", "short");
  type("Password", "has space 1");
  click("Save");
  await waitFor(() => expect(field("Account").getAttribute("aria-invalid")).toBe("true"));
  expect(field("Password").getAttribute("aria-invalid")).toBe("true");
  expect(askedOf("/v1/static/update")).toEqual([]);
  click("Make up a name");
  click("Make up a password");
  const pair = { account: field("Account").value, password: field("Password").value };
  click("Save");
  await closed();
  expect(askedOf("/v1/static/update")).toMatchObject([pair]);
  expect(pair.account).toMatch(/^[a-z][a-z0-9]{7}$/);
});

test("one click adds the user's own IP address to the whitelist, and invalid entries are rejected", async () => {
  const { askedOf } = await show([staticIpRow({ whitelist: ["203.0.113.7"] })]);
  expect(field("Whitelist").value).toBe("203.0.113.7");
  await press("Add my address");
  await screen.findByText("On the whitelist");
  type("Whitelist", `${field("Whitelist").value}, example.com`);
  screen.getByText("Not an IP address: example.com");
  await clickToSee("Save", /Not every entry is an IP address/);
  expect(askedOf("/v1/static/update")).toEqual([]);
  type("Whitelist", field("Whitelist").value.replace("example.com", "2001:DB8::7"));
  click("Save");
  await closed();
  const [asked] = askedOf("/v1/static/update");
  expect(asked?.whitelist).toBe("203.0.113.7,203.0.113.99,2001:db8::7");
});

test("an IP address that the API refuses is shown at the field (spec/static#editing)", async () => {
  const said = "Private IP addresses cannot be whitelisted";
  await show([staticIpRow()], {
    "/v1/static/update": () =>
      new Refused(400, said, { reason: "privateIp", field: "whitelist", entry: "10.0.0.1" }),
  });
  type("Whitelist", "10.0.0.1");
  await clickToSee("Save", `10.0.0.1: ${said}`);
  expect(field("Whitelist").getAttribute("aria-invalid")).toBe("true");
});

test("several IPs: only ticked fields are changed, with the short term's own call", async () => {
  const { askedOf } = await show(many(2), {}, "short");
  await clickToSee("Change 2 IPs", "Tick what is to be changed");
  expect(screen.queryByLabelText("Whitelist")).toBeNull();
  tick("Replace whitelist");
  await clickToSee("Change 2 IPs", "2 of 2 done, 0 failed");
  expect(document.activeElement).toBe(screen.getByRole("region", { name: "Progress" }));
  expect(askedOf("/v1/static/update")).toEqual([]);
  const [asked] = askedOf("/v1/staticShort/update");
  expect(asked).toMatchObject({ ids: "i0,i1", whitelist: "" });
  for (const name of ["account", "password", "remark"]) expect(asked).not.toHaveProperty(name);
});

test("several IPs: 250 are sent in chunks of 100; failed ones are listed and sent again", async () => {
  let unknown = "i120";
  const { askedOf } = await show(many(250), {
    "/v1/static/update": ({ ids = "" }) => {
      const asked = ids.split(",");
      return asked.includes(unknown)
        ? new Refused(404, "No such static IP", { reason: "staticNotFound" })
        : { updated: asked.length };
    },
  });
  tick("Change account and password");
  click("Make up a name");
  tick("Set description");
  type("Description", "team b");
  click("Change 250 IPs");
  await screen.findByText("249 of 250 done, 1 failed", {}, { timeout: 20_000 });
  const counts = askedOf("/v1/static/update").map(({ ids = "" }) => ids.split(",").length);
  expect(counts.slice(0, 2)).toEqual([100, 100]);
  const [first] = within(screen.getByRole("dialog")).getAllByRole("listitem");
  expect(first?.textContent).toContain("198.51.100.120");
  expect(first?.textContent).toContain("No such static IP");
  unknown = "";
  await clickToSee("Try 1 again", "250 of 250 done, 0 failed");
  expect(askedOf("/v1/static/update").at(-1)).toMatchObject({ ids: "i120", remark: "team b" });
}, 30_000);

test("several IPs: without a response it stops with a message and keeps the entries", async () => {
  let broken = true;
  const { askedOf } = await show(many(150), {
    "/v1/static/update": () => (broken ? new NoAnswer() : { updated: 100 }),
  });
  tick("Set description");
  type("Description", "kept");
  await clickToSee("Change 150 IPs", /stopped because no answer came/);
  expect(askedOf("/v1/static/update")).toHaveLength(1);
  broken = false;
  await clickToSee("Try 150 again", "150 of 150 done, 0 failed");
  expect(askedOf("/v1/static/update").map(({ remark }) => remark)).toEqual([
    "kept",
    "kept",
    "kept",
  ]);
});

test("several IPs: a refused entry can be corrected and sent again", async () => {
  const { askedOf } = await show(many(2), {
    "/v1/static/update": ({ whitelist }) =>
      whitelist === "10.0.0.1"
        ? new Refused(400, "Private", { reason: "privateIp", field: "whitelist" })
        : { updated: 2 },
  });
  tick("Replace whitelist");
  type("Whitelist", "10.0.0.1");
  await clickToSee("Change 2 IPs", "0 of 2 done, 2 failed");
  click("Back to the entries");
  expect(field("Whitelist").value).toBe("10.0.0.1");
  type("Whitelist", "203.0.113.7");
  await clickToSee("Change 2 IPs", "2 of 2 done, 0 failed");
  expect(askedOf("/v1/static/update")).toHaveLength(2);
});

test("resetting all shows the number of IPs, then the new credentials to copy (spec/static#editing)", async () => {
  const { askedOf } = await showReset({ "/v1/static/updateAll": () => ({ updated: 1234 }) });
  await screen.findByText(/all of your 1,234 active long-term IPs/);
  type("Account", "no");
  click("Reset all");
  await waitFor(() => expect(field("Account").getAttribute("aria-invalid")).toBe("true"));
  expect(askedOf("/v1/static/updateAll")).toEqual([]);
  type("Account", "everyone1");
  type("Password", "Together22");
  await clickToSee("Reset all", "1,234 IPs have the new account and password");
  expect(askedOf("/v1/static/updateAll")).toMatchObject([
    { account: "everyone1", password: "Together22" },
  ]);
  click("Copy both");
  expect(copied).toHaveBeenLastCalledWith("everyone1:Together22");
  click("Copy the password");
  expect(copied).toHaveBeenLastCalledWith("Together22");
});

test("without an active long-term IP there is nothing to reset", async () => {
  await showReset({ "/v2/static/index": () => ({ active: 0 }) });
  await screen.findByText(/all of your 0 active/);
  expect(screen.getByRole("button", { name: "Reset all" })).toHaveProperty("disabled", true);
});

async function showReset(more: Answers) {
  const Screen = () => (useCall("staticIndex", {}).data ? <ResetAll /> : null);
  const answers = { "/v2/static/index": () => ({ active: 1234 }), ...more };
  const path = "/cli/static-proxies";
  const area = ["static", "static-edit"];
  const shown = await showScreen({ screen: Screen, area, path, answers });
  await press("Reset all credentials");
  return shown;
}
