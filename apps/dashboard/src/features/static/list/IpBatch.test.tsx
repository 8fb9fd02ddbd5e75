import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { click, copied, getHref } from "../../../testing/person.ts";
import { page } from "../../../testing/page.ts";
import { Refused } from "../../../testing/screen.tsx";
import { beginScreens, berlin, paris, row, show, tick } from "../testing/static-screens.tsx";

beginScreens();

test("the password is hidden by default and can be copied without being shown", async () => {
  await show();
  const one = await row("198.51.100.7");
  expect(one.queryByText("Secret99")).toBeNull();
  fireEvent.click(one.getByLabelText("Copy the password of 198.51.100.7"));
  expect(copied).toHaveBeenCalledWith("Secret99");
  fireEvent.click(one.getByLabelText("Show the password of 198.51.100.7"));
  one.getByText("Secret99");
  fireEvent.click(one.getByLabelText("Copy the address 198.51.100.7:443"));
  expect(copied).toHaveBeenLastCalledWith("198.51.100.7:443");
});

test("without a selection no action is offered, and the Delete key asks to select an IP first", async () => {
  await show();
  await row("198.51.100.7");
  for (const name of ["Export", "Edit", "Renew", "Replace", "Delete", "Auto-renew"]) {
    expect(screen.queryByRole("button", { name })).toBeNull();
  }
  fireEvent.keyDown(screen.getByLabelText("Select 198.51.100.7"), { key: "Delete" });
  await screen.findByText("Please select the IP you want to delete, download or renew first");
  expect(screen.queryByRole("dialog")).toBeNull();
  tick("198.51.100.7");
  fireEvent.keyDown(screen.getByLabelText("Select 198.51.100.7"), { key: "Delete" });
  await screen.findByRole("dialog");
});

test("rows selected on several pages are processed together (spec/dashboard#batch-actions)", async () => {
  const { askedOf } = await show({
    "/v2/static/useList": ({ page: at }) => page(at === "2" ? [paris] : [berlin], 26),
    "/v1/static/moreAuto": () => ({ updated: 2 }),
  });
  await row("198.51.100.7");
  tick("198.51.100.7");
  screen.getByText("1 IP selected");
  click("Page 2");
  await row("198.51.100.8");
  tick("198.51.100.8");
  screen.getByText("2 IPs selected");
  click("Auto-renew");
  fireEvent.click(await screen.findByText("Turn on"));
  await screen.findByText("Auto-renew is on for 2 IPs");
  expect(askedOf("/v1/static/moreAuto")).toMatchObject([{ ids: "i1,i2", enabled: "1" }]);
  click("Clear the selection");
  screen.getByText("0 IPs selected");
});

test("auto-renew is switched at once, and a refusal resets the switch (spec/static#auto-renew)", async () => {
  let autoRenew = false;
  let refuse = false;
  const { askedOf } = await show({
    "/v2/static/useList": () => page([{ ...berlin, autoRenew }]),
    "/v1/static/renewalAuto": ({ enabled }) => {
      if (refuse) return new Refused(410, "This IP has expired.", { reason: "staticExpired" });
      autoRenew = enabled === "1";
      return { autoRenew };
    },
  });
  await row("198.51.100.7");
  const knob = () => screen.getByLabelText<HTMLInputElement>("Auto-renew of 198.51.100.7");
  fireEvent.click(knob());
  await waitFor(() => expect(knob().checked).toBe(true));
  await waitFor(() =>
    expect(askedOf("/v1/static/renewalAuto")).toMatchObject([{ id: "i1", enabled: "1" }]),
  );
  refuse = true;
  fireEvent.click(knob());
  await screen.findByText("This IP has expired.");
  await waitFor(() => expect(knob().checked).toBe(true));
});

test("an auto-renewal that could not be paid is shown with a link to top up (spec/static#auto-renew)", async () => {
  await show();
  const one = await row("198.51.100.8");
  one.getByText("Not enough credits or money");
  expect(getHref("Top up", one)).toContain("recharge=1");
  expect((await row("198.51.100.7")).queryByText("Not enough credits or money")).toBeNull();
});

test("the menu of a row copies it as host:port:user:password", async () => {
  await show();
  await row("198.51.100.7");
  click("More actions for 198.51.100.7");
  fireEvent.click(await screen.findByRole("menuitem", { name: "Copy" }));
  expect(copied).toHaveBeenCalledWith("198.51.100.7:443:shopper1:Secret99");
});
