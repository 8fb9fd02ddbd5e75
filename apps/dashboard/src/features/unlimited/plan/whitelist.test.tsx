import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { button, click, clickToSee, field, press, type } from "../../../testing/person.ts";
import { Refused } from "../../../testing/screen.tsx";
import { planAnswer, planOf } from "../testing/unlimited-port.ts";
import { beginScreens, ports, show } from "../testing/unlimited-screens.tsx";

beginScreens();

const path = "/v1/unlimit/upwhite";
const label = "Client addresses";

test("an empty list says that everyone needs the password; one click adds the user's own IP address", async () => {
  let whitelist: string[] = [];
  const { askedOf } = await show(
    {
      "/v1/unlimit/portOrder": () => planAnswer(planOf({ whitelist }), ports),
      [path]: ({ ips = "" }) => {
        whitelist = ips.split(",").filter(Boolean);
        return { whitelist };
      },
    },
    { search: "?tab=whitelist" },
  );
  await screen.findByText(/everybody needs account and password/);
  screen.getByText(/at any port of this plan/);
  expect(button("Save the list")).toHaveProperty("disabled", true);
  await press("Add my address");
  screen.getByText("Not saved yet");
  type(label, `${field(label).value}, 2001:DB8::7, 203.0.113.99`);
  await clickToSee("Save the list", "The whitelist was saved: 2 addresses");
  expect(askedOf(path)).toMatchObject([{ planId: "p1", ips: "203.0.113.99,2001:db8::7" }]);
  await screen.findByText("2 addresses are listed.");
  expect(field(label).value).toBe("203.0.113.99\n2001:db8::7");
  type(label, "");
  await clickToSee("Save the list", "The whitelist is empty now");
  expect(askedOf(path)[1]).toMatchObject({ ips: "" });
});

const tableProps = {
  "/v1/unlimit/portOrder": () => planAnswer(planOf({ whitelist: ["203.0.113.7"] }), ports),
};

test("nothing is sent while an entry is not an IP address; an entry that the API refuses is shown", async () => {
  const said = "Private addresses cannot be listed";
  const { askedOf } = await show(
    { ...tableProps, [path]: () => new Refused(400, said, { field: "ips", entry: "10.0.0.1" }) },
    { search: "?tab=whitelist" },
  );
  await screen.findByLabelText(label);
  type(label, "203.0.113.7, example.com");
  screen.getByText("Not an IP address: example.com");
  await clickToSee("Save the list", /Not every entry is an IP address/);
  type(label, Array.from({ length: 101 }, (_, at) => `198.51.100.${at}`).join("\n"));
  await clickToSee("Save the list", "A plan’s whitelist takes at most 100 addresses.");
  expect(askedOf(path)).toEqual([]);
  type(label, "203.0.113.7, 10.0.0.1");
  await clickToSee("Save the list", `10.0.0.1: ${said}`);
  click("Undo the changes");
  expect(field(label).value).toBe("203.0.113.7");
  expect(screen.queryByText(`10.0.0.1: ${said}`)).toBeNull();
});

test("an ended plan's list is shown but cannot be changed", async () => {
  const at = new Date(Date.now() - 1000).toISOString();
  await show(
    {
      "/v1/unlimit/portOrder": () =>
        planAnswer(planOf({ status: "expired", expiresAt: at, whitelist: ["203.0.113.7"] }), ports),
    },
    { search: "?tab=whitelist" },
  );
  await screen.findByText("203.0.113.7");
  expect(screen.queryByLabelText(label)).toBeNull();
  expect(screen.queryByRole("button", { name: "Save the list" })).toBeNull();
});
